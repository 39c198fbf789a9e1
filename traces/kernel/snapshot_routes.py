"""Reads the routes of all tables, the rules that pick them and the neighbours of a network namespace."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.kernel.snapshot_dump import Attributes, Dumper, Message, Question, text
from traces.kernel.wording import SCOPES, TABLE_NAMES, table_name
from traces.model.snapshot import LOCAL, Neighbour, RouteEntry, RuleEntry

_INET, _INET6 = 2, 10  # multicast routing has families of its own, which are left out
_CLONED = 0x200  # RTM_F_CLONED: an entry of the route cache
_ONLINK = 0x4
_KIND_NAMES = ("unicast", "local", "broadcast", "anycast", "multicast", "blackhole", "unreachable", "prohibit", "throw")
_KINDS = dict(enumerate(_KIND_NAMES, 1))
_PROTOCOLS = {0: "", 1: "redirect", 2: "kernel", 3: "boot", 4: "static", 9: "ra", 12: "bird", 16: "dhcp", 186: "bgp"}
_ACTIONS = {1: "lookup", 2: "goto", 3: "nop", 6: "blackhole", 7: "unreachable", 8: "prohibit"}
_FIRST_RULES = (0, 32766, 32767)
_INVERT = 0x2
_NONE = 0xFFFFFFFF
_NAMED = (
    *(("FRA_IIFNAME", "iif"), ("FRA_OIFNAME", "oif"), ("FRA_UID_RANGE", "uidrange"), ("FRA_IP_PROTO", "ipproto")),
    *(("FRA_SPORT_RANGE", "sport"), ("FRA_DPORT_RANGE", "dport")),
)
_IP_PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp", 58: "ipv6-icmp", 132: "sctp"}
_NONE = 0xFFFFFFFF
_NAMED = (
    *(("FRA_IIFNAME", "iif"), ("FRA_OIFNAME", "oif"), ("FRA_UID_RANGE", "uidrange"), ("FRA_IP_PROTO", "ipproto")),
    *(("FRA_SPORT_RANGE", "sport"), ("FRA_DPORT_RANGE", "dport")),
)
_IP_PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp", 58: "ipv6-icmp", 132: "sctp"}
_STATE_NAMES = ("incomplete", "reachable", "stale", "delay", "probe", "failed", "noarp", "permanent")
_STATES = {0: "none", **{1 << bit: name for bit, name in enumerate(_STATE_NAMES)}}
_PROXY = 0x8


def read_routes(dumper: Dumper, names: Mapping[int, str]) -> tuple[RouteEntry, ...]:
    """The routes of both families; `names` are the devices', by their index."""
    messages = dumper.all(Question.ROUTES)
    kept = (message for message in messages if message["family"] in (_INET, _INET6) and not message["flags"] & _CLONED)
    return tuple(_route(message, names) for message in kept)


def read_rules(dumper: Dumper) -> tuple[RuleEntry, ...]:
    """The rules of both families."""
    messages = dumper.all(Question.RULES)
    return tuple(_rule(message) for message in messages if message["family"] in (_INET, _INET6))


def read_neighbours(dumper: Dumper, names: Mapping[int, str]) -> tuple[Neighbour, ...]:
    """The neighbours of both families."""
    return tuple(_neighbour(message, names) for message in dumper.all(Question.NEIGHBOURS))


def _route(message: Message, names: Mapping[int, str]) -> RouteEntry:
    has, family, scope = Attributes(message), _family(message), message["scope"]
    metrics = has.inside("RTA_METRICS")
    table = has.get("RTA_TABLE", message["table"])
    return RouteEntry(
        family=family,
        dst=_prefix(has.text("RTA_DST"), message["dst_len"], family),
        table=table,
        kind=_KINDS.get(message["type"], str(message["type"])),
        gateway=_gateway(has),
        device=names.get(has.number("RTA_OIF"), ""),
        metric=has.number("RTA_PRIORITY"),
        source=has.text("RTA_PREFSRC"),
        scope=SCOPES.get(scope, str(scope)),
        protocol=_PROTOCOLS.get(message["proto"], str(message["proto"])),
        mtu=metrics.number("RTAX_MTU"),
        advmss=metrics.number("RTAX_ADVMSS"),
        onlink=bool(message["flags"] & _ONLINK),
        nexthops=tuple(_nexthops(has.get("RTA_MULTIPATH", ()), names)),
        by_kernel=message["proto"] == 2 or table == LOCAL,
    )


def _family(message: Message) -> int:
    return 4 if message["family"] == _INET else 6


def _prefix(address: str, length: int, family: int) -> str:
    return f"{address or ('0.0.0.0' if family == 4 else '::')}/{length}"


def _gateway(has: Attributes) -> str:
    """The next hop; over the other family it is in RTA_VIA (ip-route(8), «via inet6»)."""
    via = has.get("RTA_VIA")
    return has.text("RTA_GATEWAY") or (text(via["addr"]) if via else "")


def _nexthops(hops: Sequence[Any], names: Mapping[int, str]) -> Iterator[str]:
    for hop in hops:
        gateway = _gateway(Attributes(hop))
        via = f"via {gateway} " if gateway else ""
        yield f"{via}dev {names.get(hop['oif'], hop['oif'])} weight {hop['hops'] + 1}"


def _rule(message: Message) -> RuleEntry:
    has = Attributes(message)
    priority, table = has.number("FRA_PRIORITY"), has.get("FRA_TABLE", message["table"])
    selector = " ".join(_selectors(message, has))
    return RuleEntry(
        family=_family(message),
        priority=priority,
        selector=selector,
        action=_action(message["action"], has, table),
        by_kernel=priority in _FIRST_RULES and selector == "from all" and table in TABLE_NAMES,
    )


def _action(number: int, has: Attributes, table: int) -> str:
    action = _ACTIONS.get(number, str(number))
    if action == "goto":
        return f"goto {has.get('FRA_GOTO')}"
    if action != "lookup":
        return action
    shortest = has.get("FRA_SUPPRESS_PREFIXLEN", _NONE)
    suppress = "" if shortest == _NONE else f" suppress_prefixlength {shortest}"
    return f"lookup {'[l3mdev-table]' if has.get('FRA_L3MDEV') else table_name(table)}{suppress}"


def _selectors(message: Message, has: Attributes) -> Iterator[str]:
    """In the words and the order of ip-rule(8)."""
    family = _family(message)
    if message["flags"] & _INVERT:
        yield "not"
    source, destination = has.text("FRA_SRC"), has.text("FRA_DST")
    yield f"from {_prefix(source, message['src_len'], family) if source else 'all'}"
    if destination:
        yield f"to {_prefix(destination, message['dst_len'], family)}"
    if message["tos"]:
        yield f"tos {message['tos']:#x}"
    mark, mask = has.number("FRA_FWMARK"), has.get("FRA_FWMASK", _NONE)
    if mark or mask not in (_NONE, 0):
        yield f"fwmark {mark:#x}" + ("" if mask == _NONE else f"/{mask:#x}")
    for attribute, word in _NAMED:
        value = has.get(attribute)
        if value:
            yield f"{word} {_IP_PROTOCOLS.get(value, value) if word == 'ipproto' else _range(text(value))}"


def _range(value: str) -> str:
    """«80-90» of «80:90», and «80» of «80:80»; names of devices as they are."""
    low, colon, high = value.partition(":")
    if not (colon and low.isdigit() and high.isdigit()):
        return value
    return low if low == high else f"{low}-{high}"


def _neighbour(message: Message, names: Mapping[int, str]) -> Neighbour:
    has = Attributes(message)
    state, proxy = _STATES.get(message["state"], str(message["state"])), bool(message["flags"] & _PROXY)
    return Neighbour(
        device=names.get(message["ifindex"], ""),
        address=has.text("NDA_DST"),
        mac=has.text("NDA_LLADDR"),
        state=state,
        proxy=proxy,
        by_kernel=state != "permanent" and not proxy,
    )
