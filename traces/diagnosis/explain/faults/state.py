"""Cache, results, addresses, interfaces, namespaces, daemons."""

from traces.diagnosis.explain.faults.fault import fault

_CACHE = "ls -l /var/lib/cni/results"

FAULTS = {
    "cache/empty-result-file": fault(
        "the file with the cached result of network {network} is empty or cut off, so DEL fails before any plugin runs",
        "find /var/lib/cni/results -size 0 -ls",
        "Move that file aside; DEL then runs without prevResult.",
    ),
    "cache/corrupt": fault("the cached result of network {network} is no valid JSON", _CACHE),
    "cache/unreadable": fault("the cached result of network {network} can't be read", _CACHE),
    "cache/not-written": fault(
        "the chain succeeded, and its result could not be cached: disk full, read-only, or no right", "df /var/lib/cni"
    ),
    "cache/not-convertible": fault(
        "the result was cached in another version than the network has now", _CACHE, "Put cniVersion back, then DEL."
    ),
    "cache/missing": fault("the cache has nothing of network {network} for this pod", _CACHE),
    "cache/delegate-cache-missing": fault(
        "Multus has lost its own list of what it attached to this pod, and the pod is gone: it can't know what to undo",
        "ls -l /var/lib/cni/multus",
        "That is Multus's state, not libcni's: run DEL for each delegate by hand.",
    ),
    "del/error-dropped": fault("ADD failed, the clean-up DEL failed too, and the runtime dropped that error: a leak"),
    "del/unknown-error": fault("DEL failed; what the plugin said is not in this text"),
    "prevresult/no-interfaces": fault(
        "the link before {plugin} answered with addresses and no interfaces: that link is at fault, not {plugin}",
        "cnistep run {run} ADD",
        "bandwidth needs the interfaces of prevResult; look at the stdout of the link before it.",
    ),
    "prevresult/not-in-kernel": fault(
        "prevResult names interfaces that the kernel does not have that way",
        "cnistep run {run} ADD",
    ),
    "prevresult/unreadable": fault("{plugin} can't read the result of the link before it", "cnistep run {run} ADD"),
    "prevresult/no-address": fault(
        "the result has no address, and the network's cniVersion is of a form that needs one", "cnistep run {run} ADD"
    ),
    "prevresult/eth0-dropped": fault(
        "the chain succeeded, and its result has no address on eth0: a link replaced the interfaces of the one before",
        "cnistep run {run} ADD",
        "containerd needs an address on the interface that it asked for.",
    ),
    "check/mac-changed": fault(
        "{ifname} has another MAC than ADD answered: something changed it afterwards, udev's MACAddressPolicy mostly",
        "ip -d link show {ifname}; udevadm info /sys/class/net/{ifname} | grep -i policy",
    ),
    "check/sandbox-mismatch": fault("prevResult names the namespace «{sandbox}», and CNI_NETNS is {netns}", _CACHE),
    "ipam/exhausted": fault(
        "every address of {range} is reserved: too many pods, or reservations of pods that are gone",
        "ls /var/lib/cni/networks/{network} | wc -l; crictl pods -q | wc -l; cnistep doctor",
        "Reservations without a living pod come from DELs that failed or never ran, as after a power cut.",
    ),
    "ipam/failed": fault("no address could be allocated", "cnistep doctor"),
    "ipam/requested-not-available": fault(
        "the address {address} that was asked for is taken or outside of the range",
        "cat /var/lib/cni/networks/{network}/{address}",
    ),
    "ipam/duplicate-allocation": fault(
        "the container already has the address {address} reserved: an earlier ADD was not undone",
        "cat /var/lib/cni/networks/{network}/{address}",
    ),
    "ipam/no-ranges": fault(
        "the ipam part of the configuration has neither subnet nor ranges", "jq . /etc/cni/net.d/*"
    ),
    "ipam/invalid-cidr": fault("{cidr} is no address with a prefix length", "grep -rn {cidr} /etc/cni/net.d"),
    "link/bridge-address-conflict": fault(
        "the bridge {bridge} still has the gateway address of another subnet, not {address}",
        "ip -4 addr show dev {bridge}; cat /run/flannel/subnet.env",
        "When nothing is attached to it: ip link delete {bridge}, and let ADD make it anew.",
    ),
    "link/bridge-address-race": fault(
        "the bridge {bridge} got its address from another call at the same moment", "ip -4 addr show dev {bridge}"
    ),
    "link/name-exists": fault("an interface of that name is there already", "ip link show {ifname}"),
    "link/veth-not-made": fault("the pair of interfaces could not be made", "ip -d link"),
    "link/bridge-port-down": fault("the pod's port on the bridge does not come up ({port_state})", "bridge link"),
    "link/loopback": fault("lo could not be set up in the pod's namespace"),
    "runtime/hostport": fault("CRI-O could not map the host port itself", "iptables-save -t nat | grep -c HOSTPORT"),
    "netns/gone": fault("the pod's network namespace {netns} is gone, mostly with its container", "ls -l /run/netns"),
    "netns/gone-empty-path": fault(
        "the namespace is gone, so the runtime sends DEL with an empty CNI_NETNS, which the specification allows; "
        "{plugin} "
        "opens it all the same",
        "uptime -s; ls -l /run/netns",
        "A plugin has to answer such a DEL with success: upgrade {plugin}.",
    ),
    "netns/unknown-fs-magic": fault(
        "{netns} is a plain file on {filesystem} where {plugin} looks: mounts of the host do not reach its mount "
        "namespace",
        "stat -f -c %T {netns}; findmnt -o TARGET,PROPAGATION /run",
        "Mount /run/netns into the daemon's pod with mountPropagation: HostToContainer.",
    ),
    "netns/not-made": fault("the namespace could not be made or removed", "ls -l /run/netns; df -i /run"),
    "netns/host": fault("{plugin} was called with the host's own namespace as CNI_NETNS"),
    "daemon/state-file-missing": fault(
        "{plugin} reads a file that its daemon on this node writes ({state}), and it is not there: the chain itself "
        "is fine",
        "kubectl get pods -A -o wide --field-selector spec.nodeName=$(hostname)",
        "Wait for the daemon, or look why it does not come up; /run is emptied at boot.",
    ),
    "daemon/kubeconfig-missing": fault(
        "the kubeconfig that {plugin} is configured with is not there", "ls -l /etc/cni/net.d"
    ),
    "daemon/credential-expired": fault(
        "the API refused the credentials of {plugin}: the token in its kubeconfig has expired, or was withdrawn",
        "ls -l --time-style=full-iso /etc/cni/net.d/*kubeconfig",
        "Restart the network's agent on this node, which writes a new one, and see why it had stopped; check the "
        "clock.",
    ),
    "daemon/credential-stale": fault("the kubeconfig of {plugin} trusts another cluster's certificate"),
    "daemon/forbidden": fault(
        "the account of {plugin} may not read what it needs from the API", "kubectl auth can-i --list"
    ),
    "daemon/socket-down": fault(
        "{plugin} asks a daemon on this node, which does not answer",
        "kubectl get pods -A -o wide --field-selector spec.nodeName=$(hostname)",
    ),
    "daemon/api-unreachable": fault(
        "{plugin} can't reach {address} from the node: kube-proxy, a firewall, a proxy of the runtime, or a server "
        "that is down",
        "curl -k -m 5 https://{address}:{port}/version; kubectl get --raw /readyz",
    ),
    "daemon/file-missing": fault(
        "{plugin} needs a file that its configuration names (/etc/{configured}), and it is not there",
        "ls -l /etc/{configured}; ls -l /etc/cni/net.d",
        "Its installer writes it, or somebody has to put it there; the same on every node.",
    ),
    "del/not-idempotent": fault(
        "what {plugin} is to remove is gone already, and it calls that an error: a DEL has to succeed then",
        "cnistep run {run} DEL",
        "Upgrade {plugin}; the runtime repeats the DEL, and the links before it are never cleaned up.",
    ),
    "firewall/command-failed": fault(
        "a command that {plugin} ran for its rules failed: {command}",
        "iptables --version; iptables-save -t nat | tail -n 40; dmesg -T | tail -n 20",
        "Mostly iptables-legacy and nf_tables rules side by side, or a kernel module that is not there.",
    ),
    "link/master-missing": fault(
        "the host has no interface «{ifname}», which the configuration of {plugin} names as master; an empty name: it "
        "names none, and the host has no default route",
        "ip -br link; grep -rn master /etc/cni/net.d",
    ),
    "daemon/api-failed": fault("{plugin} could not ask the API", "kubectl get --raw /readyz"),
    "daemon/pod-unknown": fault("the API does not know the pod, or not any more", "kubectl get pods -A"),
    "status/daemon-down": fault(
        "a plugin answered STATUS with an error, and nothing in the text says which: ask link by link",
        "cnistep run {run} STATUS",
    ),
}
