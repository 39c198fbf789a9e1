"""The routes and the gateways of a result, looked up in what the kernel has.

That a route which names no gateway goes over the first one of its family is how the reference plugins read it
(plugins, pkg/ipam/ipam_linux.go).
"""

from collections.abc import Iterator

from traces.kernel.claim import ClaimRow, bare, family, same_network, why_unknown
from traces.kernel.wording import SCOPES, table_name
from traces.model.result import Result, Route
from traces.model.snapshot import HOST, MAIN, POD, Device, RouteEntry, Snapshot


def route_rows(result: Result, snapshot: Snapshot) -> Iterator[ClaimRow]:
    """The routes of the result: they are claimed of the pod."""
    for route in result.routes:
        implied = "" if route.gw else _first_gateway(result, family(route.dst))
        yield _route_row(route, implied, snapshot)


def gateway_row(gateway: str, device: Device | None, snapshot: Snapshot) -> ClaimRow:
    """A gateway is expected on the host where a pod's `device` leads nowhere else; else it may be further away."""
    unknown = why_unknown(snapshot, HOST, "addresses", "links")
    host = snapshot.host
    if unknown or host is None:
        return _gateway(gateway, unknown, None)
    owners = [entry for entry in host.addresses if bare(entry.address) == bare(gateway)]
    if owners:
        return _gateway(gateway, f"{owners[0].address} on {owners[0].device}", True)
    if device is not None and _ends_on_host(device, snapshot):
        return _gateway(gateway, "no interface of the host with it", False)
    return _gateway(gateway, "no interface of the host has it, but it may be beyond the host", None)


def _gateway(gateway: str, kernel: str, agrees: bool | None) -> ClaimRow:
    return ClaimRow(
        kind="gateway", subject=gateway, side=HOST, claimed="the pod's next hop", kernel=kernel, agrees=agrees
    )


def _ends_on_host(device: Device, snapshot: Snapshot) -> bool:
    """Whether all that leaves a pod's device meets nothing but the host: a veth at a bridge that has no way out.

    At the other end of a routed veth anything may answer: proxy ARP, eBPF.
    """
    host, peer = snapshot.host, device.peer
    if device.kind != "veth" or host is None or peer is None or peer.side != HOST:
        return False
    end = host.link(peer.name)
    if end is None or not end.master:
        return False
    ports = [port for port in host.links if port.master == end.master]
    return all(port.kind == "veth" for port in ports)


def _first_gateway(result: Result, version: int) -> str:
    return next((ip.gateway for ip in result.ips if ip.gateway and family(ip.gateway) == version), "")


def _route_row(route: Route, implied: str, snapshot: Snapshot) -> ClaimRow:
    claimed = _claimed(route, implied)
    unknown = why_unknown(snapshot, POD, "routes")
    if unknown or snapshot.pod is None:
        return ClaimRow(kind="route", subject=route.dst, side=POD, claimed=claimed, kernel=unknown, agrees=None)
    table = route.table or MAIN
    there = [entry for entry in snapshot.pod.routes if same_network(entry.dst, route.dst) and entry.table == table]
    agrees = any(_is_so(route, implied, entry) for entry in there)
    found = "; ".join(_said(entry) for entry in there) or _elsewhere(route, snapshot.pod.routes)
    return ClaimRow(kind="route", subject=route.dst, side=POD, claimed=claimed, kernel=found, agrees=agrees)


def _claimed(route: Route, implied: str) -> str:
    words = [f"via {route.gw}"] if route.gw else []
    words += [f"via {implied}, the first gateway"] if implied else []
    words += [f"table {table_name(route.table)}"] if route.table is not None else []
    words += [f"metric {route.priority}"] if route.priority else []
    words += [f"mtu {route.mtu}"] if route.mtu else []
    words += [f"advmss {route.advmss}"] if route.advmss else []
    words += [f"scope {_scope(route.scope)}"] if route.scope is not None else []
    return " ".join(words) or "it is there"


def _is_so(route: Route, implied: str, entry: RouteEntry) -> bool:
    """Whether the kernel's route is the claimed one; what the result does not name may be anything."""
    gateways = [bare(entry.gateway)] if entry.gateway else []
    gateways += [hop.split()[1] for hop in entry.nexthops if hop.startswith("via ")]
    over = bare(route.gw) in gateways if route.gw else not implied or not gateways or bare(implied) in gateways
    named = ((route.priority, entry.metric), (route.mtu, entry.mtu), (route.advmss, entry.advmss))
    scope = route.scope is None or entry.family == 6 or _scope(route.scope) == entry.scope
    return over and scope and all(claimed in (0, found) for claimed, found in named)


def _scope(number: int) -> str:
    return SCOPES.get(number, str(number))


def _said(entry: RouteEntry) -> str:
    words = [f"via {entry.gateway}"] if entry.gateway else []
    words += [" and ".join(entry.nexthops)] if entry.nexthops else []
    words += [f"dev {entry.device}"] if entry.device else []
    words += [f"metric {entry.metric}"] if entry.metric else []
    words += [f"mtu {entry.mtu}"] if entry.mtu else []
    words += [f"advmss {entry.advmss}"] if entry.advmss else []
    words += [f"scope {entry.scope}"] if entry.scope != SCOPES[0] else []
    kind = "" if entry.kind == "unicast" else f"{entry.kind} "
    return kind + (" ".join(words) or "no next hop")


def _elsewhere(route: Route, routes: tuple[RouteEntry, ...]) -> str:
    others = [table_name(entry.table) for entry in routes if same_network(entry.dst, route.dst)]
    return f"it in table {others[0]}" if others else "no such route"
