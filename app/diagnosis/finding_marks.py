"""Findings as marks at the steps that they are about, beside what stands out by itself."""

from collections.abc import Iterator, Sequence

from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.marks import MarkKind, StepMark, in_order
from traces.timeline.measure import one_line
from traces.timeline.stands_out import stands_out
from traces.timeline.steps import Step, steps

_ASKED = ("stdin", "env")
"""The sides of a call that its request has."""
_TELL_THE_SAME = {
    "prevresult/": MarkKind.DROPPED,
    "check/": MarkKind.DISPUTED,
    "version/": MarkKind.VERSION,
    "del/leak": MarkKind.LEFT,
    "cnistep/": MarkKind.TOUCHED,
    "exit/stderr-only": MarkKind.STDERR,
}
"""By the beginning of a finding's kind, the marks that say no more than it does."""


def all_that_stands_out(trace: Trace, series: Sequence[Trace] = ()) -> tuple[StepMark, ...]:
    """The findings of a trace and what stands out besides, in the order of its steps."""
    from traces.diagnosis.of_trace import trace_findings

    found = finding_marks(trace, trace_findings(trace, series))
    said = {(mark.step, kind) for mark in found for kind in _said_by(mark)}
    return in_order((*found, *(mark for mark in stands_out(trace) if (mark.step, mark.kind) not in said)))


def finding_marks(trace: Trace, findings: Sequence[Finding]) -> tuple[StepMark, ...]:
    """Each finding at its step; none where the trace has no steps."""
    found = steps(trace)
    return tuple(_mark(finding, found) for finding in findings) if found else ()


def step_of_evidence(trace: Trace, evidence: Evidence) -> int | None:
    """The step at which the quoted bytes are seen; None where they are of no call of the trace."""
    return _step_of_call(steps(trace), evidence.call, evidence.side)


def _said_by(mark: StepMark) -> Iterator[MarkKind]:
    if mark.finding is None:
        return
    if mark.finding.severity is not Severity.NOTE:
        yield MarkKind.FAILURE
    kind = mark.finding.kind
    yield from (said for beginning, said in _TELL_THE_SAME.items() if kind.startswith(beginning))


def _mark(finding: Finding, found: Sequence[Step]) -> StepMark:
    likely = "" if finding.is_proven else "likely: "
    sentence = f"{likely}{one_line(finding.cause)}"
    return StepMark(step=_step_of(finding, found), kind=MarkKind.FINDING, sentence=sentence, finding=finding)


def _step_of(finding: Finding, found: Sequence[Step]) -> int:
    """Where it is seen best: at the bytes that are quoted first of its call, else at its link, else at the end."""
    first = next((each.side for each in finding.evidence if each.call == finding.call and each.side), "stdout")
    step = _step_of_call(found, finding.call, first)
    if step is not None:
        return step
    of_link = (
        [each for each in found if each.link == finding.link and each.depth == 0] if finding.link is not None else []
    )
    return of_link[-1].index if of_link else found[-1].index


def _step_of_call(found: Sequence[Step], call: str | None, side: str) -> int | None:
    own = [step for step in found if call is not None and step.call == call]
    wanted = next((step for step in own if step.is_request is (side in _ASKED)), None)
    return wanted.index if wanted else own[-1].index if own else None
