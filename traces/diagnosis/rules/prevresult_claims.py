"""A link that fails of something which a link before it claimed to have made, and the kernel does not have."""

from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import broken_call, in_short, link_calls, link_of, member, said, show_command, stream, who
from traces.kernel.claim import ClaimRow
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.kernel_steps import call_claims, disputed
from traces.timeline.kernel_words import claim_text, kernel_text

_TELLING = ("interface", "veth", "link not found", "no such device", "peer", "not found", "no such")
_KINDS = ("interface", "peer", "bridge", "mac", "address")


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "ADD" or not trace.snapshots:
        return
    victim = broken_call(trace)
    failed = link_of(trace, victim) if victim else None
    if victim is None or not failed:
        return
    text = said(victim) or victim.stderr.decode(errors="replace")
    if not any(word in text.lower() for word in _TELLING):
        return
    for call in link_calls(trace):
        if call.link is None or call.link >= failed:
            continue
        rows = [row for row in disputed(call_claims(trace, call.id)) if row.kind in _KINDS]
        if rows:
            yield _finding(trace, call, victim, rows, text)
            return


def _finding(trace: Trace, call: Call, victim: Call, rows: list[ClaimRow], text: str) -> Finding:
    row = next((each for each in rows if each.subject in text), rows[0])
    kernel = tuple(
        Evidence(where=f"kernel after {who(trace, call)}", quote=f"{claim_text(each)}: {kernel_text(each)}")
        for each in rows[:3]
    )
    return Finding(
        kind="prevresult/not-in-kernel",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} claims {claim_text(row)}, but {kernel_text(row)}; {who(trace, victim)} believed it "
            f"and failed: «{in_short(text)}»"
        ),
        evidence=(
            member(trace, call, "stdout", "interfaces"),
            *kernel,
            stream(trace, victim, "stdout" if victim.stdout.strip() else "stderr"),
        ),
        advice="a result must say what is there: look at the link that claims it, not at the one that failed",
        next_step=show_command(trace, "--kernel"),
        specification=RULE.specification,
        is_proven=row.subject in text,
        call=call.id,
        link=call.link,
        verb="ADD",
    )


RULE = Rule(
    id="prevresult/not-in-kernel",
    looks_at="what each link claimed beside what the kernel had after it, and the link that failed behind it",
    specification="https://www.cni.dev/docs/spec/#add-success",
    check=_check,
)
