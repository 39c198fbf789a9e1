"""A plugin that crashes is told by its own trace, with the frame of its code."""

from pathlib import Path

from tests.support.scripted import answering, failing, found, kinds, quotes, run_chain
from traces.diagnosis.rules.output_panic import RULE

GO = (
    r"panic: runtime error: nil\n\ngoroutine 1 [running]:\npanic(0x1)\n\t/go/panic.go:1\nmain.cmdAdd(0xc0)\n\t/x.go:9\n"
)
PANICS = f"cat >/dev/null; printf '{GO}' >&2; exit 2"
PYTHON = "cat >/dev/null; exec /usr/bin/python3 -c 'raise KeyError(\"ips\")'"


def test_a_go_panic_names_the_frame_of_its_own(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": answering(), "egress": PANICS})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("output/panic", 1, True)
    assert "in main.cmdAdd: panic: runtime error: nil" in finding.cause
    first = finding.evidence[0]
    assert trace.calls[1].stderr[first.start : first.end] == first.quote.encode() == b"panic: runtime error: nil"
    assert "exit 2" in quotes(finding) and '"prevResult"' in quotes(finding)


def test_another_language_s_trace_is_one_too(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": PYTHON})
    (finding,) = found(RULE, trace)
    assert "KeyError: 'ips'" in finding.cause


def test_an_error_and_a_word_of_panic_are_none(tmp_path: Path) -> None:
    noisy = answering().replace("cat", "echo 'do not panic: all is well' >&2; cat")
    assert kinds(RULE, *run_chain(tmp_path, {"main": noisy, "next": failing("panic: in a message")})) == []
