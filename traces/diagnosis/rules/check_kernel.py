"""A CHECK that failed: the row of prevResult that the kernel does not have any more, and the link that it is of."""

import re
from collections.abc import Iterator, Sequence

from traces.diagnosis.case import Case
from traces.diagnosis.known_faults import known_fault
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    in_short,
    link_of,
    member,
    quoted,
    said,
    show_command,
    stream,
    the_end,
    was_stopped,
    who,
)
from traces.kernel.claim import ClaimRow
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.kernel_steps import disputed, end_claims
from traces.timeline.kernel_words import claim_text, kernel_text

_MAC = re.compile(r"Interface (?P<name>\S+) Mac doesn't match: (?P<mac>\S+) not found", re.IGNORECASE)
_TOLD = 4


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "CHECK" or was_stopped(trace) or known_fault(trace) is not None:
        return
    call = broken_call(trace)
    if call is None or call.outcome not in (Outcome.ERROR, Outcome.FAILED):
        return
    text = said(call) or call.stderr.decode(errors="replace")
    rows, mac = disputed(end_claims(trace)), _MAC.search(text)
    macs = [row for row in rows if row.kind == "mac" and (mac is None or row.subject == mac["name"])]
    if mac or (macs and "mac" in text.lower()):
        yield _mac_changed(trace, call, macs, mac)
    elif rows:
        yield _other(trace, call, sorted(rows, key=lambda row: row.subject not in text), text)


def _mac_changed(trace: Trace, call: Call, rows: Sequence[ClaimRow], mac: re.Match[str] | None) -> Finding:
    name = in_short(rows[0].subject if rows else mac["name"] if mac else "")
    cached = in_short(mac["mac"]) if mac else rows[0].claimed
    now = f"the kernel has {in_short(rows[0].kernel)}" if rows else "the kernel has another"
    return Finding(
        kind="check/mac-changed",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} fails CHECK because the MAC of {name} was changed after ADD: the cached result says "
            f"{cached}, {now}"
        ),
        evidence=(
            *_kernel(rows),
            member(trace, call, "stdin", "prevResult"),
            stream(trace, call, "stdout"),
            the_end(trace, call),
        ),
        advice="udev's MACAddressPolicy=persistent does this to new veths: set it to none for them; recreate the pod",
        next_step=f"ip -d link show {quoted(name)}; udevadm info {quoted(f'/sys/class/net/{name}')}",
        specification=RULE.specification,
        call=call.id,
        link=link_of(trace, call),
        verb="CHECK",
    )


def _other(trace: Trace, call: Call, rows: Sequence[ClaimRow], text: str) -> Finding:
    row = rows[0]
    return Finding(
        kind="check/other",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} fails CHECK, and the kernel is not as the cached result says: {claim_text(row)} is "
            f"claimed, but {kernel_text(row)}"
        ),
        evidence=(
            *_kernel(rows),
            stream(trace, call, "stdout" if call.stdout.strip() or not call.stderr else "stderr"),
            the_end(trace, call),
        ),
        advice="somebody changed it after ADD: an agent, an operator, a restart of the network; recreate the pod",
        next_step=show_command(trace, "--kernel"),
        specification=RULE.specification,
        is_proven=row.subject in text,
        call=call.id,
        link=link_of(trace, call),
        verb="CHECK",
    )


def _kernel(rows: Sequence[ClaimRow]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(where=f"{row.kind} {in_short(row.subject)} (kernel)", quote=f"{claim_text(row)}: {kernel_text(row)}")
        for row in rows[:_TOLD]
    )


RULE = Rule(
    id="check",
    looks_at="the failed link of a CHECK, and what prevResult claims beside what the kernel has",
    specification="https://www.cni.dev/docs/spec/#check-check-containers-networking-is-as-expected",
    check=_check,
)
