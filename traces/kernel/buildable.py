"""What of a result the kernel could ever have: the rest is taken out of it beforehand, and said.

A result may hold anything: a name that no interface can have, an index that leads nowhere, words for a hypervisor.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from ipaddress import ip_address, ip_interface, ip_network
from itertools import count

from traces.model.result import Address, Interface, Result, Route

_LONGEST_NAME = 15  # IFNAMSIZ less the ending byte
_RESERVED = (".", "..", "all", "default")  # the last two are folders of sysctls (linux, dev_valid_name, devinet.c)
_MAC = re.compile(r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}", re.IGNORECASE)
_NO_MAC = "00:00:00:00:00:00"
_MULTICAST = 1  # the lowest bit of the first byte
_MTUS = range(68, 65536)  # of a veth and of a bridge (linux, ETH_MIN_MTU and ETH_MAX_MTU)
_LEAST_IPV6_MTU = 1280
_U32, _U8 = range(2**32), range(256)
_LIMITS = (("priority", _U32), ("table", _U32), ("scope", _U8), ("mtu", range(65521)), ("advmss", range(65496)))
"""What each number of a route can be; of the last two the kernel takes no more (linux, ip_metrics_convert)."""
_SHOWN = 40


def buildable(result: Result, stands: Mapping[str, str]) -> tuple[Result, tuple[str, ...]]:
    """The result without what can't be built, and what was left out, in words for the user.

    `stands` has for each netns path of the result the one that is used. Indices of addresses are those of the
    interfaces that are left; an interface that is named twice counts as one.
    """
    notes: list[str] = []
    interfaces, places = _interfaces(result, stands, notes)
    if any((result.nameservers, result.domain, result.search, result.options)):
        notes.append("dns was left out: it has no place in the kernel")
    ips = tuple(_addresses(result, interfaces, places, notes))
    routes = tuple(replace(route, table=route.table or None) for route in result.routes if _is_route(route, notes))
    return replace(result, interfaces=interfaces, ips=ips, routes=tuple(dict.fromkeys(routes))), tuple(notes)


def short(text: str) -> str:
    """A text for a note, of a length that a line can hold."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def with_gateway(address: Address) -> str:
    """An address for a note: what is left out with it is said too."""
    return short(address.address) + (f" (gateway {short(address.gateway)})" if address.gateway else "")


def _interfaces(
    result: Result, stands: Mapping[str, str], notes: list[str]
) -> tuple[tuple[Interface, ...], dict[int, int]]:
    """The interfaces that can be, and the place among them of each number that has one."""
    kept: list[Interface] = []
    places: dict[int, int] = {}
    known: dict[tuple[str, str], int] = {}
    for number, interface in enumerate(result.interfaces):
        why = _why_no_interface(interface, stands)
        if why:
            other = _instead(result, number)
            kept += other
            stead = f"; {other[0].name} stands for it" if other else ""
            notes.append(f"{short(interface.name) or f'interface {number}'} was left out: {why}{stead}")
            continue
        key = stands.get(interface.sandbox, ""), interface.name
        if key in known:
            where = f"in {key[0]}" if key[0] else "on the host"
            notes.append(f"{interface.name} is named twice {where}: it was made once, as it is named first")
        else:
            known[key] = len(kept)
            kept.append(_with_sound_traits(replace(interface, sandbox=key[0]), notes))
        places[number] = known[key]
    return tuple(kept), places


def _instead(result: Result, number: int) -> list[Interface]:
    """What stands for a host's interface that can't be, where it is the end of a pair: without it another would be."""
    pair = result.interfaces[number : number + 2]
    if len(pair) < 2 or pair[0].sandbox or not pair[1].sandbox or pair[1].name == "lo":
        return []
    taken = {interface.name for interface in result.interfaces}
    return [Interface(name=next(name for name in map("peer{}".format, count(number)) if name not in taken))]


def _why_no_interface(interface: Interface, stands: Mapping[str, str]) -> str:
    name = interface.name
    if not name:
        return "it has no name"
    if interface.sandbox and interface.sandbox not in stands:
        return f"its sandbox, {short(interface.sandbox)}, is not the path of a netns"
    size = len(name.encode(errors="replace"))
    if size > _LONGEST_NAME:
        return f"its name has {size} bytes, and the kernel takes {_LONGEST_NAME} at most"
    if name in _RESERVED or not name.isprintable() or any(letter.isspace() or letter in "/:%" for letter in name):
        return "no interface can have such a name"
    return ""


def _with_sound_traits(interface: Interface, notes: list[str]) -> Interface:
    """The interface without a MAC address or an MTU that it can't have."""
    name, mac, mtu = interface.name, interface.mac, interface.mtu
    why = _why_no_mac(name, mac)
    if why:
        notes.append(f"the MAC address {short(mac)} of {name} was left out: {why}")
    if mtu and mtu not in _MTUS:
        notes.append(f"the MTU {mtu} of {name} was left out: the kernel takes {_MTUS[0]} to {_MTUS[-1]}")
    for field, value in (("socketPath", interface.socket_path), ("pciID", interface.pci_id)):
        if value:
            notes.append(f"the {field} of {name}, {short(value)}, was left out: there is no such device here")
    return replace(interface, mac="" if why or name == "lo" else mac, mtu=mtu if mtu in _MTUS else 0)


def _why_no_mac(name: str, mac: str) -> str:
    if not mac or (name == "lo" and mac == _NO_MAC):
        return ""
    if name == "lo":
        return "lo has none"
    if not _MAC.fullmatch(mac):
        return "it is not six bytes, as in 02:00:00:00:00:01"
    if mac == _NO_MAC or int(mac[:2], 16) & _MULTICAST:
        return "no interface can have it"
    return ""


def _addresses(
    result: Result, interfaces: tuple[Interface, ...], places: Mapping[int, int], notes: list[str]
) -> Iterator[Address]:
    seen: dict[tuple[int | None, str], str] = {}
    for address in result.ips:
        number = address.interface
        place = None if number is None else places.get(number)
        why = _why_no_address(address, result, places, None if place is None else interfaces[place])
        if why:
            notes.append(f"{with_gateway(address)} was left out: {why}")
            continue
        found = ip_interface(address.address)
        first = seen.setdefault((place, str(found.ip)), str(found))
        if found.version == 6 and first != str(found):
            notes.append(f"{with_gateway(address)} was left out: {first} is there already")
            continue
        yield replace(address, address=str(found), interface=place, gateway=_sound_gateway(address, notes))


def _why_no_address(address: Address, result: Result, places: Mapping[int, int], interface: Interface | None) -> str:
    number = address.interface
    try:
        version = ip_interface(address.address).version
    except ValueError:
        return "it is no address"
    if number is not None and not 0 <= number < len(result.interfaces):
        return f"the result has no interface {number}"
    if number is not None and number not in places:
        return f"it is that of interface {number}, which was left out"
    if version == 6 and interface and 0 < interface.mtu < _LEAST_IPV6_MTU:
        return f"IPv6 needs an MTU of {_LEAST_IPV6_MTU}, and {interface.name} has {interface.mtu}"
    return ""


def _sound_gateway(address: Address, notes: list[str]) -> str:
    try:
        return str(ip_address(address.gateway)) if address.gateway else ""
    except ValueError:
        notes.append(f"the gateway {short(address.gateway)} was left out: it is no address")
        return ""


def _is_route(route: Route, notes: list[str]) -> bool:
    why = _why_no_route(route)
    if why:
        notes.append(f"the route to {short(route.dst)} was left out: {why}")
    return not why


def _why_no_route(route: Route) -> str:
    try:
        version = ip_network(route.dst, strict=False).version
    except ValueError:
        return "it is no network"
    try:
        gateway = ip_address(route.gw).version if route.gw else version
    except ValueError:
        return f"its gateway {short(route.gw)} is no address"
    if (version, gateway) == (6, 4):
        return f"IPv6 can't go by way of {route.gw}"
    for field, limits in _LIMITS:
        value = getattr(route, field)
        if value is not None and value not in limits:
            return f"its {field} {value} is not one of {limits[0]} to {limits[-1]}"
    return ""
