"""What the plugins share that make interfaces: running the IPAM plugin, and setting an interface up by its result."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_interface

from traces.cni.goaddress import is_ipv4
from traces.cni.godecode import unmarshal
from traces.cni.goquote import quote
from traces.cni.plugin_conf import CONF
from traces.cni.result_types import Dns, IpConfig, ModernResult, Route
from traces.simulate.ask import Ask
from traces.simulate.chained import fault
from traces.simulate.delegate import delegate, delegate_add
from traces.simulate.plugin_error import PluginError


def ipam_type(ask: Ask) -> str:
    """The IPAM plugin that the configuration names, or an empty text."""
    return str(unmarshal(ask.stdin, CONF)[0]["ipam"]["type"])


@contextlib.contextmanager
def ipam_result(ask: Ask) -> Iterator[ModernResult]:
    """What the IPAM plugin gives out; where what is done with it fails, it is given back. Raises PluginError."""
    result = delegate_add(ask, ipam_type(ask))
    try:
        if not result.ips:
            raise PluginError("IPAM plugin returned missing IP config")
        yield result
    except (OSError, PluginError):
        with contextlib.suppress(PluginError):
            delegate(ask, ipam_type(ask), "DEL")
        raise


def ipam_delete(ask: Ask) -> None:
    """The IPAM plugin's DEL. Raises PluginError."""
    delegate(ask, ipam_type(ask), "DEL")


def ipam_check(ask: Ask) -> None:
    """The IPAM plugin's CHECK. Raises PluginError."""
    delegate(ask, ipam_type(ask), "CHECK")


def ipam_status(ask: Ask) -> None:
    """The IPAM plugin's STATUS, where one is named. Raises PluginError."""
    if ipam_type(ask):
        delegate(ask, ipam_type(ask), "STATUS")


def on_interface(result: ModernResult, index: int) -> ModernResult:
    """The result with all its addresses on that interface of it."""
    return replace(result, ips=tuple(replace(ip, interface=index) for ip in addresses(result)))


def addresses(result: ModernResult) -> tuple[IpConfig, ...]:
    """The addresses of a result, without holes."""
    return tuple(ip for ip in result.ips if ip)


def routes(result: ModernResult) -> tuple[Route, ...]:
    """The routes of a result, without holes."""
    return tuple(route for route in result.routes if route)


def chosen_dns(given: Dns, otherwise: Dns) -> Dns:
    """The dns of the configuration, where it says anything, or else the IPAM plugin's."""
    return given if given != Dns() else otherwise


def configure(ask: Ask, result: ModernResult) -> None:
    """Give the pod's interface the result's addresses and routes (pkg/ipam, ConfigureIface). Raises PluginError.

    A route without a gateway goes over the first gateway of its family.
    """
    wires, name = ask.ground.wires, ask.ifname
    if any(not is_ipv4(ip.address) for ip in addresses(result)):
        _enable_ipv6(ask)
    for ip in addresses(result):
        try:
            wires.add_address(ask.netns, name, ip.address)
        except OSError as error:
            raise PluginError(f"failed to add IP addr {ip.address} to {quote(name)}: {fault(error)}") from None
    wires.set_link(ask.netns, name, up=True)
    for route in routes(result):
        _add_route(ask, route, route.gw or _gateway(result, is_ipv4(route.dst)))


def _gateway(result: ModernResult, ipv4: bool) -> str:
    gateways = (ip.gateway for ip in addresses(result))
    return next((gateway for gateway in gateways if gateway and is_ipv4(gateway) == ipv4), "")


def _add_route(ask: Ask, route: Route, gateway: str) -> None:
    table, scope = route.table or 0, route.scope or 0
    try:
        ask.ground.wires.prepend_route(
            ask.netns, ask.ifname, route.dst, gateway, scope=scope, table=table, priority=route.priority
        )
    except OSError as error:
        way = f"{_go_network(route.dst)} via {gateway or '<nil>'} dev {ask.ifname} metric {route.priority}"
        kind = f"(Scope: {_SCOPES.get(scope, f'scope({scope})')}, Table: {table})"
        raise PluginError(f"failed to add route '{way} {kind}': {fault(error)}") from None


_SCOPES = {0: "universe", 200: "site", 253: "link", 254: "host", 255: "nowhere"}


def _go_network(text: str) -> str:
    """A network as Go prints an IPNet that is no pointer: {10.1.0.0 ffff0000}."""
    given = ip_interface(text)
    return f"{{{given.ip} {given.netmask.packed.hex()}}}"


def _enable_ipv6(ask: Ask) -> None:
    """IPv6 for lo and the interface, whose addresses are kept when it goes down; what can't be set stays."""
    wires = ask.ground.wires
    names = {
        "net/ipv6/conf/lo/disable_ipv6": "0",
        f"net/ipv6/conf/{ask.ifname}/disable_ipv6": "0",
        f"net/ipv6/conf/{ask.ifname}/keep_addr_on_down": "1",
    }
    for name, value in names.items():
        with contextlib.suppress(OSError):
            if wires.sysctl(ask.netns, name) != value:
                wires.set_sysctl(ask.netns, name, value)
