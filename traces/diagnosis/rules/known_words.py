"""Failures whose words are known, and of which no other rule knows more: an API that is not reached, iptables, nft."""

from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.explain.explain import explain_record
from traces.diagnosis.explain.explanation import Explanation
from traces.diagnosis.rule import Rule
from traces.diagnosis.said import Said, said
from traces.diagnosis.telling import broken_call, holding
from traces.model.finding import Finding, Severity

_KINDS = frozenset(
    {
        "daemon/api-unreachable",
        "daemon/api-failed",
        "daemon/file-missing",
        "daemon/forbidden",
        "daemon/credential-stale",
        "firewall/command-failed",
        "exec/helper-missing",
        "ipam/requested-not-available",
        "ipam/duplicate-allocation",
        "ipam/no-ranges",
        "ipam/invalid-cidr",
        "link/bridge-port-down",
        "link/bridge-address-race",
        "check/sandbox-mismatch",
        "del/not-idempotent",
    }
)
"""Kinds that the words themselves tell, and that need no file and no kernel to be held to."""
_LONGEST = 8192
"""Characters of a text that are read for them."""


def _check(case: Case) -> Iterator[Finding]:
    found: dict[str, Finding] = {}
    for one in said(case):
        for each in explain_record(one.text[:_LONGEST]):
            if each.is_error and each.kind in _KINDS and not _keeps_others_from_del(one, each):
                found.setdefault(each.kind, _finding(case, one, each))
    yield from found.values()


def _keeps_others_from_del(one: Said, each: Explanation) -> bool:
    """Whether links before it were never asked: that matters more than why it failed, and another rule says so."""
    return each.kind == "del/not-idempotent" and bool(one.link)


def _finding(case: Case, one: Said, each: Explanation) -> Finding:
    call = broken_call(case.trace) if case.trace is not None and one.is_recorded else None
    evidence = one.evidence
    if case.trace is not None and call is not None:
        evidence = holding(case.trace, call, "stdout" if call.stdout.strip() else "stderr", each.error)
    return Finding(
        kind=each.kind,
        severity=Severity.ERROR,
        cause=each.cause,
        evidence=(evidence,),
        next_step=each.next_step,
        advice=each.advice,
        specification=RULE.specification,
        is_proven=False,
        call=call.id if call is not None else one.call,
        link=one.link,
        verb=one.verb,
    )


RULE = Rule(
    id="known-words",
    looks_at="the words that a verb failed with, or that were reported",
    specification="https://www.cni.dev/docs/spec/#error",
    check=_check,
)
