"""ipam/del-skipped: a DEL that ended well without asking the IPAM plugin, so that the address is never given back."""

import shlex
from collections.abc import Iterator

from traces.cni.anyjson import ipam_of
from traces.diagnosis.case import Case
from traces.diagnosis.reserved import reserved
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import by_hand_command, link_calls, the_end, the_entry, the_variable, who
from traces.model.call import Call, Outcome
from traces.model.finding import Evidence, Finding, Severity
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_KIND = "ipam/del-skipped"
_SPECIFICATION = "https://www.cni.dev/docs/spec/#section-4-plugin-delegation"


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "DEL":
        return
    for call in link_calls(trace):
        ipam = _ipam(trace, call)
        if ipam and call.outcome is Outcome.OK and not _asked(trace, call):
            yield from _judged(case, trace, call, ipam)


def _ipam(trace: Trace, call: Call) -> str:
    entry = next((each for each in trace.network.links if each.index == call.link), None)
    kind = ipam_of(entry.config).get("type") if entry is not None else None
    return kind if isinstance(kind, str) else ""


def _asked(trace: Trace, call: Call) -> bool:
    return any(each.parent == call.id for each in trace.calls)


def _judged(case: Case, trace: Trace, call: Call, ipam: str) -> Iterator[Finding]:
    """Proven by a reservation that is still there, or an ADD that did ask. A link that never asks has its reasons."""
    adds = [each for each in case.series if each.verb == "ADD"]
    at_add = [
        (add, one) for add in adds for one in link_calls(add) if one.link == call.link and one.plugin == call.plugin
    ]
    asked = [(add, one) for add, one in at_add if any(each.parent == one.id for each in add.calls)]
    left = tuple(_left(case, trace))
    if not left and ipam == "host-local" and _is_looked_at(trace):
        return
    if left or asked:
        shown = tuple(_delegate(add, one) for add, one in asked[-1:])
        yield _finding(trace, call, ipam, (*shown, *left), is_proven=bool(left or trace.cache_before))
    elif not at_add and not trace.attachment.netns:
        yield _finding(trace, call, ipam, (), is_proven=False)


def _is_looked_at(trace: Trace) -> bool:
    """Whether the reservations after it are known: then nothing is left where none is among them."""
    return bool(trace.snapshots) and not trace.snapshots[-1].snapshot.lacks("host", "reservations")


def _left(case: Case, trace: Trace) -> Iterator[Evidence]:
    """The container's reservations after it."""
    container = trace.attachment.container_id
    if trace.snapshots:
        for each in trace.snapshots[-1].snapshot.reservations:
            if each.container_id == container:
                yield Evidence(where=f"{each.path}, after DEL", quote=f"{each.container_id} {each.ifname}")
    elif case.node is not None:
        for one in reserved(case.node.reservations):
            if one.container_id == container:
                yield Evidence(where=one.path, quote=f"{one.container_id} {one.ifname}")


def _delegate(add: Trace, call: Call) -> Evidence:
    asked = next(each for each in add.calls if each.parent == call.id)
    return Evidence(where=f"calls of {who(add, call)} in ADD {one_line(add.id)}", quote=f"{asked.plugin} {asked.verb}")


def _finding(trace: Trace, call: Call, ipam: str, evidence: tuple[Evidence, ...], *, is_proven: bool) -> Finding:
    plugin, name = who(trace, call), one_line(ipam)
    is_empty = not call.env.get("CNI_NETNS", "")
    why = " as CNI_NETNS is empty" if is_empty else ""
    none = Evidence(where=f"calls of {plugin} in DEL {one_line(trace.id)}", quote=f"none: {name} was not asked")
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{plugin} answered DEL with success{why} and never asked its IPAM plugin {name}: the address stays "
        "reserved, and nobody will ask again",
        evidence=(
            none,
            *((the_variable(trace, call, "CNI_NETNS"),) if is_empty else ()),
            the_end(trace, call),
            *evidence,
            *((the_entry(trace, call.link),) if call.link is not None else ()),
        ),
        next_step=f"grep -rl {shlex.quote(trace.attachment.container_id)} /var/lib/cni/networks"
        if name == "host-local"
        else by_hand_command(trace, call),
        advice="runtimes send DEL with an empty CNI_NETNS after a reboot; a plugin has to delegate DEL to IPAM all the "
        "same: upgrade it, and until then give the address back by hand",
        specification=_SPECIFICATION,
        is_proven=is_proven,
        call=call.id,
        link=call.link,
        verb="DEL",
    )


RULE = Rule(
    id=_KIND,
    looks_at="the delegate calls of each link at DEL beside those of ADD, and the container's reservations",
    specification=_SPECIFICATION,
    check=_check,
)
