"""Exit 0 without the answer that must come with it."""

from pathlib import Path

import pytest

from tests.support.scripted import MAKER_RESULT, QUIET, answering, failing, found, kinds, run_chain
from traces.diagnosis.rules.output_answer import RULE


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        (QUIET, "output/exit0-empty", "wrote nothing on stdout"),
        ("cat >/dev/null; echo 'lost the agent' >&2", "output/exit0-empty", "wrote nothing on stdout"),
        (answering({"code": 7, "msg": "no agent"}), "output/exit0-empty", "an error object and exit 0"),
        (answering("all done"), "output/not-json", "is no JSON"),
        (answering('{"cniVersion":"1.0.0","ips":['), "output/not-json", "is no JSON"),
        (answering("[1]"), "output/not-json", "no object"),
        (answering({**MAKER_RESULT, "cniVersion": "7.1.0"}), "output/wrong-version", "version 7.1.0"),
    ],
)
def test_each_form_has_its_name(tmp_path: Path, script: str, kind: str, words: str) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": script}))
    assert (finding.kind, finding.link) == (kind, 0)
    assert words in finding.cause


def test_what_it_said_on_stderr_is_quoted(tmp_path: Path) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": "cat >/dev/null; echo 'lost the agent' >&2"}))
    assert [each.side for each in finding.evidence] == ["stdout", "exit", "stderr"]


@pytest.mark.parametrize("verb", ["ADD", "CHECK", "DEL"])
def test_a_healthy_chain_is_silent(tmp_path: Path, verb: str) -> None:
    traces = run_chain(tmp_path, {"main": answering()}, "ADD", verb)
    assert [kinds(RULE, trace) for trace in traces] == [[], []]


def test_a_failure_that_says_so_is_none(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": failing("no agent")})) == []
