"""What stands on stdout beside the one document is found, with its bytes."""

import json
from pathlib import Path

import pytest

from tests.support.scripted import MAKER_RESULT, answering, found, kinds, quotes, run_chain
from traces.diagnosis.rules.output_noise import RULE

ANSWER = json.dumps(MAKER_RESULT)
LOG = '{"level":"info","msg":"received add"}'


def test_a_log_record_before_the_result(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"chatty": answering(f"{LOG}\n{ANSWER}")})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link) == ("output/log-noise", 0)
    assert f"its result begins at byte {len(LOG) + 1}" in finding.cause
    noise, answer = finding.evidence[:2]
    assert noise.quote == LOG and answer.start == len(LOG) + 1


@pytest.mark.parametrize(
    ("stdout", "words"),
    [(f"starting up\n{ANSWER}", "text that is no JSON"), (f"{ANSWER}\ndone", "behind its answer")],
)
def test_plain_lines_before_or_behind(tmp_path: Path, stdout: str, words: str) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"chatty": answering(stdout)}))
    assert finding.kind == "output/log-noise" and words in finding.cause


def test_noise_before_an_error_object(tmp_path: Path) -> None:
    noisy = answering('{"level":"warn"}\n{"code":7,"msg":"no agent"}', code=1)
    (finding,) = found(RULE, *run_chain(tmp_path, {"chatty": noisy}))
    assert "its error begins at byte 17" in finding.cause and "no agent" in quotes(finding)


def test_the_same_document_twice(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"twice": answering(ANSWER + ANSWER)})) == ["output/two-documents"]


@pytest.mark.parametrize("stdout", [ANSWER, f"\n {ANSWER}\n", "no document at all", ""])
def test_one_document_or_none_is_no_noise(tmp_path: Path, stdout: str) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": answering(stdout)})) == []


@pytest.mark.parametrize(
    "stdout", [f"{LOG}\n{LOG}", 'level=error msg="no agent"', "E0611 09:12:33.1 1 main.go:42] no agent"]
)
def test_log_records_where_the_error_should_be(tmp_path: Path, stdout: str) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"chatty": answering(stdout, code=1)}))
    assert finding.kind == "output/log-noise" and "no error object" in finding.cause


def test_a_plain_complaint_is_no_log_record(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": answering("cannot reach the agent", code=1)})) == []


def test_noise_on_del_harms_nobody(tmp_path: Path) -> None:
    assert kinds(RULE, *run_chain(tmp_path, {"main": answering(f"bye\n{ANSWER}", "DEL")}, "DEL")) == []
