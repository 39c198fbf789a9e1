"""The findings of traces as the headless verbs tell them: below each trace's text, and beside the traces in JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.diagnosis.of_trace import trace_findings
from traces.diagnosis.report import count_findings, finding_document, finding_lines, plain_finding_lines
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace


def all_findings(traces: Sequence[Trace], beside: Sequence[Trace] = ()) -> Mapping[str, tuple[Finding, ...]]:
    """The findings of each trace that has some, by its id.

    The traces of one attachment are looked at together, and with those of it that stand beside them.
    """
    found = {trace.id: trace_findings(trace, _series(trace, (*beside, *traces))) for trace in traces}
    return {trace_id: findings for trace_id, findings in found.items() if findings}


def findings_text(findings: Sequence[Finding], *, width: int, ascii: bool, told: bool) -> str:
    """The findings of one trace as text; empty where there is none."""
    return "\n".join(_lines(findings, width, ascii, told)) if findings else ""


def findings_document(traces: Sequence[Trace], beside: Sequence[Trace] = ()) -> Mapping[str, Any]:
    """The findings of each trace as JSON objects, by the trace's id."""
    return {
        trace_id: [finding_document(each) for each in found] for trace_id, found in all_findings(traces, beside).items()
    }


def _lines(findings: Sequence[Finding], width: int, ascii: bool, told: bool) -> Iterator[str]:
    is_wrong = any(each.severity is not Severity.NOTE for each in findings)
    yield f"{'What is wrong' if is_wrong else 'Worth knowing'}: {count_findings(findings)}"
    if told:
        yield from plain_finding_lines(findings)
        return
    yield ""
    yield from finding_lines(findings, width, ascii)


def _series(trace: Trace, traces: Sequence[Trace]) -> Sequence[Trace]:
    return [other for other in traces if other.series == trace.series and other.id != trace.id]
