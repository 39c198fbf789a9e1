"""firewall: lets the pod's traffic through (plugins/meta/firewall). Its rules are not made, only answered for."""

import os
from typing import Any

from traces.cni.goquote import quote
from traces.cni.goscalars import Text
from traces.cni.gostruct import Struct
from traces.cni.result_types import LibcniResult, ModernResult
from traces.simulate.ask import Ask
from traces.simulate.chained import config, passed_on, prev_result
from traces.simulate.plugin import Plugin
from traces.simulate.plugin_error import PluginError

_CONF = Struct(
    "main.FirewallNetConf",
    {
        **{name: Text() for name in ("backend", "iptablesAdminChainName", "firewalldZone", "ingressPolicy")},
    },
)
_MISSING = "missing prevResult from earlier plugin"
_OPEN, _OF_BRIDGE = ("", "open"), ("same-bridge", "isolated")
_BUS = "/var/run/dbus/system_bus_socket"


def add(ask: Ask) -> LibcniResult:
    """Pass prevResult on; some policies need the bridge to stand first in it."""
    conf = _config(ask)
    passed_on(ask, _MISSING)
    _reach_backend(conf)
    _check_policy(conf["ingressPolicy"])
    result = prev_result(ask) or ModernResult()
    if conf["ingressPolicy"] in _OF_BRIDGE:
        _check_bridge(conf["ingressPolicy"], result)
    return result


def delete(ask: Ask) -> None:
    """Nothing was made; fails as the real one does, for a policy that it does not know too."""
    conf = _config(ask)
    _reach_backend(conf)
    _check_policy(conf["ingressPolicy"])


def check(ask: Ask) -> None:
    """The rules are taken to be there."""
    conf = _config(ask)
    passed_on(ask, _MISSING)
    _reach_backend(conf)


def _config(ask: Ask) -> dict[str, Any]:
    conf = config(ask, _CONF, "failed to load netconf")
    prev_result(ask)
    return conf


def _reach_backend(conf: dict[str, Any]) -> None:
    """Any backend but firewalld is iptables; firewalld is spoken to over the system's message bus."""
    if conf["backend"] == "firewalld" and not os.path.exists(_BUS):
        raise PluginError(f"dial unix {_BUS}: connect: no such file or directory")


def _check_policy(policy: str) -> None:
    if policy not in (*_OPEN, *_OF_BRIDGE):
        raise PluginError(f"unknown ingress policy: {quote(policy)}")


def _check_bridge(policy: str, result: ModernResult) -> None:
    if not result.interfaces:
        advice = 'make sure to chain "firewall" plugin with "bridge"'
        raise PluginError(f"interface needs to be set for ingress policy {quote(policy)}, {advice}")
    first = result.interfaces[0]
    if first is None:
        raise PluginError("got nil interface")
    if not first.name:
        raise PluginError("got empty bridge name")


PLUGIN = Plugin(name="firewall", add=add, delete=delete, check=check, versions=("0.4.0", "1.0.0", "1.1.0"))
