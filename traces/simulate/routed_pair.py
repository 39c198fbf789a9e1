"""A pod joined to the host by a veth pair and routes alone: no bridge, and a gateway that nobody has.

So calico, aws-cni and, nearly, cilium do it: the pod's address is a /32 (or /128), and all it sends goes to the other
end of the pair.
"""

from dataclasses import dataclass

from traces.cni.goaddress import is_ipv4
from traces.cni.goquote import quote
from traces.simulate.ask import Ask
from traces.simulate.chained import enter_netns, fault
from traces.simulate.plugin_error import PluginError

EVERYWHERE = ("0.0.0.0/0", "::/0")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutedPair:
    """What is to be made."""

    host: str
    """The name of the host's end; one that is there is replaced."""
    addresses: tuple[str, ...]
    """The pod's, each with its full length as prefix length."""
    gateways: tuple[str, ...]
    """Where the pod's routes lead: at most one address of each family."""
    routes: tuple[str, ...] = EVERYWHERE
    """The networks that the pod has routes to."""
    mtu: int = 0
    host_mac: str = ""
    """The MAC address of the host's end; the kernel's choice where it is empty."""


def add_routed_pair(ask: Ask, pair: RoutedPair) -> tuple[str, str]:
    """Make it, and give the MAC addresses of the host's end and of the pod's. Raises PluginError."""
    enter_netns(ask)
    macs = _add_pair(ask, pair)
    for gateway in pair.gateways:
        of_family = [address for address in pair.addresses if is_ipv4(address) == is_ipv4(gateway)]
        if of_family:
            _add_routes(ask, pair, gateway)
        for address in of_family:
            _add_address(ask, pair, address)
    return macs


def full_length(address: str) -> str:
    """An address as a network of its own: 10.1.0.2/24 gives 10.1.0.2/32."""
    bare = address.partition("/")[0]
    return f"{bare}/{32 if is_ipv4(bare) else 128}"


def _add_pair(ask: Ask, pair: RoutedPair) -> tuple[str, str]:
    wires = ask.ground.wires
    try:
        wires.remove(None, pair.host)
        host_mac, pod_mac = wires.add_pair(ask.netns, ask.ifname, pair.host, mtu=pair.mtu)
        if pair.host_mac:
            wires.set_link(None, pair.host, up=False, mac=pair.host_mac)
            wires.set_link(None, pair.host, up=True)  # only now it gets the link-local address of that MAC
    except OSError as error:
        raise PluginError(fault(error)) from None
    return pair.host_mac or host_mac, pod_mac


def _add_routes(ask: Ask, pair: RoutedPair, gateway: str) -> None:
    """The gateway over the pair, and the networks over the gateway; a link-local one needs no route to itself."""
    wires, family = ask.ground.wires, "IPv4" if is_ipv4(gateway) else "IPv6"
    try:
        if not gateway.startswith("fe80:"):
            wires.add_route(ask.netns, ask.ifname, full_length(gateway))
    except OSError as error:
        raise PluginError(f"failed to add route inside the container: {fault(error)}") from None
    for dst in pair.routes:
        if is_ipv4(dst) != is_ipv4(gateway):
            continue
        try:
            wires.add_route(ask.netns, ask.ifname, dst, gateway)
        except OSError as error:
            raise PluginError(f"failed to add {family} route for {dst} via {gateway}: {fault(error)}") from None


def _add_address(ask: Ask, pair: RoutedPair, address: str) -> None:
    """The address in the pod, and the host's way to it."""
    wires = ask.ground.wires
    try:
        wires.add_address(ask.netns, ask.ifname, address)
    except OSError as error:
        raise PluginError(f"failed to add IP addr to {quote(ask.ifname)}: {fault(error)}") from None
    try:
        wires.add_route(None, pair.host, address)
    except OSError as error:
        where = f"error adding host side routes for interface: {pair.host}, error: "
        way = f"(Dst: {address}, Scope: link, Iface: {pair.host})"
        raise PluginError(f"{where}failed to add route {way}: {fault(error)}") from None
