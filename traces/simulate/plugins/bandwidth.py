"""bandwidth: limits what a pod sends and gets (plugins/meta/bandwidth). Its device is made, its queues are not."""

from dataclasses import replace
from ipaddress import ip_interface
from typing import Any

from traces.cni.godecode import GoType
from traces.cni.goquote import quote
from traces.cni.goscalars import Integer, Text
from traces.cni.gostruct import ListOf, Pointer, Struct
from traces.cni.result_types import Interface, LibcniResult, ModernResult
from traces.cni.versions import LISTED, MODERN
from traces.simulate.ask import Ask
from traces.simulate.chained import CHAINED, config, enter_netns, fault, passed_on, prev_result
from traces.simulate.names import hashed
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError

_DIRECTIONS = ("ingress", "egress")
_ENTRY: dict[str, GoType] = {
    "unshapedSubnets": ListOf(Text()),
    "shapedSubnets": ListOf(Text()),
    **{f"{way}{what}": Integer("uint64") for way in _DIRECTIONS for what in ("Rate", "Burst")},
}
_RUNTIME = 'struct { Bandwidth *main.BandwidthEntry "json:\\"bandwidth,omitempty\\"" }'
_CONF = Struct(
    "main.PluginConf",
    {
        "runtimeConfig": Struct(_RUNTIME, {"bandwidth": Pointer(Struct("main.BandwidthEntry", _ENTRY))}),
        **_ENTRY,
    },
)
_MOST = 2**32 - 1
"""Bytes of a burst; it must stay below."""


def add(ask: Ask) -> LibcniResult:
    """Find the pod's interface on the host; where the pod's sending is limited, make a device and name it."""
    limits = _limits(ask)
    if not any(limits[f"{way}{what}"] for way in _DIRECTIONS for what in ("Rate", "Burst")):
        return passed_on(ask, CHAINED)
    _check_subnets(limits)
    passed_on(ask, CHAINED)
    result = prev_result(ask) or ModernResult()
    host = _host_interface(ask, result)
    if not limits["egressRate"]:
        return result
    device = _device(ask)
    try:
        mac = ask.ground.wires.add_ifb(device, mtu=ask.ground.wires.mtu(None, host))
    except OSError as error:
        raise PluginError(f"adding link: {fault(error)}") from None
    return replace(result, interfaces=(*result.interfaces, Interface(name=device, mac=mac)))


def delete(ask: Ask) -> None:
    """Take the device away, if it is there."""
    _limits(ask)
    ask.ground.wires.remove(None, _device(ask))


def check(ask: Ask) -> None:
    """Look for the pod's interface on the host, and for the device; the queues are taken to be there."""
    limits = _limits(ask)
    passed_on(ask, "must be called as a chained plugin")
    _host_interface(ask, prev_result(ask) or ModernResult())
    try:
        _check_subnets(limits)
    except PluginError as error:
        raise error.within("failed to check subnets, details ") from None
    wires = ask.ground.wires
    if limits["egressRate"] and wires.knows and wires.mac(None, _device(ask)) is None:
        raise PluginError("get ifb device: Link not found")


def _limits(ask: Ask) -> dict[str, Any]:
    """What is asked for: in the configuration itself, or else by the runtime. Raises PluginError."""
    conf = config(ask, _CONF, "failed to parse network configuration")
    own = {name for name in ask.config if name in _ENTRY}
    limits = conf if own else conf["runtimeConfig"]["bandwidth"] or conf
    for way in _DIRECTIONS:
        _check_pair(limits[f"{way}Rate"], limits[f"{way}Burst"])
    prev_result(ask)
    return limits


def _check_pair(rate: int, burst: int) -> None:
    if rate and not burst:
        raise PluginError("if rate is set, burst must also be set")
    if burst and not rate:
        raise PluginError("if burst is set, rate must also be set")
    if burst // 8 >= _MOST:
        raise PluginError("burst cannot be more than 4GB")


def _check_subnets(limits: dict[str, Any]) -> None:
    shaped, unshaped = limits["shapedSubnets"], limits["unshapedSubnets"]
    if shaped and unshaped:
        raise PluginError("unshapedSubnets and shapedSubnets cannot be both specified, one of them should be discarded")
    for subnet in (*unshaped, *shaped):
        if not _is_cidr(subnet):
            raise PluginError(f"bad subnet {quote(subnet)} provided, details invalid CIDR address: {subnet}")


def _is_cidr(text: str) -> bool:
    try:
        ip_interface(text)
    except ValueError:
        return False
    return text.partition("/")[2].isdigit()


def _host_interface(ask: Ask, result: ModernResult) -> str:
    """The host's end of the pod's veth; it must stand in prevResult. Raises PluginError."""
    enter_netns(ask, lambda why: f"failed to open netns %!q(<nil>): {why}")
    interfaces = [interface for interface in result.interfaces if interface]
    if not interfaces:
        raise PluginError("no interfaces provided")
    on_host = [interface.name for interface in interfaces if not interface.sandbox]
    end = _end_on_host(ask, interfaces, on_host)
    if end not in on_host:
        raise PluginError("no veth peer of container interface found in host ns")
    return end


def _end_on_host(ask: Ask, interfaces: list[Interface], on_host: list[str]) -> str:
    """Where the pod's interface ends. Who can't look takes what prevResult says to be so: the host's last one."""
    nowhere = f"container interface {ask.ifname} has no veth peer: "
    missing = PluginError(f"{nowhere}could not look up {quote(ask.ifname)}: Link not found")
    try:
        peer = ask.ground.wires.peer(ask.netns, ask.ifname)
    except OSError:
        raise missing from None
    if peer is None:
        if not any(interface.name == ask.ifname and interface.sandbox for interface in interfaces):
            raise missing
        return on_host[-1] if on_host else ""
    if not peer.index:
        raise PluginError(f"{nowhere}interface {quote(ask.ifname)} was not a veth interface")
    if not peer.name:
        raise PluginError(f"veth peer with index {peer.index} is not in host ns")
    return peer.name


def _device(ask: Ask) -> str:
    return hashed(15, "bwp", ask.network + ask.container_id)


PLUGIN = Plugin(name="bandwidth", add=add, delete=delete, check=check, versions=LISTED + MODERN)
