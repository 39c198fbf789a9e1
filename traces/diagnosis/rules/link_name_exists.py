"""link/name-exists: an interface that ADD wants to make is there already, from an ADD that was not undone."""

import re
from collections.abc import Iterator

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import Device, Namespace, Snapshot
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_KIND = "link/name-exists"
_SOURCE = "https://github.com/containernetworking/plugins/blob/main/pkg/ip/link_linux.go"
_NAME = r'\\*"?(?P<{0}>[^"\\\s()]+)\\*"?'
_SAID = re.compile(
    rf"container veth name(?: provided)? \({_NAME.format('pod')}\)"
    rf"(?: peer provided \({_NAME.format('peer')}\))? already exists"
    rf"|(?:interface|link|device|veth|name) {_NAME.format('name')} already exists"
    r"|failed to (?:make veth pair|create (?:macvlan|ipvlan|vlan|bridge|ifb)|rename (?:link|interface))[^\n]{0,80}: "
    r"(?:file exists|already exists)"
)


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _SAID)
    if said is not None and said.verb in ("ADD", "") and not _made_by_an_earlier_link(said):
        yield _finding(case.trace if said.is_recorded else None, said)


def _made_by_an_earlier_link(said: Heard) -> bool:
    """Whether the chain itself made it, as prevResult tells: then the chain has two that make one."""
    previous = any_object(said.call.stdin).get("prevResult") if said.call is not None else None
    interfaces = previous.get("interfaces") if isinstance(previous, dict) else None
    names = [each.get("name") for each in interfaces if isinstance(each, dict)] if isinstance(interfaces, list) else []
    return bool(said.match["pod"]) and said.match["pod"] in names


def _finding(trace: Trace | None, said: Heard) -> Finding:
    match = said.match
    peer = said.group("peer") if match["peer"] else ""
    name = peer or (said.group("pod") if match["pod"] else said.group("name") if match["name"] else "")
    ifname = name or (trace.attachment.ifname if trace else "eth0")
    device, side = _device(trace, ifname)
    place = "on the host" if peer or side == "host" else "in the pod's namespace"
    kernel = (
        (Evidence(where=f"{one_line(ifname)} {place} (kernel), before ADD", quote=_words(device)),) if device else ()
    )
    ended = "the pod's namespace was not new" if place != "on the host" else "it belongs to another or an earlier pod"
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{said.plugin or 'the plugin'} wants to make {one_line(ifname)}, and there is one {place} already: "
        f"{ended}, so an earlier ADD was not undone, or two chains make an interface of that name",
        evidence=(said.evidence, *kernel),
        next_step=_next_step(trace, ifname, on_host=place == "on the host"),
        advice="let DEL of the earlier attachment run; two networks of one pod need interface names of their own",
        specification=_SOURCE,
        is_proven=said.is_recorded,
        call=said.call_id,
        link=said.link,
        verb=said.verb or "ADD",
    )


def _device(trace: Trace | None, name: str) -> tuple[Device | None, str]:
    """The device of that name before the verb, and the side that it is on."""
    snapshot: Snapshot | None = trace.snapshots[0].snapshot if trace is not None and trace.snapshots else None
    if snapshot is None:
        return None, ""
    sides: tuple[tuple[str, Namespace | None], ...] = (("pod", snapshot.pod), ("host", snapshot.host))
    for side, namespace in sides:
        device = namespace.link(name) if namespace is not None else None
        if device is not None:
            return device, side
    return None, ""


def _words(device: Device) -> str:
    return f"{device.index}: {device.name} {device.kind} {device.mac} {device.state}".replace("  ", " ")


def _next_step(trace: Trace | None, ifname: str, *, on_host: bool) -> str:
    name = re.sub(r"[^\w.@-]", "", ifname) or "eth0"
    if on_host or trace is None:
        return f"ip -d link show {name}"
    netns = re.sub(r"[^\w./-]", "", trace.attachment.netns)
    return f"nsenter --net={netns} ip -d link show {name}"


RULE = Rule(
    id=_KIND,
    looks_at="what ADD says of a name, and the devices that were there before it",
    specification=_SOURCE,
    check=_check,
)
