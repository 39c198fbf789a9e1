"""cilium-cni: a veth pair with routes to the node's router, and an address from the agent (cilium/plugins/cilium-cni).

The real one asks cilium's agent for everything over a socket, which no sandbox has. The agent is taken to answer: it
gives out addresses of «ipam.podCIDRs», or of its default, of which the first is that of the node's router; an endpoint
is healthy, and has a route of its own on the host, since there is no eBPF program to do without. With «ipam.type» it is
taken to be in the mode in which a plugin gives out the addresses.
"""

import contextlib
from collections.abc import Iterator
from ipaddress import ip_network

from traces.cni.goaddress import is_ipv4
from traces.cni.goquote import quote
from traces.cni.result_types import Interface, IpConfig, LibcniResult, ModernResult, Route
from traces.simulate.ask import Ask
from traces.simulate.ipam import addresses, ipam_delete, ipam_result, ipam_type
from traces.simulate.looks import required_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import BAD_CONFIG, PluginError
from traces.simulate.pods import netns_is_gone, remove_interface
from traces.simulate.pools import Pools, first_of
from traces.simulate.routed_pair import EVERYWHERE, RoutedPair, add_routed_pair, full_length
from traces.simulate.veth_names import name_by_container

_POD_CIDRS = ("10.0.0.0/24",)
_CHAINING = ("aws-cni", "azure", "flannel", "generic-veth", "portmap", "terway")
_AGENT = "cilium"


def add(ask: Ask) -> LibcniResult:
    """Both ends of the pair, the address with the router as its gateway, and the routes; IPv6 comes first.

    Behind another plugin the interface is only taken charge of, which needs a chaining mode.
    """
    chained = _chaining_mode(ask)
    if ask.prev_result is not None:
        return _in_charge(ask, chained)
    with _given_out(ask) as ips:
        pair = RoutedPair(
            host=name_by_container(ask, "lxc"),
            addresses=tuple(ip.address for ip in ips),
            gateways=tuple(ip.gateway for ip in ips),
            mtu=_mtu(ask),
        )
        try:
            ask.ground.wires.remove(ask.netns, ask.ifname)
            host_mac, pod_mac = add_routed_pair(ask, pair)
        except PluginError as error:
            raise error.within("unable to configure interfaces in container namespace: ") from None
        return ModernResult(
            cni_version="1.1.0",
            interfaces=(
                Interface(name=pair.host, mac=host_mac),
                Interface(name=ask.ifname, mac=pod_mac, sandbox=ask.netns),
            ),
            ips=ips,
            routes=tuple(route for ip in ips for route in _routes(ip)),
        )


def delete(ask: Ask) -> None:
    """The endpoint's address is given back, and its interface goes; in a chaining mode it is another plugin's."""
    if _chaining_mode(ask):
        return
    if ipam_type(ask):
        ipam_delete(ask)
    else:
        Pools(ask, _AGENT).give_back()
    if not netns_is_gone(ask):
        remove_interface(ask)


def check(ask: Ask) -> None:
    """The pod must have the interface, with the addresses that prevResult has for it (verifyInterface)."""
    if _chaining_mode(ask):
        return
    result = required_result(ask, "Required prevResult missing")
    if not ask.ground.makes:
        return
    if ask.ground.wires.mac(ask.netns, ask.ifname) is None:
        raise PluginError(f"cannot find container link {ask.ifname}")
    there = ask.ground.wires.addresses(ask.netns, ask.ifname)
    for ip in addresses(result):
        listed = result.interfaces[ip.interface] if ip.interface is not None else None
        if listed and listed.sandbox and listed.name == ask.ifname and ip.address not in there:
            raise PluginError(f"expected ip {ip.address} on interface {ask.ifname}")


def _chaining_mode(ask: Ask) -> str:
    """The mode that is named, or that the network's name stands for. Raises PluginError (getChainedAction)."""
    mode = ask.config.get("chaining-mode")
    if isinstance(mode, str) and mode:
        if mode not in _CHAINING:
            raise PluginError(f"invalid chaining-mode {mode}")
        return mode
    return ask.network if ask.network in _CHAINING and ask.network != "portmap" else ""


def _in_charge(ask: Ask, chained: str) -> LibcniResult:
    """prevResult: the endpoint is made known to the agent, and nothing changes in the pod."""
    if not chained:
        raise PluginError(
            "CNI PrevResult supplied, but not in chaining mode -- this is invalid, "
            "please set chaining-mode in CNI configuration"
        )
    if ask.ground.makes and ask.ground.wires.mac(ask.netns, ask.ifname) is None:
        raise PluginError("no link found inside container")
    assert ask.prev_result_as_given is not None
    return ask.prev_result_as_given


@contextlib.contextmanager
def _given_out(ask: Ask) -> Iterator[tuple[IpConfig, ...]]:
    """The pod's addresses, IPv6 first; where what is done with them fails, they are given back. Raises PluginError."""
    if ipam_type(ask):
        with ipam_result(ask) as given:
            yield tuple(_endpoint_ip(ip.address, ip.gateway or _router(ask, ip.address)) for ip in _ordered(given))
        return
    pools = Pools(ask, _AGENT)
    try:
        yield tuple(_endpoint_ip(_allocated(pools, cidr), str(first_of(cidr))) for cidr in _pod_cidrs(ask))
    except (OSError, PluginError):
        pools.give_back()
        raise


def _ordered(given: ModernResult) -> list[IpConfig]:
    return sorted(addresses(given), key=lambda ip: is_ipv4(ip.address))


def _endpoint_ip(address: str, gateway: str) -> IpConfig:
    return IpConfig(interface=1, address=full_length(address), gateway=gateway)


def _router(ask: Ask, address: str) -> str:
    """The router's address of that family, where an IPAM plugin knows no gateway."""
    mine = (cidr for cidr in (*_pod_cidrs(ask), *_POD_CIDRS) if is_ipv4(cidr) == is_ipv4(address))
    return next((str(first_of(cidr)) for cidr in mine), "")


def _allocated(pools: Pools, cidr: str) -> str:
    address = pools.take((cidr,))
    if address is None:
        raise PluginError(
            "unable to allocate IP via local cilium agent: "
            '[POST /ipam][502] postIpamFailure "all CIDR ranges are exhausted"'
        )
    return str(address)


def _pod_cidrs(ask: Ask) -> tuple[str, ...]:
    """The node's pod CIDRs: the first of each family, IPv6 before IPv4 as cilium has them. Raises PluginError."""
    given = ask.section("ipam").get("podCIDRs") or _POD_CIDRS
    try:
        networks = [str(ip_network(cidr)) for cidr in given]
    except (TypeError, ValueError) as error:
        raise PluginError(
            f"unable to parse CNI configuration {quote(ask.stdin)}: invalid podCIDRs: {error}", code=BAD_CONFIG
        ) from None
    by_family = {is_ipv4(network): network for network in reversed(networks)}
    return tuple(by_family[family] for family in sorted(by_family))


def _mtu(ask: Ask) -> int:
    mtu = ask.config.get("mtu")
    return mtu if isinstance(mtu, int) else 0


def _routes(ip: IpConfig) -> tuple[Route, ...]:
    """To the router over the link, and everywhere over the router."""
    everywhere = next(dst for dst in EVERYWHERE if is_ipv4(dst) == is_ipv4(ip.address))
    return (Route(dst=full_length(ip.gateway)), Route(dst=everywhere, gw=ip.gateway))


PLUGIN = Plugin(name="cilium-cni", add=add, delete=delete, check=check)
