"""The way of each route of a pair: its gateway, and how the kernel is brought to take one that is not on the link."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any

from traces.model.result import Route

_LINK_SCOPE = 253
_MAIN = 254


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """A route as the kernel is asked for it."""

    dst: str
    gateway: str = ""
    onlink: bool = False
    """Whether the kernel is to believe that the gateway is on the link."""
    fields: tuple[tuple[str, Any], ...] = ()
    """priority, table, scope and metrics, as traces.kernel.netlink takes them."""


def first_gateway(gateways: Iterable[str], dst: str) -> str:
    """The gateway of a route that names none: the first of its family in the result (CNI specification, section 5)."""
    version = ip_network(dst, strict=False).version
    return next((gateway for gateway in gateways if gateway and ip_address(gateway).version == version), "")


def hops(routes: Sequence[Route], networks: Sequence[str], gateways: Sequence[str]) -> tuple[Hop, ...]:
    """The routes in an order in which each can be added.

    `networks` are those of the interface's addresses, `gateways` those of the result's. Routes over the link alone come
    first: they may lead to the gateways of others. A link-local IPv4 gateway that none leads to gets one, as Calico
    gives it; another that is not on the link is said to be.
    """
    plain = [(route, _gateway(route, gateways)) for route in routes]
    direct = [_hop(route, "") for route, gateway in plain if not gateway]
    known = [(_MAIN, network) for network in networks] + [(_table(hop), hop.dst) for hop in direct]
    return (*direct, *_over_gateways([pair for pair in plain if pair[1]], known))


def _over_gateways(routes: Iterable[tuple[Route, str]], known: list[tuple[int, str]]) -> Iterator[Hop]:
    for route, gateway in routes:
        on_link = _is_link_local6(gateway) or any(
            table in (_MAIN, route.table or _MAIN) and _holds(network, gateway) for table, network in known
        )
        if not on_link and ip_address(gateway).is_link_local:
            known.append((_MAIN, gateway))
            yield Hop(dst=gateway, fields=(("scope", _LINK_SCOPE),))
            on_link = True
        yield _hop(route, gateway, onlink=not on_link)


def _gateway(route: Route, gateways: Sequence[str]) -> str:
    """The route's own, or the first of its family; a route to a gateway itself needs none."""
    if route.gw:
        return route.gw
    gateway = first_gateway(gateways, route.dst)
    network = ip_network(route.dst, strict=False)
    is_its_own = gateway and network.num_addresses == 1 and ip_address(gateway) in network
    return "" if is_its_own else gateway


def _hop(route: Route, gateway: str, *, onlink: bool = False) -> Hop:
    """A route over the link alone has that scope, unless it says another (ip-route(8))."""
    metrics = {name: value for name, value in (("mtu", route.mtu), ("advmss", route.advmss)) if value}
    scope = _LINK_SCOPE if route.scope is None and not gateway and ":" not in route.dst else route.scope
    fields = {
        "priority": route.priority or None,
        "table": route.table,
        "scope": scope,
        "metrics": metrics or None,
    }
    given = tuple((name, value) for name, value in fields.items() if value is not None)
    return Hop(dst=route.dst, gateway=gateway, onlink=onlink, fields=given)


def _table(hop: Hop) -> int:
    return int(dict(hop.fields).get("table", _MAIN))


def _is_link_local6(gateway: str) -> bool:
    ip = ip_address(gateway)
    return ip.version == 6 and ip.is_link_local


def _holds(network: str, gateway: str) -> bool:
    return ip_address(gateway) in ip_network(network, strict=False)
