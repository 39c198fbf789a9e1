"""link/mtu: packets that are larger than what a device on their way takes: they are lost without an error."""

import shlex
from collections.abc import Iterator
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.reserved import flannel_subnets
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import HOST, POD, Device, Namespace, Snapshot
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_KIND = "link/mtu"
_SOURCE = "https://www.cni.dev/plugins/current/main/bridge/"
_MAIN = ("bridge", "ptp", "macvlan", "ipvlan", "vlan")


def _check(case: Case) -> Iterator[Finding]:
    if case.trace is not None:
        yield from _of_trace(case.trace)
    elif case.node is not None and case.node.host is not None:
        for chain in chains(case):
            yield from _of_chain(case, chain, case.node.host)


def _of_trace(trace: Trace) -> Iterator[Finding]:
    """After ADD: the pod's end of a pair beside the host's, and beside the device that packets leave by."""
    if trace.verb != "ADD" or trace.failure is not None or not trace.snapshots:
        return
    snapshot = trace.snapshots[-1].snapshot
    device = snapshot.pod.link(trace.attachment.ifname) if snapshot.pod is not None else None
    if device is None or snapshot.host is None or not device.mtu:
        return
    other = _narrower(snapshot, device)
    if other is not None:
        where = f"{one_line(device.name)} in the pod (kernel)"
        yield _finding(
            f"{one_line(device.name)} in the pod takes {device.mtu} bytes, and {one_line(other.name)} on the host "
            f"{other.mtu}",
            (
                Evidence(where=where, quote=f"mtu {device.mtu}"),
                Evidence(where=f"{one_line(other.name)} on the host (kernel)", quote=f"mtu {other.mtu}"),
            ),
            link=_sets_mtu(trace, device.mtu),
        )


def _narrower(snapshot: Snapshot, device: Device) -> Device | None:
    host = snapshot.host
    if host is None:
        return None
    peer = host.link(device.peer.name) if device.peer is not None and device.peer.side in (HOST, POD) else None
    candidates = [each for each in (peer, _uplink(host)) if each is not None and 0 < each.mtu < device.mtu]
    return next(iter(candidates), None)


def _uplink(host: Namespace) -> Device | None:
    """The device of the default route."""
    route = next((each for each in host.routes if each.dst == "0.0.0.0/0" and each.device), None)
    return host.link(route.device) if route is not None else None


def _sets_mtu(trace: Trace, mtu: int) -> int | None:
    return next((link.index for link in trace.network.links if any_object(link.config).get("mtu") == mtu), None)


def _of_chain(case: Case, chain: Chain, host: Namespace) -> Iterator[Finding]:
    uplink = _uplink(host)
    for link in chain.network.links:
        entry = any_object(link.config)
        if link.type == "flannel":
            yield from _of_flannel(case, entry, host, link.index)
        mtu = entry.get("mtu") if link.type in _MAIN else None
        if isinstance(mtu, int) and uplink is not None and mtu > uplink.mtu > 0:
            yield _finding(
                f"{link.type} (link {link.index}) gives pods an MTU of {mtu}, and {one_line(uplink.name)}, by which "
                f"their packets leave, takes {uplink.mtu}",
                (
                    chain.quoted(("plugins", link.index, "mtu"), f'"mtu": {mtu}'),
                    Evidence(where=f"{uplink.name} (kernel)", quote=f"mtu {uplink.mtu}, device of the default route"),
                ),
                link=link.index,
            )


def _of_flannel(case: Case, entry: dict[str, Any], host: Namespace, link: int) -> Iterator[Finding]:
    """The bridge keeps the MTU that it was made with; pods that come later get today's."""
    delegate = entry.get("delegate")
    name = delegate.get("bridge", "cni0") if isinstance(delegate, dict) else "cni0"
    bridge = host.link(name) if isinstance(name, str) else None
    _, mtu, path = flannel_subnets(case.node, entry)
    if bridge is not None and mtu and 0 < bridge.mtu < mtu:
        yield _finding(
            f"flannel gives pods an MTU of {mtu}, and the bridge {one_line(bridge.name)} was made with {bridge.mtu}",
            (
                Evidence(where=path, quote=f"FLANNEL_MTU={mtu}"),
                Evidence(where=f"bridge {bridge.name} (kernel)", quote=f"mtu {bridge.mtu}"),
            ),
            link=link,
            device=bridge.name,
        )


def _finding(words: str, evidence: tuple[Evidence, ...], *, link: int | None, device: str = "") -> Finding:
    return Finding(
        kind=_KIND,
        severity=Severity.WARNING,
        cause=f"{words}: larger packets are dropped on their way, so that connections open and then hang",
        evidence=evidence,
        next_step=f"ip -d link show {shlex.quote(device)}" if device else "ip -d link; ip route",
        advice="give the chain an mtu that fits the narrowest device, and recreate the pods (or the bridge)",
        specification=_SOURCE,
        link=link,
    )


RULE = Rule(
    id=_KIND,
    looks_at="the MTU of the pod's interface, of the bridge and of the device of the default route",
    specification=_SOURCE,
    check=_check,
)
