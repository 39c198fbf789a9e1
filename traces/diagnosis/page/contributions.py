"""What known plugins contribute to a chain: what each makes, needs and leaves (their own documentation and source)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """One plugin. Each text is a clause without a full stop."""

    role: str
    """main: makes the pod's interface; chained: changes what another made; ipam: gives addresses; runs others."""
    makes: str
    needs: str = ""
    leaves: str = ""
    """What stays after DEL by design."""
    capabilities: tuple[str, ...] = ()
    """Capability arguments that it can take."""


_MAIN, _CHAINED, _IPAM, _RUNS = "main", "chained", "IPAM", "runs other plugins"
_SHARED = "the chains that all pods share"

KNOWN = {
    "bridge": Contribution(
        role=_MAIN,
        makes="a bridge on the host where there is none yet, and a veth pair: one end in the pod, the other on the "
        "bridge; with isGateway the bridge's address, with ipMasq rules that masquerade",
        needs="an IPAM plugin for layer 3; the bridge must not have an address of another subnet",
        leaves="the bridge",
        capabilities=("mac", "ips"),
    ),
    "ptp": Contribution(
        role=_MAIN,
        makes="a veth pair with routes over it, and no bridge",
        needs="an IPAM plugin",
        capabilities=("ips",),
    ),
    "macvlan": Contribution(
        role=_MAIN,
        makes="a macvlan device on a device of the host, in the pod",
        needs="the master device; the host itself is not reachable over it",
        capabilities=("mac", "ips"),
    ),
    "ipvlan": Contribution(
        role=_MAIN, makes="an ipvlan device on a device of the host, in the pod", needs="the master device"
    ),
    "vlan": Contribution(
        role=_MAIN, makes="a VLAN device on a device of the host, in the pod", needs="the master device"
    ),
    "host-device": Contribution(
        role=_MAIN,
        makes="nothing: it moves a device of the host into the pod, and back on DEL",
        needs="the device; with an empty CNI_NETNS it does not tell its IPAM plugin of DEL",
    ),
    "dummy": Contribution(role=_MAIN, makes="a dummy device in the pod"),
    "tap": Contribution(role=_MAIN, makes="a tap device in the pod"),
    "loopback": Contribution(role=_MAIN, makes="nothing: it sets lo up in the pod"),
    "flannel": Contribution(
        role=_RUNS,
        makes="a configuration for bridge, out of the node's share of the pod network, and has it run",
        needs="/run/flannel/subnet.env, which flannel's daemon writes; bridge and host-local",
        leaves="what its delegate leaves",
    ),
    "multus": Contribution(
        role=_RUNS,
        makes="one interface for each network that a pod asks for: it runs whole chains",
        needs="its kubeconfig and the API server, the plugins of every network; its own list of what it attached",
    ),
    "calico": Contribution(
        role=_MAIN,
        makes="a veth pair with routes over it, and the pod's endpoint in the datastore",
        needs="its kubeconfig with a token that holds, the API server, /var/lib/calico/nodename; an IPAM plugin",
    ),
    "cilium-cni": Contribution(
        role=_MAIN,
        makes="a veth pair and an endpoint: cilium's agent does it",
        needs="cilium's agent at its socket",
    ),
    "aws-cni": Contribution(
        role=_MAIN,
        makes="a veth pair with routes, and rules that send the pod's traffic out of the right network interface",
        needs="ipamd (aws-node) at 127.0.0.1:50051",
    ),
    "host-local": Contribution(
        role=_IPAM,
        makes="a file for each address that it gives out, below /var/lib/cni/networks",
        needs="room in its ranges: a DEL that never comes leaves an address taken",
        leaves="its lock, and the address from which it goes on searching",
        capabilities=("ips", "ipRanges"),
    ),
    "static": Contribution(role=_IPAM, makes="the addresses of its configuration", capabilities=("ips",)),
    "dhcp": Contribution(
        role=_IPAM, makes="a lease, which its daemon renews", needs="the dhcp daemon at /run/cni/dhcp.sock"
    ),
    "calico-ipam": Contribution(
        role=_IPAM, makes="an address of Calico's pools, in the datastore", needs="its kubeconfig and the API server"
    ),
    "whereabouts": Contribution(
        role=_IPAM, makes="an address that is unique in the cluster", needs="its kubeconfig and the API server"
    ),
    "portmap": Contribution(
        role=_CHAINED,
        makes="DNAT rules from ports of the host to the pod",
        needs="prevResult with the pod's address, and portMappings by the runtime: without them it does nothing",
        leaves=_SHARED,
        capabilities=("portMappings",),
    ),
    "bandwidth": Contribution(
        role=_CHAINED,
        makes="a token bucket on the pod's host interface, and an ifb device for the other direction",
        needs="prevResult with the host's end of the veth pair, and limits: without them it does nothing",
        capabilities=("bandwidth",),
    ),
    "firewall": Contribution(
        role=_CHAINED,
        makes="rules that let the pod's traffic pass in FORWARD",
        needs="prevResult with the pod's addresses",
        leaves=_SHARED,
    ),
    "tuning": Contribution(
        role=_CHAINED,
        makes="nothing of its own: it sets sysctls, MAC, MTU and flags of the pod's interface",
        needs="the interface, made by a link before it",
        capabilities=("mac",),
    ),
    "sbr": Contribution(
        role=_CHAINED,
        makes="a routing table and rules by source address, in the pod",
        needs="prevResult with addresses",
    ),
    "vrf": Contribution(
        role=_CHAINED,
        makes="a VRF in the pod, with the interface in it",
        needs="the interface, made by a link before it",
    ),
    "istio-cni": Contribution(
        role=_CHAINED,
        makes="rules in the pod that send its traffic through the sidecar",
        needs="prevResult, its kubeconfig and the API server; it has to be there before the pod's containers start",
    ),
    "linkerd-cni": Contribution(
        role=_CHAINED,
        makes="rules in the pod that send its traffic through the proxy",
        needs="prevResult, its kubeconfig and the API server",
    ),
}
UNKNOWN = Contribution(
    role="unknown", makes="it is not known here what this plugin makes; its own documentation says so"
)


def contribution(plugin: str) -> Contribution:
    """What is known of a plugin."""
    return KNOWN.get(plugin, UNKNOWN)
