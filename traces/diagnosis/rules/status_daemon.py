"""A STATUS that failed, or is never asked: the link that is not ready, which libcni's error does not name."""

from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.silence import why_silent
from traces.diagnosis.telling import (
    broken_call,
    by_hand_command,
    in_short,
    link_of,
    ran_past_deadline,
    said,
    stream,
    the_end,
    was_stopped,
    who,
)
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace

_MEANS = {
    50: "it can't set up new pods now",
    51: "it can't set up new pods now, and pods that run may have lost part of their connectivity",
}
"""CNI specification 1.1, «STATUS»."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "STATUS" or was_stopped(trace):
        return
    call = broken_call(trace)
    if call is not None and call.outcome in (Outcome.ERROR, Outcome.FAILED) and not ran_past_deadline(trace, call):
        yield _not_ready(trace, call)
    elif (why := why_silent(trace)) is not None:
        yield _not_asked(trace, why)


def _not_ready(trace: Trace, call: Call) -> Finding:
    code = any_object(call.stdout).get("code")
    meaning = _MEANS.get(code) if isinstance(code, int) else None
    words = said(call) or call.stderr.decode(errors="replace").strip()
    means = f"; code {code}: {meaning}" if meaning else ""
    return Finding(
        kind="status/daemon-down",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, call)} says that it is not ready («{in_short(words)}»{means}), which makes the whole node "
            "NotReady; the runtime's message does not name it"
        ),
        evidence=(
            stream(trace, call, "stdout" if call.stdout.strip() or not call.stderr else "stderr"),
            the_end(trace, call),
        ),
        advice="look at the plugin's agent on this node: whether its pod runs, and whether its socket answers",
        next_step=f"crictl ps -a | grep -i -- {_agent(call)}; " + by_hand_command(trace, call),
        specification=RULE.specification,
        is_proven=meaning is not None,
        call=call.id,
        link=link_of(trace, call),
        verb="STATUS",
    )


def _agent(call: Call) -> str:
    """What its agent's container is probably called: cilium for cilium-cni."""
    return "".join(char for char in call.plugin.removesuffix("-cni") if char.isalnum() or char in "-_.") or "cni"


def _not_asked(trace: Trace, why: str) -> Finding:
    version = in_short(trace.network.cni_version)
    return Finding(
        kind="status/not-asked",
        severity=Severity.NOTE,
        cause=f"STATUS was well because {why}: nobody knows whether the plugins are ready",
        evidence=(Evidence(where=in_short(trace.network.source or trace.network.name), quote=f"cniVersion {version}"),),
        specification=RULE.specification,
        verb="STATUS",
    )


RULE = Rule(
    id="status/daemon-down",
    looks_at="the failed link of a STATUS, its code and message",
    specification="https://www.cni.dev/docs/spec/#status-check-plugin-status",
    check=_check,
)
