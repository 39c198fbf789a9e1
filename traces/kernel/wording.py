"""What a snapshot's entries are called, and what there is to say of each: as ip, tc and nft would name them.

An entry's name is what makes it the same one in two snapshots; its facts are what may change. Counters, lifetimes and
what comes and goes by itself are in neither.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from traces.model.snapshot import (
    ELSEWHERE,
    HOST,
    LOCAL,
    MAIN,
    POD,
    Device,
    DeviceAddress,
    Neighbour,
    NetfilterLine,
    Peer,
    Qdisc,
    Reservation,
    RouteEntry,
    RuleEntry,
    Sysctl,
    TrafficClass,
    TrafficFilter,
)

Facts = tuple[tuple[str, str], ...]
"""What is said of an entry: a word and its value; a value stands alone where the word is empty."""

_WHERE = {POD: "in the pod", HOST: "on the host", ELSEWHERE: "elsewhere"}
_PASSING_FLAGS = {"LOWER_UP", "NO-CARRIER", "DORMANT"}
_PASSING_ADDRESS_FLAGS = {"tentative", "optimistic"}
SCOPES = {0: "global", 200: "site", 253: "link", 254: "host", 255: "nowhere"}
"""Of addresses and routes (linux/rtnetlink.h)."""
TABLE_NAMES = {253: "default", MAIN: "main", LOCAL: "local"}


def name_of(entry: Any) -> str:
    """The entry's name: two entries of one kind and one side with the same name are the same thing."""
    return _NAMES[type(entry)](entry)


def facts_of(entry: Any) -> Facts:
    """What may change of the entry; empty values are left out."""
    return tuple((word, value) for word, value in _FACTS[type(entry)](entry) if value)


def in_words(facts: Facts) -> str:
    """Facts as one text."""
    return ", ".join(f"{word} {value}".strip() for word, value in facts)


def peer_text(peer: Peer) -> str:
    """«veth1 on the host»; by its index where the name is not known."""
    return f"{peer.name or f'device {peer.index}'} {_WHERE.get(peer.side, peer.side)}"


def table_name(table: int) -> str:
    """As ip names it: main, local, default, else its number."""
    return TABLE_NAMES.get(table, str(table))


def _device_facts(device: Device) -> Iterator[tuple[str, str]]:
    yield "", device.kind
    yield "mac", device.mac
    yield "mtu", str(device.mtu)
    yield "state", device.state
    yield "flags", ",".join(flag for flag in device.flags if flag not in _PASSING_FLAGS)
    yield "txqlen", str(device.txqlen or "")
    yield "master", device.master
    yield "peer", peer_text(device.peer) if device.peer else ""
    yield "", " ".join(device.details)


def _address_facts(address: DeviceAddress) -> Iterator[tuple[str, str]]:
    yield "peer", address.peer
    yield "scope", "" if address.scope == "global" else address.scope
    yield "", " ".join(flag for flag in address.flags if flag not in _PASSING_ADDRESS_FLAGS)


def _route_name(route: RouteEntry) -> str:
    kind = "" if route.kind == "unicast" else f"{route.kind} "
    words = [f"{kind}{route.dst}"]
    words += [f"via {route.gateway}"] if route.gateway else []
    words += [f"dev {route.device}"] if route.device else []
    words += [f"table {table_name(route.table)}"] if route.table != MAIN else []
    words += [f"metric {route.metric}"] if route.metric else []
    return " ".join(words)


def _route_facts(route: RouteEntry) -> Iterator[tuple[str, str]]:
    yield "proto", route.protocol
    yield "scope", "" if route.scope == "global" else route.scope
    yield "src", route.source
    yield "mtu", str(route.mtu or "")
    yield "advmss", str(route.advmss or "")
    yield "", "onlink" if route.onlink else ""
    yield "nexthops", " and ".join(route.nexthops)


def _rule_name(rule: RuleEntry) -> str:
    return f"{'-6 ' if rule.family == 6 else ''}{rule.priority}: {rule.selector} {rule.action}"


def _neighbour_facts(neighbour: Neighbour) -> Iterator[tuple[str, str]]:
    yield "mac", neighbour.mac
    yield "", "permanent" if neighbour.state == "permanent" else ""
    yield "", "proxy" if neighbour.proxy else ""


def _details(entry: Qdisc | TrafficClass | TrafficFilter) -> Iterator[tuple[str, str]]:
    yield "", ", ".join(entry.details)


def _filter_name(found: TrafficFilter) -> str:
    return f"{found.kind} {found.handle} pref {found.priority} {found.protocol} on {found.device} parent {found.parent}"


def _reservation_facts(reservation: Reservation) -> Iterator[tuple[str, str]]:
    yield "for", f"{reservation.container_id} {reservation.ifname}".strip()


_NAMES: Mapping[type, Callable[[Any], str]] = {
    Device: lambda device: f"{device.name} ({device.index})",
    DeviceAddress: lambda address: f"{address.address} on {address.device}",
    RouteEntry: _route_name,
    RuleEntry: _rule_name,
    Neighbour: lambda neighbour: f"{neighbour.address} on {neighbour.device}",
    Qdisc: lambda qdisc: f"{qdisc.kind} {qdisc.handle} on {qdisc.device} {qdisc.parent}",
    TrafficClass: lambda found: f"{found.kind} {found.handle} on {found.device} parent {found.parent}",
    TrafficFilter: _filter_name,
    NetfilterLine: lambda line: f"{line.family} {line.table} {line.line}",
    Sysctl: lambda setting: setting.name,
    Reservation: lambda reservation: reservation.path,
}
_FACTS: Mapping[type, Callable[[Any], Iterator[tuple[str, str]]]] = {
    Device: _device_facts,
    DeviceAddress: _address_facts,
    RouteEntry: _route_facts,
    RuleEntry: lambda rule: iter(()),
    Neighbour: _neighbour_facts,
    Qdisc: _details,
    TrafficClass: _details,
    TrafficFilter: _details,
    NetfilterLine: lambda line: iter(()),
    Sysctl: lambda setting: iter((("", "not there" if setting.value is None else setting.value),)),
    Reservation: _reservation_facts,
}
