"""ptp: a veth pair between host and pod, with a route to the pod on the host (plugins/main/ptp)."""

from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_interface
from typing import Any

from traces.cni.goscalars import Boolean, Integer, Text
from traces.cni.gostruct import Pointer, Struct
from traces.cni.result_codec import DNS, dns_of
from traces.cni.result_types import Interface, IpConfig, LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import config, fault
from traces.simulate.ipam import (
    addresses,
    chosen_dns,
    configure,
    ipam_check,
    ipam_delete,
    ipam_result,
    ipam_status,
    on_interface,
)
from traces.simulate.looks import check_addresses, check_routes, pod_interface, required_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pods import add_pair, enable_forwarding, netns_is_gone, open_netns, remove_interface

_LINK_SCOPE, _HOST_SCOPE = 253, 254


def add(ask: Ask) -> LibcniResult:
    """Both ends of the pair, and what the IPAM plugin gave out, without which there is no interface."""
    conf = _load(ask)
    with ipam_result(ask) as given:
        result = attach(ask, given, conf["mtu"])
        if conf["ipMasq"] and conf["ipMasqBackend"] not in (None, "iptables", "nftables"):
            raise PluginError(f'unknown ipmasq backend "{conf["ipMasqBackend"]}"')
        return replace(result, dns=chosen_dns(dns_of(conf["dns"]), result.dns))


def attach(ask: Ask, given: ModernResult, mtu: int = 0) -> ModernResult:
    """The pair, set up by an IPAM plugin's result, which may have no address. Raises PluginError."""
    enable_forwarding(ask, given, "Could not enable IP forwarding")
    open_netns(ask)
    pair = add_pair(ask, mtu=mtu)
    result = replace(on_interface(given, 1), cni_version="1.1.0", interfaces=(pair.host, pair.pod))
    configure(ask, result)
    for ip in addresses(result):
        _send_all_to_gateway(ask, ip)
        _set_up_host(ask, pair.host.name, ip)
    return result


def delete(ask: Ask) -> None:
    """Give the addresses back, then remove the pair."""
    _load(ask)
    ipam_delete(ask)
    detach(ask)


def detach(ask: Ask) -> None:
    """Remove the pair, where it is. Raises PluginError."""
    if not netns_is_gone(ask):
        remove_interface(ask)


def check(ask: Ask) -> None:
    """The IPAM plugin's CHECK, and the pod's interface must be as ADD answered."""
    _load(ask)
    open_netns(ask)
    ipam_check(ask)
    result = required_result(ask, "ptp: Required prevResult missing")
    pod = pod_interface(ask, result, "Sandbox")
    if not ask.ground.makes:
        return
    _check_pod(ask, pod)
    check_addresses(ask, result)
    check_routes(ask, result)


def _send_all_to_gateway(ask: Ask, ip: IpConfig) -> None:
    """The pod finds its own subnet over the gateway only, and the gateway alone on the link."""
    wires, own = ask.ground.wires, ip_interface(ip.address)
    subnet, source = str(own.network), str(own.ip)
    try:
        wires.remove_route(ask.netns, ask.ifname, subnet)
    except OSError as error:
        raise PluginError(f"failed to delete route {subnet}: {fault(error)}") from None
    try:
        if ip.gateway:
            wires.add_route(ask.netns, ask.ifname, _alone(ip.gateway), scope=_LINK_SCOPE, src=source)
        wires.add_route(ask.netns, ask.ifname, subnet, ip.gateway, scope=0, src=source)
    except OSError as error:
        raise PluginError(f"failed to add route {subnet} via {ip.gateway}: {fault(error)}") from None


def _set_up_host(ask: Ask, name: str, ip: IpConfig) -> None:
    """The host's end has the gateway's address, and a route to the pod."""
    wires = ask.ground.wires
    if ip.gateway:
        try:
            wires.add_address(None, name, _alone(ip.gateway))
        except OSError as error:
            raise PluginError(f"failed to add IP addr ({ip.gateway}) to veth: {fault(error)}") from None
    try:
        wires.add_route(None, name, _alone(ip.address.partition("/")[0]), scope=_HOST_SCOPE)
    except OSError as error:
        raise PluginError(f"failed to add route on host: {fault(error)}") from None


def _alone(address: str) -> str:
    return str(ip_interface(address))


def _check_pod(ask: Ask, pod: Interface) -> None:
    """The pod's interface as prevResult lists it (validateCniContainerInterface). Raises PluginError."""
    found = ask.ground.wires.traits(ask.netns, pod.name)
    if found is None:
        raise PluginError(f"ptp: Container Interface name in prevResult: {pod.name} not found")
    if found.kind != "veth":
        raise PluginError(f"Error: Container interface {pod.name} not of type veth/p2p")
    mac = ask.ground.wires.mac(ask.netns, pod.name)
    if pod.mac and pod.mac != mac:
        raise PluginError(f"ptp: Interface {pod.name} Mac {pod.mac} doesn't match container Mac: {mac}")


def _load(ask: Ask) -> Mapping[str, Any]:
    return config(ask, _CONF, "failed to load netconf")


_CONF = Struct("main.NetConf", {"ipMasq": Boolean(), "ipMasqBackend": Pointer(Text()), "mtu": Integer(), "dns": DNS})

PLUGIN = Plugin(name="ptp", add=add, delete=delete, check=check, status=ipam_status)
