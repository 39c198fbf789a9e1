"""Asks every rule, and puts first what the others follow from."""

from collections.abc import Iterable, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule, all_rules
from traces.model.finding import Finding, Severity

_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_CONSEQUENCES = ("del/tail-error-stops-chain", "exit/")
"""Kinds that say what came of a failure, and those that only repeat it: behind every kind that says why it failed."""
_OF_ONE_POD = ("cache/", "netns/")
"""Kinds that are one attachment's fault: behind what no pod of the node can do with."""


def diagnose(case: Case, rules: Sequence[Rule] | None = None) -> tuple[Finding, ...]:
    """What is wrong, the first cause first.

    By severity; causes before what came of them; of a verb that failed what bears on that failure before what else is
    wrong with the node, of a node what all pods suffer from before what one does; what is proven before what is not;
    then in the order of the chain.
    """
    found = [finding for rule in (all_rules() if rules is None else rules) for finding in rule.check(case)]
    return tuple(sorted(_without_echoes(_once(found)), key=lambda finding: _rank(finding, case)))


def _once(findings: Iterable[Finding]) -> Sequence[Finding]:
    return tuple(dict.fromkeys(findings))


def _without_echoes(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Without those that only repeat what a call said, where another one says why that call failed."""
    others = [each for each in findings if not _is_echo(each) and each.severity is Severity.ERROR]
    told = {call for each in others for call in (each.call, *(seen.call for seen in each.evidence)) if call}
    return [each for each in findings if not (_is_echo(each) and each.call in told)]


def _is_echo(finding: Finding) -> bool:
    return finding.kind.startswith(_CONSEQUENCES[-1])


def _rank(finding: Finding, case: Case) -> tuple[int, int, bool, bool, bool, int]:
    severity = _SEVERITIES.index(finding.severity)
    is_of_one = case.trace is None and finding.kind.startswith(_OF_ONE_POD)
    apart = _is_apart(finding, case)
    return severity, _follows(finding), apart, is_of_one, not finding.is_proven, _place(finding, case)


def _follows(finding: Finding) -> int:
    """How far it is from the cause: 0 where it is one."""
    found = (number for number, kind in enumerate(_CONSEQUENCES, 1) if finding.kind.startswith(kind))
    return next(found, 0)


def _is_apart(finding: Finding, case: Case) -> bool:
    """Whether a failure is to be explained, and it speaks of no call of that verb and of nothing that was said."""
    failure = case.trace.failure if case.trace is not None else None
    if failure is None:
        return False
    if finding.call is not None or any(each.call for each in finding.evidence):
        return False
    texts = (failure.text, case.symptom.text if case.symptom else "")
    return not any(each.quote and each.quote in text for each in finding.evidence for text in texts)


def _place(finding: Finding, case: Case) -> int:
    """A fault of an earlier link comes first, whatever failed after it; on DEL links are asked from the last down."""
    if finding.link is None:
        return -1
    return -finding.link if case.trace is not None and case.trace.verb == "DEL" else finding.link
