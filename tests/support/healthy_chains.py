"""Chains of which nothing is wrong, in the form of a report's input."""

from collections.abc import Mapping
from typing import Any

_LIFE = "ADD, CHECK, DEL"
_ALL = "ADD, CHECK, GC, STATUS, DEL"
_HOST_LOCAL = {"type": "host-local", "ranges": [[{"subnet": "10.61.0.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}
_DUAL = {"type": "host-local", "ranges": [[{"subnet": "10.62.0.0/24"}], [{"subnet": "fd00:62::/64"}]]}
_BRIDGE = {"type": "bridge", "bridge": "cni0", "isGateway": True, "ipMasq": True, "ipam": _HOST_LOCAL}
_PORTMAP = {"type": "portmap", "capabilities": {"portMappings": True}}
_BANDWIDTH = {"type": "bandwidth", "capabilities": {"bandwidth": True}}
_TUNING = {"type": "tuning", "sysctl": {"net.ipv4.conf.IFNAME.arp_filter": "1"}}
_PORTS = {"portMappings": [{"hostPort": 18080, "containerPort": 80, "protocol": "tcp"}]}
_RATE = {"bandwidth": {"ingressRate": 1000000, "ingressBurst": 1000000, "egressRate": 1000000, "egressBurst": 1000000}}
_SUBNET_ENV = "FLANNEL_NETWORK=10.63.0.0/16\nFLANNEL_SUBNET=10.63.1.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n"
_TOKEN = {"kubeconfig_token_exp": "in 8 h"}
_KUBERNETES = {"kubernetes": {"kubeconfig": "/etc/cni/net.d/agent-kubeconfig"}}


def _chain(*plugins: Any, version: str = "1.0.0", call: str = _LIFE, **more: Any) -> Mapping[str, Any]:
    entries = [{"type": each} if isinstance(each, str) else each for each in plugins]
    document = {"cniVersion": version, "name": "pod-network", "plugins": entries}
    return {"files": {"/etc/cni/net.d/10-pods.conflist": document}, "call": call, **more}


HEALTHY: Mapping[str, Mapping[str, Any]] = {
    "a bridge alone": _chain(_BRIDGE),
    "bridge, firewall, tuning and bandwidth": _chain(
        _BRIDGE, _BANDWIDTH, "firewall", _TUNING, runtimeConfig=_RATE, call="ADD, DEL"
    ),
    "published ports": _chain(_BRIDGE, _PORTMAP, runtimeConfig=_PORTS, call="ADD, DEL"),
    "ptp of both families": _chain({"type": "ptp", "ipam": _DUAL}, version="0.4.0"),
    "an old version": _chain(_BRIDGE, _PORTMAP, version="0.3.1", call="ADD, DEL"),
    "arguments of kubernetes": _chain(_BRIDGE, env={"CNI_ARGS": "IgnoreUnknown=1;K8S_POD_NAME=web-0"}),
    "every verb of 1.1.0": _chain("vendor-main", "vendor-meta", version="1.1.0", call=_ALL),
    "flannel with its file": _chain(
        {"type": "flannel", "delegate": {"isDefaultGateway": True}},
        _PORTMAP,
        call="ADD, DEL",
        bin=["flannel", "bridge", "host-local", "portmap"],
        runtimeConfig=_PORTS,
        state={"/run/flannel/subnet.env": _SUBNET_ENV},
    ),
    "a policy plugin with a fresh token": _chain(_BRIDGE, {"type": "policy-meta", **_KUBERNETES}, state=_TOKEN),
    "an interface net1": _chain(
        {"type": "ptp", "ipam": _HOST_LOCAL}, {"type": "tuning", "mtu": 1400}, env={"CNI_IFNAME": "net1"}
    ),
    "reservations of pods that live": _chain(
        _BRIDGE,
        call="ADD",
        state={
            "/var/lib/cni/networks/pod-network": ["10.61.0.2", "10.61.0.3", "last_reserved_ip.0 = 10.61.0.3", "lock"],
            "containers_alive": ["demo1", "demo5"],
            "live_addresses": ["10.61.0.2", "10.61.0.3"],
        },
    ),
    "a host device": _chain({"type": "host-device", "device": "vf0", "ipam": _HOST_LOCAL}, call="ADD, DEL"),
    "asked for its versions": _chain(_BRIDGE, _PORTMAP, "firewall", call="VERSION"),
}
