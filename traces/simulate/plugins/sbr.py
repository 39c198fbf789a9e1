"""sbr: a routing table for each of the pod's addresses (plugins/meta/sbr)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address, ip_interface
from typing import Any

from traces.cni.goaddress import is_ipv4
from traces.cni.goscalars import Boolean, Integer, Text
from traces.cni.gostruct import ListOf, Pointer, Struct
from traces.cni.result_types import IpConfig, LibcniResult, ModernResult
from traces.kernel.routing import LinkRoute, Routing
from traces.simulate.ask import Ask
from traces.simulate.chained import config, enter_netns, fault, passed_on, prev_result
from traces.simulate.logs import standard
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError

_CONF = Struct(
    "main.PluginConf",
    {
        "table": Pointer(Integer()),
        "gateways": ListOf(Text()),
        "addSourceHints": Boolean(),
    },
)
_FIRST_TABLE, _MAIN, _OF_LINK = 100, 254, 253
"""The first table that is tried; the main table; the scope of routes to what is on the link."""


def add(ask: Ask) -> LibcniResult:
    """Give each of the pod's addresses a rule, and a table with the interface's routes; pass prevResult on."""
    conf = _config(ask)
    answer = passed_on(ask, "This plugin must be called as chained plugin")
    ips = _ips(prev_result(ask, "") or ModernResult(), ask.ifname)
    standard(f"Network namespace to use and lock: {ask.netns}")
    enter_netns(ask)
    routing = ask.ground.wires.routing(ask.netns)
    if conf["table"] is not None:
        _add_rules(routing, ips, conf["table"])
        return answer
    if routing and not routing.has(ask.ifname):
        raise PluginError(f"Cannot find network interface {ask.ifname}: Link not found")
    gateways = _gateways(conf["gateways"])
    if routing:
        _divide(routing, ask.ifname, ips, gateways, hints=conf["addSourceHints"])
    return answer


def delete(ask: Ask) -> None:
    """Take the rules of the interface's addresses away; what is not there has none."""
    conf = _config(ask)
    standard(f"Cleaning up SBR for {ask.ifname}")
    if not ask.netns or not ask.ground.wires.opens(ask.netns):
        return
    routing = ask.ground.wires.routing(ask.netns)
    if routing and routing.has(ask.ifname):
        with _step("Failed to delete rule "):
            routing.remove_rules(routing.addresses(ask.ifname), conf["table"])


def _config(ask: Ask) -> dict[str, Any]:
    conf = config(ask, _CONF, "failed to parse network configuration")
    prev_result(ask, "")
    return conf


def _ips(result: ModernResult, ifname: str) -> list[IpConfig]:
    """The addresses that are not known to be another interface's."""
    if not result.ips:
        raise PluginError(f"No IP addresses supplied on interface: {ifname}")
    return [ip for ip in result.ips if ip and _may_be_on(ip.interface, result, ifname)]


def _may_be_on(index: int | None, result: ModernResult, ifname: str) -> bool:
    if index is None or not 0 <= index < len(result.interfaces):
        return True
    interface = result.interfaces[index]
    return interface is not None and interface.name == ifname


def _gateways(texts: Sequence[str]) -> dict[bool, str]:
    """The gateways of the configuration, by whether they are of IPv4. Raises PluginError."""
    if len(texts) > 2:
        raise PluginError("gateways list cannot contain more than 2 entries (one IPv4, one IPv6)")
    found: dict[bool, str] = {}
    for text in texts:
        try:
            address = ip_address(text)
        except ValueError:
            raise PluginError(f"invalid static gateway IP address: {text}") from None
        family = address.version == 4
        if family in found:
            of = f"IPv{address.version} addresses: {found[family]} and {text}"
            raise PluginError(f"gateways list contains multiple {of}")
        found[family] = str(address)
    return found


def _add_rules(routing: Routing | None, ips: Sequence[IpConfig], table: int) -> None:
    """With a table of one's own only the rules are made."""
    if routing is None:
        return
    for ip in ips:
        with _step("failed to add rule: "):
            routing.add_rule(_host(ip), table)


def _divide(routing: Routing, ifname: str, ips: Sequence[IpConfig], gateways: dict[bool, str], *, hints: bool) -> None:
    """Copy the interface's routes to a table for each address, then take them out of the main table."""
    taken, routes = routing.tables(), routing.routes(ifname)
    table = _next_table(_FIRST_TABLE, taken)
    standard(f"First unreferenced table: {table}")
    for ip in ips:
        with _step("Failed to add rule: "):
            routing.add_rule(_host(ip), table)
        gateway = gateways.get(is_ipv4(ip.address), ip.gateway)
        if gateway:
            standard(f"Adding default route to gateway {gateway}")
            with _step(f"Failed to add default route to {gateway}: "):
                routing.put(ifname, LinkRoute.default(gateway), table, replace=False)
        for route in routes:
            if _concerns(route, ip):
                with _step("Failed to readd route: "):
                    routing.put(ifname, route, table, replace=True)
        table = _next_table(table + 1, taken)
    if hints:
        _hint(routing, ifname, ips, routes)
        return
    for route in routes:
        with _step("Failed to delete route: "):
            routing.remove(ifname, route)


def _hint(routing: Routing, ifname: str, ips: Sequence[IpConfig], routes: Sequence[LinkRoute]) -> None:
    """Routes to what is on the link stay in the main table, those to the own subnets name the address.

    What the kernel refuses stays as it is.
    """
    for ip in ips:
        subnet = ip_interface(ip.address).network
        family = LinkRoute.default(_host(ip)).family
        route = LinkRoute(family=family, dst=str(subnet), source=_host(ip), scope=_OF_LINK)
        with suppress(OSError):
            routing.put(ifname, route, _MAIN, replace=True)
    for route in routes:
        if route.scope != _OF_LINK:
            with suppress(OSError):
                routing.remove(ifname, route)


def _next_table(candidate: int, taken: frozenset[int]) -> int:
    while candidate in taken:
        candidate += 1
    return candidate


def _concerns(route: LinkRoute, ip: IpConfig) -> bool:
    """Whether a route belongs to the address: to its subnet, or to none in particular."""
    subnet = ip_interface(ip.address).network
    ends = [end for end in (route.source, route.gateway) if end]
    return not ends or any(ip_address(end) in subnet for end in ends)


def _host(ip: IpConfig) -> str:
    return str(ip_interface(ip.address).ip)


@contextmanager
def _step(words: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PluginError(f"{words}{fault(error)}") from None


PLUGIN = Plugin(name="sbr", add=add, delete=delete)
