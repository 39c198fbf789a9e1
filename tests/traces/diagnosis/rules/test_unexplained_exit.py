"""Each form in which a plugin can fail has its name, and the innermost plugin is the one that is told of."""

from pathlib import Path

import pytest

from tests.support.scripted import answering, failing, found, kinds, quotes, run_chain
from tests.support.traces import FLANNEL_WITHOUT_SUBNET, recorded
from traces.diagnosis.rules.unexplained_exit import RULE


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        (failing("no agent"), "exit/error-object", "code 999: «no agent»"),
        ("cat >/dev/null; echo oh no; exit 3", "exit/text", "exit 3 and text on stdout"),
        ("cat >/dev/null; echo oh no >&2; exit 3", "exit/stderr-only", "«oh no»"),
        ("cat >/dev/null; exit 3", "exit/silent", "says nothing"),
        ("cat >/dev/null; kill -SEGV $$", "exit/signal", "SIGSEGV"),
        ("cat >/dev/null; kill -KILL $$", "exit/signal", "SIGKILL"),
    ],
)
def test_each_form_has_its_name(tmp_path: Path, script: str, kind: str, words: str) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": answering(), "next": script}))
    assert (finding.kind, finding.link, finding.is_proven) == (kind, 1, False)
    assert words in finding.cause
    assert finding.evidence and finding.next_step


def test_the_delegate_that_failed_is_told_of(tmp_path: Path) -> None:
    passes = 'given=$(cat); printf "%s" "$given" | "$CNI_PATH/ipam"'
    scripts = {"ipam": failing("no addresses left"), "main": passes}
    (trace,) = run_chain(tmp_path, scripts, order=("main",))
    (finding,) = found(RULE, trace)
    assert finding.cause.startswith("ipam (called by main, link 0) ended ADD") and finding.link == 0
    assert "no addresses left" in quotes(finding)


def test_a_real_plugin_s_error_is_quoted() -> None:
    (finding,) = found(RULE, recorded(FLANNEL_WITHOUT_SUBNET))
    assert "subnet.env" in finding.cause


def test_what_a_deadline_killed_is_another_matter(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": "exec sleep 20"}, timeout=0.2)) == []


def test_a_chain_that_went_well_is_silent(tmp_path: Path) -> None:
    assert [kinds(RULE, each) for each in run_chain(tmp_path, {"main": answering()}, "ADD", "DEL")] == [[], []]
