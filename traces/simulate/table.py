"""Which stand-in takes whose place. A plugin of no stand-in of its own gets the generic one."""

from importlib import import_module

from traces.simulate.plugin import Plugin

GENERIC = "generic"
_MODULES = {
    "aws-cni": "aws",
    "bandwidth": "bandwidth",
    "bridge": "bridge",
    "calico": "calico",
    "calico-ipam": "calico_ipam",
    "cilium-cni": "cilium",
    "firewall": "firewall",
    "flannel": "flannel",
    "host-local": "host_local",
    "istio-cni": "istio",
    "linkerd-cni": "linkerd",
    "loopback": "loopback",
    "macvlan": "macvlan",
    "multus": "multus",
    "portmap": "portmap",
    "ptp": "ptp",
    "sbr": "sbr",
    "static": "static",
    "tuning": "tuning",
}

NAMES = tuple(_MODULES)
"""The plugins that have a stand-in of their own."""


def stand_in(name: str) -> Plugin:
    """The stand-in for a plugin; only its own module is loaded, since each call of it starts anew."""
    module = import_module(f"traces.simulate.plugins.{_MODULES.get(name, GENERIC)}")
    plugin: Plugin = module.PLUGIN
    return plugin
