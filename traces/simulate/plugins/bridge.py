"""bridge: a bridge on the host, and a veth pair from it into the pod (plugins/main/bridge)."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_interface, ip_network
from typing import Any

from traces.cni.goaddress import is_ipv4
from traces.cni.goquote import quote
from traces.cni.result_types import Interface, IpConfig, LibcniResult, ModernResult, Route
from traces.simulate.ask import Ask
from traces.simulate.bridge_config import bridge_config
from traces.simulate.bridge_look import check_ports
from traces.simulate.chained import fault
from traces.simulate.ipam import (
    addresses,
    chosen_dns,
    configure,
    ipam_check,
    ipam_delete,
    ipam_result,
    ipam_status,
    ipam_type,
    on_interface,
    routes,
)
from traces.simulate.looks import check_addresses, check_routes, interfaces, required_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pods import (
    add_pair,
    enable_forwarding,
    netns_is_gone,
    open_netns,
    random_veth_name,
    remove_interface,
)

_NO_MAC = "00:00:00:00:00:00"
"""What a bridge has after its last port has gone, if nobody gave it one: it can't be set."""
_DEFAULT_ROUTES = {True: "0.0.0.0/0", False: "::/0"}


def add(ask: Ask) -> LibcniResult:
    """The bridge, both ends of the pair, and what the IPAM plugin gave out, if one is named."""
    conf = bridge_config(ask)
    if ipam_type(ask) and conf["disableContainerInterface"]:
        raise PluginError("cannot use IPAM when DisableContainerInterface flag is set")
    if conf["hairpinMode"] and conf["promiscMode"]:
        raise PluginError("cannot set hairpin mode and promiscuous mode at the same time")
    bridge = _ensure_bridge(ask, conf)
    open_netns(ask)
    pair = add_pair(ask, mtu=conf["mtu"], mac=conf["mac"])
    _join(ask, conf, pair.host.name)
    result = ModernResult(cni_version="1.1.0", interfaces=(bridge, pair.host, pair.pod))
    if not ipam_type(ask):
        if not conf["disableContainerInterface"]:
            ask.ground.wires.set_link(ask.netns, ask.ifname, up=True)
        return _as_it_is_now(ask, conf, result)
    with ipam_result(ask) as given:
        result = replace(result, ips=given.ips, routes=given.routes, dns=given.dns)
        result = _with_gateways(conf, on_interface(result, 2))
        _set_sysctls(ask, enhanced_dad=conf["enabledad"])
        configure(ask, result)
        if conf["isGateway"]:
            result = _be_gateway(ask, conf, result)
        if conf["ipMasq"] and conf["ipMasqBackend"] not in (None, "iptables", "nftables"):
            raise PluginError(f"unknown ipmasq backend {quote(conf['ipMasqBackend'])}")
        return _as_it_is_now(ask, conf, result)


def delete(ask: Ask) -> None:
    """Remove the pod's interface, which takes its other end along, and give the addresses back. The bridge stays."""
    bridge_config(ask)
    if not netns_is_gone(ask):
        remove_interface(ask)
    if ipam_type(ask):
        ipam_delete(ask)


def check(ask: Ask) -> None:
    """The IPAM plugin's CHECK, and all that ADD answered must be there as it was."""
    conf = bridge_config(ask)
    open_netns(ask)
    ipam_check(ask)
    result = required_result(ask, "Required prevResult missing")
    if not ask.ground.makes:
        return
    check_ports(ask, conf, result)
    check_addresses(ask, result)
    check_routes(ask, result)


def _ensure_bridge(ask: Ask, conf: Mapping[str, Any]) -> Interface:
    """The bridge, made where it is missing."""
    wires, name = ask.ground.wires, conf["bridge"]
    words = f"failed to create bridge {quote(name)}: "
    found = wires.traits(None, name)
    if found is not None and found.kind != "bridge":
        raise PluginError(f"{words}{quote(name)} already exists but is not a bridge")
    try:
        mac = wires.add_bridge(name, mtu=conf["mtu"], promiscuous=conf["promiscMode"])
    except OSError as error:
        raise PluginError(f"{words}could not add {quote(name)}: {fault(error)}") from None
    return Interface(name=name, mac=mac)


def _join(ask: Ask, conf: Mapping[str, Any], port: str) -> None:
    try:
        ask.ground.wires.join(port, conf["bridge"], hairpin=conf["hairpinMode"])
    except OSError as error:
        way = f"{quote(port)} to bridge {conf['bridge']}"
        raise PluginError(f"failed to connect {way}: {fault(error)}") from None


def _with_gateways(conf: Mapping[str, Any], result: ModernResult) -> ModernResult:
    """The result with a gateway for each address and a default route over it, as far as the bridge is to be one."""
    if not conf["isGateway"]:
        return result
    ips = tuple(replace(ip, gateway=ip.gateway or _first_host(ip)) for ip in addresses(result))
    added: dict[str, Route] = {}
    for ip in ips if conf["isDefaultGateway"] else ():
        dst = _DEFAULT_ROUTES[is_ipv4(ip.address)]
        if not any(route.gw and route.dst == dst for route in routes(result)):
            added.setdefault(dst, Route(dst=dst, gw=ip.gateway))
    return replace(result, ips=ips, routes=(*result.routes, *added.values()))


def _first_host(ip: IpConfig) -> str:
    return str(ip_network(ip.address, strict=False)[1])


def _be_gateway(ask: Ask, conf: Mapping[str, Any], result: ModernResult) -> ModernResult:
    """Give the bridge the gateways' addresses; with a VLAN they lie on an interface of its own, which is listed too."""
    keeper, words = result.interfaces[0], "failed to set bridge addr: "
    assert keeper is not None
    if conf["vlan"]:
        keeper, words = _ensure_vlan_interface(ask, conf), "failed to set vlan interface for bridge with addr: "
        result = replace(result, interfaces=(*result.interfaces, keeper))
    for ip in sorted(addresses(result), key=lambda ip: not is_ipv4(ip.address)):
        prefix = ip.address.partition("/")[2]
        try:
            _ensure_address(ask, keeper, f"{ip.gateway}/{prefix}", force=conf["forceAddress"])
        except PluginError as error:
            raise error.within(words) from None
    enable_forwarding(ask, result, "failed to enable forwarding")
    return result


def _ensure_vlan_interface(ask: Ask, conf: Mapping[str, Any]) -> Interface:
    """A veth pair of the host, one end of which is a port of the bridge."""
    wires, name = ask.ground.wires, f"{conf['bridge']}.{conf['vlan']}"
    mac = wires.mac(None, name)
    if mac is None:
        peer = random_veth_name()
        try:
            _, mac = wires.add_pair("/proc/self/ns/net", name, peer)
        except OSError as error:
            made = f"faild to create vlan gateway {quote(name)}: failed to make veth pair: {fault(error)}"
            raise PluginError(f"failed to create vlan interface: {made}") from None
        _join(ask, {**conf, "hairpinMode": False}, peer)
    return Interface(name=name, mac=mac)


def _ensure_address(ask: Ask, keeper: Interface, address: str, *, force: bool) -> None:
    """Give the bridge an address. One of IPv4 must be its only one, of IPv6 the only one of its subnet (ensureAddr)."""
    wires, wanted = ask.ground.wires, ip_interface(address)
    for text in wires.addresses(None, keeper.name):
        there = ip_interface(text)
        if there == wanted:
            return
        if there.version != wanted.version or (
            there.version == 6 and there.ip not in wanted.network and wanted.ip not in there.network
        ):
            continue
        if not force:
            raise PluginError(f"{quote(keeper.name)} already has an IP address different from {address}")
        wires.remove_address(None, keeper.name, text)
    try:
        wires.add_address(None, keeper.name, address)
    except OSError as error:
        raise PluginError(f"could not add IP address to {quote(keeper.name)}: {fault(error)}") from None
    if keeper.mac == _NO_MAC:
        raise PluginError("could not set bridge's mac: invalid argument")
    try:
        wires.set_link(None, keeper.name, mac=keeper.mac)
    except OSError as error:
        raise PluginError(f"could not set bridge's mac: {fault(error)}") from None


def _set_sysctls(ask: Ask, *, enhanced_dad: bool) -> None:
    """What the plugin wants of the interface, and goes on without."""
    wanted = {"net/ipv4/conf/{}/arp_notify": "1", "net/ipv6/conf/{}/accept_dad": "1" if enhanced_dad else "0"}
    for name, value in wanted.items():
        with contextlib.suppress(OSError):
            ask.ground.wires.set_sysctl(ask.netns, name.format(ask.ifname), value)


def _as_it_is_now(ask: Ask, conf: Mapping[str, Any], result: ModernResult) -> ModernResult:
    """The result with the MACs that the host's interfaces have at last: a bridge takes that of its first port."""
    bridge, port, *rest = interfaces(result)
    wires = ask.ground.wires
    bridge = replace(bridge, mac=wires.mac(None, bridge.name) or bridge.mac)
    port = replace(port, mac=wires.mac(None, port.name) or port.mac)
    return replace(result, interfaces=(bridge, port, *rest), dns=chosen_dns(conf["dns"], result.dns))


PLUGIN = Plugin(name="bridge", add=add, delete=delete, check=check, status=ipam_status)
