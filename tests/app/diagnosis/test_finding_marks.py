"""Findings at their steps."""

from dataclasses import replace

import pytest

from app.diagnosis.finding_marks import all_that_stands_out, finding_marks, step_of_evidence
from tests.support.traces import LOOPBACK_FIRST, failing_add, missing_plugin, recorded
from traces.diagnosis.of_trace import trace_findings
from traces.model.finding import Evidence, Finding, Severity
from traces.timeline.marks import Grade, MarkKind
from traces.timeline.steps import steps

ADD = failing_add()
PORTMAP = ADD.calls[-1].id


def finding(**fields: object) -> Finding:
    """A finding of portmap's."""
    seen = (Evidence(where="stdin of portmap", quote="{", call=PORTMAP, side="stdin"),)
    base = Finding(kind="x/y", severity=Severity.WARNING, cause="it is\nso", evidence=seen, call=PORTMAP, link=1)
    return replace(base, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(("side", "step"), [("stdin", 4), ("env", 4), ("stdout", 5), ("stderr", 5), ("exit", 5)])
def test_the_step_is_where_its_bytes_are(side: str, step: int) -> None:
    evidence = Evidence(where="w", quote="q", call=PORTMAP, side=side)
    assert step_of_evidence(ADD, evidence) == step
    (mark,) = finding_marks(ADD, (finding(evidence=(evidence,)),))
    assert mark.step == step


def test_a_mark_says_the_cause_with_its_severity() -> None:
    (mark,) = finding_marks(ADD, (finding(is_proven=False),))
    assert (mark.kind, mark.grade, mark.sentence) == (MarkKind.FINDING, Grade.WARNING, "likely: it is so")
    assert mark.finding is not None and mark.finding.kind == "x/y"


def test_without_a_call_it_is_at_its_link_or_at_the_end() -> None:
    trace = missing_plugin()
    (mark,) = finding_marks(trace, (finding(call=None, link=2),))
    assert steps(trace)[mark.step].plugin == "bandwidth"
    (mark,) = finding_marks(trace, (finding(call=None, link=None),))
    assert mark.step == len(steps(trace)) - 1


def test_evidence_of_a_file_has_no_step() -> None:
    assert step_of_evidence(ADD, Evidence(where="/etc/cni/net.d/10-a.conf", quote="{")) is None
    assert (
        finding_marks(replace(ADD, calls=(), failure=None, network=replace(ADD.network, links=())), (finding(),)) == ()
    )


def test_all_marks_are_in_the_order_of_the_steps() -> None:
    found = all_that_stands_out(ADD)
    assert [mark.step for mark in found] == sorted(mark.step for mark in found)
    assert sum(mark.finding is not None for mark in found) == len(trace_findings(ADD)) == 1


def test_what_a_finding_says_is_not_said_twice() -> None:
    trace = recorded(LOOPBACK_FIRST)
    assert MarkKind.DROPPED in [mark.kind for mark in all_that_stands_out(trace)]


def test_a_failure_with_a_finding_is_one_row() -> None:
    rows = [mark for mark in all_that_stands_out(ADD) if mark.step == 5]
    assert [mark.kind for mark in rows].count(MarkKind.FAILURE) == 0
    assert any(mark.finding for mark in rows)
