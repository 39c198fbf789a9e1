"""link/bridge-address-conflict: a bridge that kept the gateway address of another subnet than the chain asks for."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_interface
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.heard import Heard, first_heard
from traces.diagnosis.reserved import Pool, flannel_subnets, pools
from traces.diagnosis.rule import Rule
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import Namespace
from traces.timeline.measure import one_line

_KIND = "link/bridge-address-conflict"
_SOURCE = "https://github.com/containernetworking/plugins/blob/main/plugins/main/bridge/bridge.go"
_SAID = re.compile(
    r'(?:\\*"(?P<bridge>[^"\\\s]+)\\*" )?already has an IP address different from (?P<wanted>[0-9a-fA-F.:]+/\d+)'
)
_DEFAULT_BRIDGE = "cni0"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """A gateway address that a chain gives its bridge."""

    bridge: str
    address: str
    evidence: Evidence
    link: int | None


def _check(case: Case) -> Iterator[Finding]:
    said = first_heard(case, _SAID)
    host = _host(case)
    found = False
    for wish in _wishes(case):
        others = _other_addresses(host, wish) if host is not None else ()
        if others and host is not None:
            found = True
            yield _finding(wish, others, _ports(host, wish.bridge), said)
    if said is not None and not found:
        yield _only_said(said)


def _host(case: Case) -> Namespace | None:
    """The host's network: as the verb left it where a trace has that, else as it is now."""
    moments = case.trace.snapshots if case.trace is not None else ()
    after = next((each.snapshot.host for each in reversed(moments) if each.snapshot.host is not None), None)
    return after if after is not None else case.node.host if case.node is not None else None


def _wishes(case: Case) -> Iterator[_Wish]:
    for chain in chains(case):
        for link in chain.network.links:
            entry = any_object(link.config)
            if link.type == "bridge" and (entry.get("isGateway") or entry.get("isDefaultGateway")):
                yield from _of_pools(pools(case), chain, link.index, _name(entry), bool(entry.get("forceAddress")))
            elif link.type == "flannel":
                yield from _of_flannel(case, chain, link.index, entry)


def _of_pools(found: Sequence[Pool], chain: Chain, link: int, bridge: str, is_forced: bool) -> Iterator[_Wish]:
    for pool in found:
        if pool.chain.path != chain.path or pool.need.link != link or is_forced:
            continue
        first = pool.ranges.ranges[0]
        address = f"{first.gateway}/{first.subnet.prefixlen}"
        asked = chain.quoted(pool.need.at[:-1], f"gateway {address} of {first.subnet}")
        yield _Wish(bridge=bridge, address=address, evidence=asked, link=link)


def _of_flannel(case: Case, chain: Chain, link: int, entry: dict[str, Any]) -> Iterator[_Wish]:
    """Flannel's delegate is a bridge with isDefaultGateway, on the node's share of the pod network."""
    given = entry.get("delegate")
    delegate = given if isinstance(given, dict) else {}
    subnets, _, path = flannel_subnets(case.node, entry)
    if delegate.get("type", "bridge") != "bridge" or delegate.get("forceAddress"):
        return
    for subnet in subnets:
        network = ip_interface(subnet).network
        address = f"{network.network_address + 1}/{network.prefixlen}"
        asked = Evidence(where=path, quote=f"FLANNEL_SUBNET: gateway {address}")
        yield _Wish(bridge=_name(delegate), address=address, evidence=asked, link=link)


def _name(entry: dict[str, Any]) -> str:
    name = entry.get("bridge")
    return name if isinstance(name, str) and name else _DEFAULT_BRIDGE


def _other_addresses(host: Namespace, wish: _Wish) -> Sequence[str]:
    """The bridge's addresses of the family, where the wished one is not among them."""
    wanted = ip_interface(wish.address)
    held = [each.address for each in host.addresses if each.device == wish.bridge]
    same = [each for each in map(_interface, held) if each is not None and each.version == wanted.version]
    real = [each for each in same if not each.ip.is_link_local]
    return () if wanted in real else tuple(map(str, real))


def _interface(text: str) -> Any:
    try:
        return ip_interface(text)
    except ValueError:
        return None


def _ports(host: Namespace, bridge: str) -> Sequence[str]:
    return tuple(device.name for device in host.links if device.master == bridge)


def _finding(wish: _Wish, others: Sequence[str], ports: Sequence[str], said: Heard | None) -> Finding:
    name, held = one_line(wish.bridge), ", ".join(others)
    busy = f"{len(ports)} attached: {' '.join(ports[:6])}" if ports else "nothing is attached to it"
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"the bridge {name} has {held}, from an earlier installation or subnet, and the chain asks for "
        f"{wish.address} on it: ADD fails as long as the old address is there",
        evidence=(
            Evidence(where=f"bridge {name} (kernel)", quote=f"{held}; {busy}"),
            wish.evidence,
            *((said.evidence,) if said else ()),
        ),
        next_step=f"ip addr show dev {shlex.quote(wish.bridge)}"
        if ports
        else f"ip link delete {shlex.quote(wish.bridge)}",
        advice="pods of the old subnet are still on it: drain the node, then delete the bridge, and ADD makes it anew"
        if ports
        else "nothing is attached to it, so it can be deleted: ADD makes it anew",
        specification=_SOURCE,
        link=wish.link,
        verb=said.verb if said else "",
        call=said.call_id if said else None,
    )


def _only_said(said: Heard) -> Finding:
    bridge, wanted = said.group("bridge") or "the bridge", said.group("wanted")
    shown = shlex.quote(bridge) if said.match["bridge"] else "type bridge"
    return Finding(
        kind=_KIND,
        severity=Severity.ERROR,
        cause=f"{bridge} still has the gateway address of another subnet, not {wanted}, which the chain asks for: it "
        "is left over from an earlier installation or subnet",
        evidence=(said.evidence,),
        next_step=f"ip addr show {shown}; bridge link; cat /run/flannel/subnet.env",
        advice="where nothing is attached to it: ip link delete it, and let ADD make it anew",
        specification=_SOURCE,
        is_proven=said.is_recorded,
        link=said.link,
        verb=said.verb,
        call=said.call_id,
    )


RULE = Rule(
    id=_KIND,
    looks_at="the addresses of the bridge (kernel) beside the gateway that the chain or subnet.env asks for",
    specification=_SOURCE,
    check=_check,
)
