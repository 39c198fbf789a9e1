"""What a result claims, as things to build: which interfaces are pairs, which are bridges, what lies on them.

A result does not say of what kind an interface is. Read as the reference plugins write: a container's interface follows
its host peer, and a host's interface that is no peer is the bridge of the pairs after it. Calico names the host's end
alone: the attachment's own interface is the other one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_interface
from itertools import count

from traces.kernel.next_hops import first_gateway
from traces.model.result import Address, Interface, Result, Route

BRIDGE, IFB, LO = "bridge", "ifb", "lo"
_IFB_PREFIX = "bwp"  # the bandwidth plugin's name for its ifb device


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLink:
    """An interface of the host that is no end of a pair."""

    interface: Interface
    kind: str
    """bridge, ifb, or lo, which is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A container's interface and its host peer; lo has none."""

    inside: Interface
    peer: Interface
    bridge: str | None = None
    """The bridge that the peer is enslaved to."""
    addresses: tuple[Address, ...] = ()
    routes: tuple[Route, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """Everything to be built."""

    host_links: tuple[HostLink, ...] = ()
    pairs: tuple[Pair, ...] = ()
    host_addresses: tuple[tuple[str, Address], ...] = ()
    """Those that the result gives to interfaces of the host, each with the interface's name."""
    gateways: tuple[str, ...] = ()
    """The gateways of the result's addresses, in their order."""
    notes: tuple[str, ...] = ()
    """What was guessed, in words for the user."""


def draw(result: Result, *, netns: str, ifname: str) -> Blueprint:
    """The blueprint of a result that is buildable (traces.kernel.buildable).

    `netns` and `ifname` are the attachment's, for what the result leaves open.
    """
    notes: list[str] = []
    if not any(interface.sandbox for interface in result.interfaces):
        result = _with_container_interface(result, netns, ifname)
        notes.append(f"the result names no interface in a netns: {ifname} was made for its addresses")
    pairs, peers = _pairs(result, notes)
    main = _main(pairs, netns, ifname)
    host_links = [_host_link(interface, pairs, notes) for interface in _on_host(result) if interface.name not in peers]
    host_addresses = [(interface.name, address) for address, interface in _placed(result) if not interface.sandbox]
    return Blueprint(
        host_links=tuple(host_links),
        pairs=_with_routes(_with_addresses(pairs, main, result), main, result, netns, notes),
        host_addresses=tuple(host_addresses),
        gateways=tuple(address.gateway for address in result.ips if address.gateway),
        notes=tuple(notes),
    )


def reaches(pair: Pair, gateway: str) -> bool:
    """Whether the gateway is on the link, by the addresses of the pair."""
    ip = ip_address(gateway)
    return any(ip in ip_interface(address.address).network for address in pair.addresses)


def _with_container_interface(result: Result, netns: str, ifname: str) -> Result:
    """Results before 0.3.0 have addresses only, Calico's the host's end too: the container's follows it."""
    ends = [number for number, interface in enumerate(result.interfaces) if not _is_ifb(interface)]
    place = ends[-1] + 1 if ends else 0
    before, after = result.interfaces[:place], result.interfaces[place:]
    ips = (
        replace(address, interface=address.interface + (address.interface >= place))
        if address.interface is not None
        else replace(address, interface=place)
        for address in result.ips
    )
    return replace(result, interfaces=(*before, Interface(name=ifname, sandbox=netns), *after), ips=tuple(ips))


def _pairs(result: Result, notes: list[str]) -> tuple[list[Pair], set[str]]:
    """The pairs, without addresses, and the names of the host's ends."""
    pairs: list[Pair] = []
    peers: set[str] = set()
    bridge: str | None = None
    for number, interface in enumerate(result.interfaces):
        before = result.interfaces[number - 1] if number else interface
        if interface.sandbox and interface.name == "lo":
            pairs.append(Pair(inside=interface, peer=Interface(name="")))
        elif interface.sandbox:
            peer = _invented(interface, result, peers, notes) if before.sandbox or _is_no_end(before) else before
            peers.add(peer.name)
            pairs.append(Pair(inside=interface, peer=peer, bridge=bridge))
        elif not _is_no_end(interface) and not _is_end(result, number):
            bridge = interface.name
    return pairs, peers


def _is_end(result: Result, number: int) -> bool:
    """Whether a host's interface is the end of a pair: the next one is a container's."""
    following = result.interfaces[number + 1 : number + 2]
    return bool(following) and bool(following[0].sandbox) and following[0].name != "lo"


def _is_no_end(interface: Interface) -> bool:
    return _is_ifb(interface) or interface.name == "lo"


def _is_ifb(interface: Interface) -> bool:
    return interface.name.startswith(_IFB_PREFIX)


def _invented(interface: Interface, result: Result, peers: set[str], notes: list[str]) -> Interface:
    """A peer that the result does not have: macvlan, ipvlan and the like have none."""
    notes.append(f"{interface.name} was made as a veth pair: the result does not say of what kind it is")
    taken = {other.name for other in result.interfaces} | peers
    return Interface(name=next(name for name in map("peer{}".format, count()) if name not in taken))


def _on_host(result: Result) -> list[Interface]:
    return [interface for interface in result.interfaces if not interface.sandbox]


def _host_link(interface: Interface, pairs: Sequence[Pair], notes: list[str]) -> HostLink:
    if interface.name == "lo":
        return HostLink(interface=interface, kind=LO)
    if _is_ifb(interface):
        return HostLink(interface=interface, kind=IFB)
    if all(pair.bridge != interface.name for pair in pairs):
        notes.append(f"{interface.name} was made as a bridge: the result does not say of what kind it is")
    return HostLink(interface=interface, kind=BRIDGE)


def _main(pairs: Sequence[Pair], netns: str, ifname: str) -> Pair:
    """The one for addresses and routes that name none: the attachment's, else one in its netns that is not lo."""
    return min(
        pairs, key=lambda pair: (pair.inside.sandbox != netns, pair.inside.name == "lo", pair.inside.name != ifname)
    )


def _placed(result: Result) -> list[tuple[Address, Interface]]:
    """The addresses that name an interface, with it."""
    return [(address, result.interfaces[address.interface]) for address in result.ips if address.interface is not None]


def _with_addresses(pairs: Sequence[Pair], main: Pair, result: Result) -> list[Pair]:
    def belongs(address: Address, pair: Pair) -> bool:
        if address.interface is None:
            return pair.inside == main.inside
        return result.interfaces[address.interface] == pair.inside

    return [replace(pair, addresses=tuple(ip for ip in result.ips if belongs(ip, pair))) for pair in pairs]


def _with_routes(pairs: Sequence[Pair], main: Pair, result: Result, netns: str, notes: list[str]) -> tuple[Pair, ...]:
    """Each route goes over the pair of the pod whose network has its gateway, else over the main one."""
    if result.routes and main.inside.sandbox != netns:
        notes.append(
            f"the result names no interface in {netns}: its routes were made in {main.inside.sandbox}, over "
            f"{main.inside.name}"
        )
    here = [pair for pair in pairs if pair.inside.sandbox == main.inside.sandbox]
    homes: dict[Interface, list[Route]] = {pair.inside: [] for pair in here}
    for route in result.routes:
        gateway = route.gw or first_gateway((ip.gateway for ip in result.ips), route.dst)
        home = next((pair.inside for pair in here if gateway and reaches(pair, gateway)), main.inside)
        homes[home].append(route)
    return tuple(replace(pair, routes=tuple(homes.get(pair.inside, ()))) for pair in pairs)
