"""What cnistep or its user did is said to be so."""

from pathlib import Path

import pytest

from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces
from tests.support.scripted import found, kinds
from tests.support.touched import touched_add
from tests.support.traces import recorded
from traces.diagnosis.of_trace import trace_findings
from traces.diagnosis.rules.made_by_hand import RULE
from traces.model.finding import Severity
from traces.store.archive import read_file


@needs_namespaces
@pytest.mark.parametrize("kind", ["error", "noise", "panic", "empty"])
def test_a_fault_that_was_put_in_is_no_mystery(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    file = tmp_path / "trace.json"
    chain = conflist(tmp_path, {"type": "bridge"}, {"type": "portmap"})
    cnistep("run", chain, "ADD", "--simulate", "all", "--fault", f"0:ADD:{kind}", "-o", file)
    (trace,) = read_file(file)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.severity, finding.link) == ("cnistep/fault", Severity.NOTE, 0)
    assert finding.evidence[0].quote.startswith("fault put in by cnistep: link 0, bridge, ADD:")
    assert trace_findings(trace)[0].link == 0


def test_an_answer_and_an_edit_by_hand() -> None:
    assert set(kinds(RULE, touched_add())) <= {"cnistep/answer", "cnistep/edit"}
    assert kinds(RULE, touched_add())


def test_a_run_that_nobody_touched_is_silent() -> None:
    assert kinds(RULE, recorded()) == []
