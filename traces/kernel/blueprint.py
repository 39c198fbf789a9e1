"""What a result claims, as things to build: which interfaces are pairs, which are bridges, what lies on them.

A result does not say of what kind an interface is. Read as the reference plugins write: a container's interface follows
its host peer, and a host's interface that is no peer is the bridge of the pairs after it.
"""

from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_interface

from traces.model.result import Address, Interface, Result, Route

_IFB_PREFIX = "bwp"  # the bandwidth plugin's name for its ifb device


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A container's interface and its host peer."""

    inside: Interface
    peer: Interface
    bridge: str | None = None
    """The bridge that the peer is enslaved to."""
    addresses: tuple[Address, ...] = ()
    routes: tuple[Route, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """Everything to be built."""

    bridges: tuple[Interface, ...] = ()
    ifbs: tuple[Interface, ...] = ()
    pairs: tuple[Pair, ...] = ()
    notes: tuple[str, ...] = ()
    """What was guessed, in words for the user."""


def draw(result: Result, *, netns: str, ifname: str) -> Blueprint:
    """The blueprint of a result; `netns` and `ifname` are the attachment's, for what the result leaves open."""
    notes: list[str] = []
    if not any(interface.sandbox for interface in result.interfaces):
        result = _with_container_interface(result, netns, ifname)
        notes.append(f"the result names no interface in a netns: {ifname} was made for its addresses")
    pairs, peers = _pairs(result, notes)
    placed = {address for pair in pairs for address in pair.addresses}
    notes += [_not_placed(address) for address in result.ips if address not in placed]
    rest = [i for number, i in enumerate(result.interfaces) if not i.sandbox and number not in peers]
    ifbs = tuple(i for i in rest if i.name.startswith(_IFB_PREFIX))
    bridges = tuple(i for i in rest if i not in ifbs)
    notes += [f"{i.name} was made as a bridge: the result does not say of what kind it is" for i in bridges[1:]]
    return Blueprint(bridges=bridges, ifbs=ifbs, pairs=_with_routes(pairs, result, ifname), notes=tuple(notes))


def _not_placed(address: Address) -> str:
    return f"{address.address} was not made: the result has no interface {address.interface} in a netns"


def default_gateway(pair: Pair, dst: str) -> str:
    """The gateway of a route that names none: the first of its family in the result (CNI specification, section 5)."""
    version = ip_interface(dst).version
    gateways = (a.gateway for a in pair.addresses if a.gateway and ip_address(a.gateway).version == version)
    return next(gateways, "")


def reaches(pair: Pair, gateway: str) -> bool:
    """Whether the gateway is on the link, by the addresses of the pair."""
    return any(ip_address(gateway) in ip_interface(address.address).network for address in pair.addresses)


def _with_container_interface(result: Result, netns: str, ifname: str) -> Result:
    """Results before 0.3.0 have addresses only; they are the attachment's interface's."""
    number = len(result.interfaces)
    ips = tuple(replace(address, interface=number) for address in result.ips)
    return replace(result, interfaces=(*result.interfaces, Interface(name=ifname, sandbox=netns)), ips=ips)


def _pairs(result: Result, notes: list[str]) -> tuple[list[Pair], set[int]]:
    pairs: list[Pair] = []
    peers: set[int] = set()
    bridge: str | None = None
    for number, interface in enumerate(result.interfaces):
        if not interface.sandbox:
            following = result.interfaces[number + 1 : number + 2]
            if following and following[0].sandbox and following[0].name != "lo":
                peers.add(number)
            elif not interface.name.startswith(_IFB_PREFIX):
                bridge = interface.name
            continue
        peer = result.interfaces[number - 1] if number - 1 in peers else _invented(interface, number, notes)
        addresses = tuple(address for address in result.ips if _belongs(address, number, result))
        pairs.append(Pair(inside=interface, peer=peer, bridge=bridge, addresses=addresses))
    return pairs, peers


def _invented(interface: Interface, number: int, notes: list[str]) -> Interface:
    """A peer that the result does not have: macvlan, ipvlan and the like have none."""
    if interface.name != "lo":
        notes.append(f"{interface.name} was made as a veth pair: the result does not say of what kind it is")
    return Interface(name=f"peer{number}")


def _belongs(address: Address, number: int, result: Result) -> bool:
    if address.interface is not None:
        return address.interface == number
    return number == next(i for i, interface in enumerate(result.interfaces) if interface.sandbox)


def _with_routes(pairs: list[Pair], result: Result, ifname: str) -> tuple[Pair, ...]:
    """Each route goes over the pair whose network has its gateway, else over the attachment's interface."""
    main = next((pair for pair in pairs if pair.inside.name == ifname), pairs[0])
    routes: dict[int, list[Route]] = {id(pair): [] for pair in pairs}
    for route in result.routes:
        home = next((pair for pair in pairs if route.gw and reaches(pair, route.gw)), main)
        routes[id(home)].append(route)
    return tuple(replace(pair, routes=tuple(routes[id(pair)])) for pair in pairs)
