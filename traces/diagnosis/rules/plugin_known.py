"""A failure that is known as the plugin's own, whatever the chain: nothing of the node need be looked for."""

from collections.abc import Iterator

from traces.diagnosis.case import Case
from traces.diagnosis.known_faults import known_fault
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import broken_call, link_of, quoted, stream, the_end, who
from traces.model.finding import Finding, Severity

_SOURCE = "https://github.com/containernetworking/plugins/tree/v1.1.1/plugins/meta"


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    known = known_fault(trace) if trace is not None else None
    call = broken_call(trace) if trace is not None else None
    if trace is None or known is None or call is None:
        return
    yield Finding(
        kind="plugin/known-fault",
        severity=Severity.WARNING,
        cause=f"{who(trace, call)} fails {call.verb} by {known}",
        evidence=(stream(trace, call, "stdout" if call.stdout.strip() else "stderr"), the_end(trace, call)),
        advice="use a newer release of the plugin, or set disableCheck in the network; the pod itself is well",
        next_step=f"dpkg -S {quoted(call.path)}" if call.path.startswith("/usr/") else "",
        specification=_SOURCE,
        call=call.id,
        link=link_of(trace, call),
        verb=call.verb,
    )


RULE = Rule(
    id="plugin/known-fault",
    looks_at="the error of a failed call beside the faults that are known of released plugins",
    specification=_SOURCE,
    check=_check,
)
