"""An explanation as a finding: what a text alone shows, in the form in which the rules say what they found."""

from traces.diagnosis.case import Symptom
from traces.diagnosis.explain.explanation import Explanation
from traces.model.finding import Evidence, Finding, Severity


def finding_of(explanation: Explanation) -> Finding | None:
    """The finding of the text's own kind, never proven; None where the text names no kind, or no error."""
    if not explanation.is_error or not explanation.kind:
        return None
    symptom = explanation.symptom
    return Finding(
        kind=explanation.kind,
        severity=Severity.NOTE if explanation.follows else Severity.ERROR,
        cause=explanation.cause,
        evidence=(Evidence(where=_where(explanation), quote=_quote(explanation, symptom)),),
        next_step=explanation.next_step,
        advice=explanation.advice,
        is_proven=False,
        verb=symptom.verb,
    )


def _where(explanation: Explanation) -> str:
    return f"the reported error of {explanation.plugin}" if explanation.plugin else "the reported error"


def _quote(explanation: Explanation, symptom: Symptom) -> str:
    """The words themselves; where the innermost part has none, those of the layer around it."""
    return explanation.error or symptom.text or next((each.added for each in reversed(explanation.layers)), "")
