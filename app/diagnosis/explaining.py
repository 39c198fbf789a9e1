"""Brings what a text says together with what is recorded: the trace of the sandbox or of the pod, and its findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.output import say
from traces.diagnosis.case import Case
from traces.diagnosis.diagnose import diagnose
from traces.diagnosis.explain.as_finding import finding_of
from traces.diagnosis.explain.document import explanation_document
from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.explain.matching import matching
from traces.diagnosis.explain.text import explanation_plain, explanation_text
from traces.diagnosis.report import finding_document, finding_lines, plain_finding_lines
from traces.errors import TraceError
from traces.model.finding import Finding
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.session.opening import kept_summaries, open_trace
from traces.timeline.printable import printable

_FINDINGS = 3
"""Findings of a recorded trace that are told; cnistep show has all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An explanation with the recorded trace that it is about, and what the rules say of both."""

    explanation: Explanation
    trace: Summary | None = None
    findings: tuple[Finding, ...] = ()

    def text(self, width: int, ascii: bool) -> str:
        """As text, drawn; safe."""
        parts = [explanation_text(self.explanation, width=width, ascii=ascii, recorded=self._recorded())]
        if self.trace is not None and self.findings:
            lines = finding_lines(self.findings[:_FINDINGS], width - 4, ascii)
            parts += [
                "",
                f"  found in the trace {printable(self.trace.id)}:",
                *(f"    {line}".rstrip() for line in lines),
            ]
        return "\n".join(parts)

    def plain(self) -> str:
        """As lines that are told one by one; safe."""
        parts = [explanation_plain(self.explanation, self._recorded())]
        if self.trace is not None:
            parts += [f"finding {line}" for line in plain_finding_lines(self.findings[:_FINDINGS])]
        return "\n".join(parts)

    def document(self) -> dict[str, Any]:
        """As it stands in a JSON document."""
        trace = self.trace.id if self.trace is not None else None
        return {**explanation_document(self.explanation), "trace": trace}

    def _recorded(self) -> str:
        trace = self.trace
        if trace is None:
            return ""
        outcome = "failed" if trace.error else "went well" if trace.finished else "runs"
        at = f" at {trace.failed_plugin}" if trace.failed_plugin else ""
        return printable(f"cnistep open {trace.id}  ({trace.verb} of {trace.created[:19]}, {outcome}{at})")


def tell(explanations: Sequence[Explanation]) -> tuple[Told, ...]:
    """Each explanation with the newest trace of its sandbox or pod, and what the rules say."""
    summaries = _summaries() if any(each.container_id or each.pod for each in explanations) else ()
    return tuple(_told(each, matching(each, summaries)) for each in explanations)


def findings_document(told: Sequence[Told]) -> list[dict[str, Any]]:
    """All findings, each with the place in the list of the explanation that it belongs to."""
    return [
        {**finding_document(finding), "explanation": index}
        for index, each in enumerate(told)
        for finding in each.findings
    ]


def _told(explanation: Explanation, summary: Summary | None) -> Told:
    trace = _opened(summary)
    findings = diagnose(Case(symptom=explanation.symptom, trace=trace)) if explanation.is_error else ()
    return Told(
        explanation=explanation,
        trace=summary if trace is not None else None,
        findings=_with_the_text(findings, explanation),
    )


def _with_the_text(findings: tuple[Finding, ...], explanation: Explanation) -> tuple[Finding, ...]:
    """The findings, with what the text alone shows where they neither say the same nor prove another.

    It stands behind what a rule likens it to, and before what only repeats the plugin's words.
    """
    own = finding_of(explanation)
    if own is None or any(each.kind == own.kind or each.is_proven for each in findings):
        return findings
    repeated = tuple(each for each in findings if each.kind.startswith("exit/"))
    return (*(each for each in findings if each not in repeated), own, *repeated)


def _opened(summary: Summary | None) -> Trace | None:
    try:
        return open_trace(summary.id) if summary is not None else None
    except TraceError as error:
        say(f"cnistep: {printable(str(error))}")
        return None


def _summaries() -> Sequence[Summary]:
    """What is recorded; a text is explained even where that can't be read."""
    try:
        return kept_summaries(lambda text: say(f"cnistep: {printable(text)}"))
    except TraceError as error:
        say(f"cnistep: {printable(str(error))}")
        return ()
