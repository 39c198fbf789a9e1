"""macvlan: an interface in the pod that lies on one of the host's, with a MAC of its own (plugins/main/macvlan)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from traces.cni.goquote import quote
from traces.cni.goscalars import Boolean, Integer, Text
from traces.cni.gostruct import Struct
from traces.cni.result_codec import DNS, dns_of
from traces.cni.result_types import Interface, LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import config, fault
from traces.simulate.cni_args import load_args
from traces.simulate.ipam import (
    configure,
    ipam_check,
    ipam_delete,
    ipam_result,
    ipam_status,
    ipam_type,
    on_interface,
)
from traces.simulate.looks import check_addresses, check_routes, pod_interface, required_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError
from traces.simulate.pods import netns_is_gone, open_netns, parse_mac, remove_interface

_MODES = {"": "bridge", "bridge": "bridge", "private": "private", "vepa": "vepa", "passthru": "passthru"}


def add(ask: Ask) -> LibcniResult:
    """The interface in the pod, and what the IPAM plugin gave out, if one is named."""
    conf = _load(ask)
    open_netns(ask)
    result = ModernResult(cni_version="1.1.0", interfaces=(_make(ask, conf),), dns=dns_of(conf["dns"]))
    if not ipam_type(ask):
        ask.ground.wires.set_link(ask.netns, ask.ifname, up=True)
        return result
    with ipam_result(ask) as given:
        result = on_interface(replace(result, ips=given.ips, routes=given.routes), 0)
        for name in ("ipv4/conf/{}/arp_notify", "ipv6/conf/{}/ndisc_notify"):
            with suppress(OSError):
                ask.ground.wires.set_sysctl(ask.netns, f"net/{name.format(ask.ifname)}", "1")
        configure(ask, result)
        return result


def delete(ask: Ask) -> None:
    """Give the addresses back, then remove the interface."""
    config(ask, _CONF, "failed to load netConf")
    if ipam_type(ask):
        ipam_delete(ask)
    if not netns_is_gone(ask):
        remove_interface(ask)


def check(ask: Ask) -> None:
    """The IPAM plugin's CHECK, and the pod's interface must be as ADD answered, on a master that is there."""
    conf = _load(ask)
    open_netns(ask)
    if ipam_type(ask):
        ipam_check(ask)
    result = required_result(ask, "required prevResult missing")
    pod = pod_interface(ask, result, "sandbox")
    if not ask.ground.makes:
        return
    _check_pod(ask, pod, conf["mode"])
    check_addresses(ask, result)
    check_routes(ask, result)


def _load(ask: Ask) -> Mapping[str, Any]:
    """The configuration with the master and the MAC as they are to be. Raises PluginError (loadConf)."""
    conf = config(ask, _CONF, "failed to load netconf")
    wires, where = ask.ground.wires, _where(ask, conf)
    master = conf["master"] or wires.default_link(where)
    if not master:
        raise PluginError("no default route interface found")
    highest = wires.mtu(where, master)
    if ask.ground.makes:
        if wires.traits(where, master) is None:
            raise PluginError("Link not found")
        if not 0 <= conf["mtu"] <= highest:
            raise PluginError(f"invalid MTU {conf['mtu']}, must be [0, master MTU({highest})]")
    mac = load_args(ask, "MAC").get("MAC", "") or conf["mac"]
    return {**conf, "master": master, "mac": conf["runtimeConfig"]["mac"] or mac}


def _where(ask: Ask, conf: Mapping[str, Any]) -> str | None:
    """The netns that the master is in."""
    return ask.netns if conf["linkInContainer"] else None


def _make(ask: Ask, conf: Mapping[str, Any]) -> Interface:
    if conf["mode"] not in _MODES:
        raise PluginError(f"unknown macvlan mode: {quote(conf['mode'])}")
    try:
        mac = parse_mac(conf["mac"])
    except PluginError as error:
        raise PluginError(f"invalid args {conf['mac']} for MAC addr: {error.message}") from None
    try:
        made = ask.ground.wires.add_macvlan(
            ask.netns,
            ask.ifname,
            conf["master"],
            mode=_MODES[conf["mode"]],
            mtu=conf["mtu"],
            mac=mac,
            in_pod=conf["linkInContainer"],
        )
    except FileExistsError as error:
        raise PluginError(f"failed to rename macvlan to {quote(ask.ifname)}: {fault(error)}") from None
    except OSError as error:
        raise PluginError(f"failed to create macvlan: {fault(error)}") from None
    return Interface(name=ask.ifname, mac=made, sandbox=ask.netns)


def _check_pod(ask: Ask, pod: Interface, mode: str) -> None:
    """The pod's interface as prevResult lists it (validateCniContainerInterface). Raises PluginError."""
    found = ask.ground.wires.traits(ask.netns, pod.name)
    if found is None:
        raise PluginError(f"container Interface name in prevResult: {pod.name} not found")
    if found.kind != "macvlan":
        raise PluginError(f"error: Container interface {pod.name} not of type macvlan")
    if mode not in _MODES:
        raise PluginError(f"unknown macvlan mode: {quote(mode)}")
    if found.mode != _MODES[mode]:
        raise PluginError(f"container macvlan mode {found.mode} does not match expected value: {_MODES[mode]}")
    mac = ask.ground.wires.mac(ask.netns, pod.name)
    if pod.mac and pod.mac != mac:
        raise PluginError(f"interface {pod.name} Mac {pod.mac} doesn't match container Mac: {mac}")


_CONF = Struct(
    "main.NetConf",
    {
        "master": Text(),
        "mode": Text(),
        "mtu": Integer(),
        "mac": Text(),
        "linkInContainer": Boolean(),
        "runtimeConfig": Struct("struct", {"mac": Text()}),
        "dns": DNS,
    },
)

PLUGIN = Plugin(name="macvlan", add=add, delete=delete, check=check, status=ipam_status)
