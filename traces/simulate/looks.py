"""What a CHECK looks at in the pod: whether all that prevResult says is there (pkg/ip, utils_linux.go)."""

from ipaddress import ip_network

from traces.cni.result_types import Interface, ModernResult, Route
from traces.simulate.ask import Ask
from traces.simulate.chained import prev_result
from traces.simulate.ipam import addresses, routes
from traces.simulate.plugin_error import PluginError

_DEFAULTS = ("0.0.0.0/0", "::/0")


def required_result(ask: Ask, words: str) -> ModernResult:
    """prevResult. Raises PluginError in those words where there is none."""
    found = prev_result(ask, "")
    if found is None:
        raise PluginError(words)
    return found


def interfaces(result: ModernResult) -> tuple[Interface, ...]:
    """The interfaces of a result, without holes."""
    return tuple(one for one in result.interfaces if one)


def named_interface(result: ModernResult, name: str) -> Interface:
    """The last interface of that name; an empty one where there is none."""
    return next((one for one in reversed(interfaces(result)) if one.name == name), Interface())


def pod_interface(ask: Ask, result: ModernResult, subject: str) -> Interface:
    """The interface that is in the pod's netns under CNI_IFNAME. Raises PluginError, which begins with the subject."""
    found = (one for one in reversed(interfaces(result)) if (one.name, one.sandbox) == (ask.ifname, ask.netns))
    pod = next(found, Interface())
    if pod.sandbox != ask.netns:
        raise PluginError(f"{subject} in prevResult {pod.sandbox} doesn't match configured netns: {ask.netns}")
    return pod


def check_addresses(ask: Ask, result: ModernResult) -> None:
    """Every address of the result must be on the pod's interface, with a route to its subnet. Raises PluginError."""
    there = ask.ground.wires.addresses(ask.netns, ask.ifname)
    ways = {dst for dst, _ in ask.ground.wires.routes(ask.netns)}
    for ip in addresses(result):
        if ip.address not in there:
            raise PluginError(f"Failed to match addr {ip.address} on interface {ask.ifname}")
        if str(ip_network(ip.address, strict=False)) not in ways:
            raise PluginError(f"Failed to find Gateway {ip.gateway or '<nil>'} for interface {ask.ifname}")


def check_routes(ask: Ask, result: ModernResult) -> None:
    """Every route of the result must be in the pod; a default route over whichever gateway. Raises PluginError."""
    there = ask.ground.wires.routes(ask.netns)
    for route in routes(result):
        dst = str(ip_network(route.dst, strict=False))
        any_gateway = not route.gw or dst in _DEFAULTS
        if not any(dst == to and (any_gateway or route.gw == gateway) for to, gateway in there):
            raise PluginError(f"Expected Route {_go_route(route)} not found in routing table")


def _go_route(route: Route) -> str:
    """A route as Go prints it (types.Route, String)."""
    network = ip_network(route.dst, strict=False)
    dst = f"{{IP:{network.network_address} Mask:{network.netmask.packed.hex()}}}"
    table, scope = ("<nil>" if value is None else value for value in (route.table, route.scope))
    numbers = f"MTU:{route.mtu} AdvMSS:{route.advmss} Priority:{route.priority} Table:{table} Scope:{scope}"
    return f"{{Dst:{dst} GW:{route.gw or '<nil>'} {numbers}}}"
