"""Reads the devices and the addresses of a network namespace."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import NamedTuple

from traces.kernel.snapshot_dump import Attributes, Dumper, Message, Question, text
from traces.kernel.wording import SCOPES
from traces.model.snapshot import ELSEWHERE, Device, DeviceAddress, Peer

_RUNNING, _UP = 0x40, 0x1
_FLAGS = (
    *((0x8, "LOOPBACK"), (0x2, "BROADCAST"), (0x10, "POINTOPOINT"), (0x1000, "MULTICAST"), (0x80, "NOARP")),
    *((0x200, "ALLMULTI"), (0x100, "PROMISC"), (0x400, "MASTER"), (0x800, "SLAVE"), (0x4, "DEBUG")),
    *((0x8000, "DYNAMIC"), (0x4000, "AUTOMEDIA"), (0x2000, "PORTSEL"), (0x20, "NOTRAILERS"), (0x1, "UP")),
    *((0x10000, "LOWER_UP"), (0x20000, "DORMANT"), (0x40000, "ECHO")),
)
"""linux/if.h, in the order of ip-link(8)."""
_DETAILS = (
    ("IFLA_VLAN_ID", "vlan"),
    ("IFLA_VXLAN_ID", "vxlan"),
    ("IFLA_MACVLAN_MODE", "mode"),
    ("IFLA_IPVLAN_MODE", "mode"),
    ("IFLA_VRF_TABLE", "table"),
)
_SWITCHES = (
    ("IFLA_BR_VLAN_FILTERING", "vlan_filtering"),
    ("IFLA_BRPORT_MODE", "hairpin"),
    ("IFLA_BRPORT_ISOLATED", "isolated"),
)
_IPVLAN_MODES = {0: "l2", 1: "l3", 2: "l3s"}
_ADDRESS_FLAGS = (
    *((0x1, "secondary"), (0x2, "nodad"), (0x4, "optimistic"), (0x8, "dadfailed"), (0x10, "home")),
    *((0x20, "deprecated"), (0x40, "tentative"), (0x100, "mngtmpaddr"), (0x200, "noprefixroute")),
    *((0x400, "autojoin"), (0x800, "stable-privacy")),
)
_PERMANENT = 0x80


class _Sides(NamedTuple):
    """Where peers may be: the namespace itself, and others by the number that it has for them."""

    own: str
    by_number: Mapping[int, str]


def read_links(dumper: Dumper, own: str, others: Mapping[str, int]) -> tuple[Device, ...]:
    """The devices of the namespace that is called `own`; `others` are open descriptors of namespaces, by side.

    A peer in another namespace has no name yet: see name_peers.
    """
    found = [(message, Attributes(message)) for message in dumper.all(Question.LINKS)]
    names = {message["index"]: has.text("IFLA_IFNAME") for message, has in found}
    numbers = _numbers(dumper, others) if any(_netns_number(has) is not None for _, has in found) else {}
    return tuple(_device(message, has, names, _Sides(own, numbers)) for message, has in found)


def name_peers(devices: Sequence[Device], side: str, there: Sequence[Device]) -> tuple[Device, ...]:
    """The devices, with the names of those peers that are among the devices of that side."""
    names = {device.index: device.name for device in there}
    return tuple(
        replace(device, peer=replace(device.peer, name=names.get(device.peer.index, "")))
        if device.peer and device.peer.side == side and not device.peer.name
        else device
        for device in devices
    )


def read_addresses(dumper: Dumper, names: Mapping[int, str]) -> tuple[DeviceAddress, ...]:
    """The addresses; `names` are the devices', by their index."""
    return tuple(_address(message, names) for message in dumper.all(Question.ADDRESSES))


def _numbers(dumper: Dumper, others: Mapping[str, int]) -> dict[int, str]:
    """The sides by the number that this namespace has for each."""
    found = {dumper.number_of(descriptor): side for side, descriptor in others.items()}
    return {number: side for number, side in found.items() if number is not None}


def _netns_number(has: Attributes) -> int | None:
    number = has.get("IFLA_LINK_NETNSID")
    return number if isinstance(number, int) else None


def _device(message: Message, has: Attributes, names: Mapping[int, str], sides: _Sides) -> Device:
    info = has.inside("IFLA_LINKINFO")
    return Device(
        index=message["index"],
        name=names[message["index"]],
        kind=info.text("IFLA_INFO_KIND"),
        mac=has.text("IFLA_ADDRESS"),
        mtu=has.number("IFLA_MTU"),
        state=has.text("IFLA_OPERSTATE").lower(),
        flags=tuple(_flags(message["flags"])),
        txqlen=has.number("IFLA_TXQLEN"),
        master=names.get(has.number("IFLA_MASTER"), ""),
        peer=_peer(message["index"], has, names, sides),
        details=tuple(_details(info)),
    )


def _flags(flags: int) -> Iterator[str]:
    if flags & _UP and not flags & _RUNNING:
        yield "NO-CARRIER"
    yield from (name for bit, name in _FLAGS if flags & bit)


def _peer(own_index: int, has: Attributes, names: Mapping[int, str], sides: _Sides) -> Peer | None:
    index, number = has.number("IFLA_LINK"), _netns_number(has)
    if not index:
        return None
    if number is not None:
        return Peer(index=index, side=sides.by_number.get(number, ELSEWHERE))
    return None if index == own_index else Peer(index=index, side=sides.own, name=names.get(index, ""))


def _details(info: Attributes) -> Iterator[str]:
    data, port = info.inside("IFLA_INFO_DATA"), info.inside("IFLA_INFO_SLAVE_DATA")
    for attribute, word in _DETAILS:
        value = data.get(attribute)
        if value is not None:
            yield f"{word} {text(_IPVLAN_MODES.get(value, value) if attribute == 'IFLA_IPVLAN_MODE' else value)}"
    yield from (word for attribute, word in _SWITCHES if data.get(attribute) or port.get(attribute))


def _address(message: Message, names: Mapping[int, str]) -> DeviceAddress:
    has = Attributes(message)
    address = has.text("IFA_LOCAL") or has.text("IFA_ADDRESS")
    other = has.text("IFA_ADDRESS") or address
    flags = has.number("IFA_FLAGS") or message["flags"]
    words = [name for bit, name in _ADDRESS_FLAGS if flags & bit]
    return DeviceAddress(
        device=names.get(message["index"], ""),
        address=f"{address}/{message['prefixlen']}",
        peer="" if other == address else other,
        scope=SCOPES.get(message["scope"], str(message["scope"])),
        flags=tuple(words if flags & _PERMANENT else [*words, "dynamic"]),
        by_kernel=_is_kernels(address),
    )


def _is_kernels(address: str) -> bool:
    """The kernel says who gave an address only from Linux 5.18 on, and of IPv4 not at all."""
    parsed = ip_address(address)
    return parsed.is_loopback or (parsed.version == 6 and parsed.is_link_local)
