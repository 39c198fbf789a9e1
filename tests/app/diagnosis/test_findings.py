"""Findings in what ``show`` and ``run`` print, and in their documents."""

import json
from pathlib import Path

import pytest

from app.diagnosis.findings import all_findings, findings_document, findings_text
from tests.support.cli import cnistep
from tests.support.scripted import QUIET, answering, failing, run_chain
from tests.support.traces import failing_add, recorded
from traces.session.opening import document_of, write_document
from traces.store.archive import read_file


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ADD that failed, in a file."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    path = tmp_path / "traces.json"
    write_document(path, document_of(run_chain(tmp_path, {"main": answering(), "next": failing("no agent")})))
    return path


def test_show_tells_them_below_the_sequence(file: Path) -> None:
    drawn = cnistep("show", file).stdout
    assert drawn.index("never reached" if "never reached" in drawn else "no agent") < drawn.index(
        "What is wrong: 1 error"
    )
    assert "exit/error-object" in drawn and "cnistep export" in drawn


def test_plain_tells_them_in_numbered_lines(file: Path) -> None:
    assert (
        "\n1. error, ADD, link 1, (likely, not proven): next (link 1) ended ADD"
        in cnistep("show", file, "--plain").stdout
    )


def test_json_has_them_beside_the_traces(file: Path) -> None:
    document = cnistep("show", file, "--json").document
    (trace,) = document["traces"]
    (finding,) = document["findings"][trace["id"]]
    assert (finding["kind"], finding["link"], finding["severity"]) == ("exit/error-object", 1, "error")
    assert json.loads(finding["evidence"][0]["quote"]) == {"code": 999, "msg": "no agent"}


def test_a_document_with_findings_is_opened_again(file: Path, tmp_path: Path) -> None:
    cnistep("show", file, "-o", tmp_path / "again.json")
    assert read_file(tmp_path / "again.json") == read_file(file)


def test_a_healthy_trace_has_no_word_of_it(tmp_path: Path) -> None:
    traces = run_chain(tmp_path, {"main": answering()})
    write_document(tmp_path / "well.json", document_of(traces))
    assert "What is wrong" not in cnistep("show", tmp_path / "well.json").stdout
    assert findings_document(traces) == {}
    assert findings_text((), width=80, ascii=False, told=False) == ""


def test_traces_of_one_attachment_are_looked_at_together(tmp_path: Path) -> None:
    done = tmp_path / "done"
    script = f'{QUIET}; [ "$CNI_COMMAND" = DEL ] || exit 0; [ -e {done} ] && exit 1; touch {done}'
    traces = run_chain(tmp_path, {"once": script}, "DEL", "DEL")
    assert [each.kind for each in all_findings(traces)[traces[1].id]] == ["del/not-idempotent"]
    assert [each.kind for each in all_findings(traces[1:])[traces[1].id]] == ["exit/silent"]


def test_each_trace_has_its_own() -> None:
    assert list(all_findings((failing_add(), recorded(verb="DEL")))) == [failing_add().id]
