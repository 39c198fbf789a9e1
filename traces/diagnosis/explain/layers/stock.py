"""What the reference plugins say (containernetworking/plugins): which edge of the chain or which object is wrong."""

from traces.diagnosis.explain.template import says

_WHO = "plugin"
_CHAINED = "its stdin has no prevResult: it is the first link, stands alone, or nothing was cached"
_PAIR = "the pod's interface, as prevResult names it, has no end on the host"

TEMPLATES = (
    says(_WHO, "must be called as chained plugin", _CHAINED, "order/chained-plugin-first"),
    says(_WHO, "missing prevResult from earlier plugin", _CHAINED, "order/chained-plugin-first"),
    says(_WHO, "«r|R»equired prevResult missing", _CHAINED, "order/chained-plugin-first", "cache/missing"),
    says(_WHO, "no interfaces provided", "prevResult lists no interface", "prevresult/no-interfaces"),
    says(_WHO, "container interface {ifname} has no veth peer: {E}", _PAIR, "prevresult/not-in-kernel"),
    says(_WHO, "veth peer with index {index} is not in host ns", _PAIR, "prevresult/not-in-kernel"),
    says(_WHO, "no veth peer of container interface found in host ns", _PAIR, "prevresult/not-in-kernel"),
    says(
        _WHO,
        'container veth name ("{ifname}") peer provided ("{peer}") already exists',
        "an interface of that name is there already",
        "link/name-exists",
    ),
    says(
        _WHO,
        "container veth name provided ({ifname}) already exists",
        "an interface of that name is there already",
        "link/name-exists",
    ),
    says(
        _WHO,
        "failed to make veth pair: {E}",
        "the plugin makes the pod's interface",
        "link/veth-not-made",
        within={"link/exists": "link/name-exists"},
    ),
    says(
        _WHO,
        '"{bridge}" already has an IP address different from {address}',
        "the bridge has the gateway address of another subnet",
        "link/bridge-address-conflict",
    ),
    says(
        _WHO,
        'could not add IP address to "{bridge}": file exists',
        "two calls set the bridge's address at the same time, or it has it already",
        "link/bridge-address-race",
    ),
    says(_WHO, "failed to set bridge addr: {E}", "the plugin gives the bridge its gateway address"),
    says(_WHO, "failed to delegate «add|ADD»: {E}", "it has another plugin do the work", verb="ADD"),
    says(_WHO, "failed to delegate «del|DEL»: {E}", "it has another plugin do the work", verb="DEL"),
    says(
        _WHO,
        "bridge port in error state: {port_state}",
        "the pod's end on the bridge does not come up",
        "link/bridge-port-down",
    ),
    says(
        _WHO,
        "Interface {ifname} Mac doesn't match: {mac} not found",
        "the interface has another MAC than ADD answered",
        "check/mac-changed",
        verb="CHECK",
    ),
    says(
        _WHO,
        "sandbox in prevResult {sandbox} doesn't match configured netns: {netns}",
        "prevResult names another namespace, or none, than CNI_NETNS",
        "check/sandbox-mismatch",
        verb="CHECK",
    ),
    says(
        _WHO,
        "the xtables lock",
        "iptables waits for a lock that one process holds at a time",
        "timeout/lock-contention",
    ),
    says("kernel", "avc: denied { {action} }", "SELinux forbade it", "exec/selinux-label", "exec/selinux-denied"),
)
