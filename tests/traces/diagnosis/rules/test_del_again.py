"""A DEL that can't be repeated."""

from pathlib import Path

from tests.support.scripted import QUIET, answering, failing, found, kinds, quotes, run_chain
from traces.diagnosis.rules.del_again import RULE


def script(tmp_path: Path) -> str:
    done = tmp_path / "done"
    return f"""cat >/dev/null
[ "$CNI_COMMAND" = DEL ] || exit 0
[ -e {done} ] || {{ touch {done}; exit 0; }}
echo 'chain is gone' >&2
exit 1"""


def test_the_second_del_fails_of_what_the_first_did(tmp_path: Path) -> None:
    first, second = run_chain(tmp_path, {"main": QUIET, "once": script(tmp_path)}, "DEL", "DEL")
    assert kinds(RULE, first, second) == []
    (finding,) = found(RULE, second, first)
    assert (finding.kind, finding.link) == ("del/not-idempotent", 1)
    assert "chain is gone" in finding.cause and "exit 0" in quotes(finding) and "exit 1" in quotes(finding)


def test_without_the_first_nothing_is_known(tmp_path: Path) -> None:
    _, second = run_chain(tmp_path, {"once": script(tmp_path)}, "DEL", "DEL")
    assert kinds(RULE, second) == []


def test_one_that_always_fails_is_another_fault(tmp_path: Path) -> None:
    traces = run_chain(tmp_path, {"bad": failing("busy", "DEL")}, "DEL", "DEL")
    assert kinds(RULE, traces[1], *traces) == []


def test_one_that_bears_it_is_silent(tmp_path: Path) -> None:
    traces = run_chain(tmp_path, {"main": QUIET}, "DEL", "DEL")
    assert kinds(RULE, traces[1], *traces) == []


def test_an_add_between_them_makes_it_new(tmp_path: Path) -> None:
    traces = run_chain(tmp_path, {"once": _with_add(tmp_path), "main": answering()}, "DEL", "ADD", "DEL")
    assert traces[2].failure is not None
    assert kinds(RULE, traces[2], *traces) == []


def _with_add(tmp_path: Path) -> str:
    answer = '{"cniVersion":"1.0.0","ips":[{"address":"10.1.0.2/16"}]}'
    return script(tmp_path).replace("|| exit 0", f"|| {{ printf '%s' '{answer}'; exit 0; }}", 1)
