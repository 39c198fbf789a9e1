"""Innermost errors as libcni, plugins and the kernel write them, each with the kind that the text alone says."""

from traces.cni.goquote import quote

PLUGIN_ERRORS = (
    ('failed to find plugin "portmap" in path [/opt/cni/bin /usr/lib/cni]', "binary/missing"),
    ("no plugin name provided", "config/no-plugin-name"),
    ("netplugin failed with no error message: exit status 3", "exit/silent"),
    ("netplugin failed with no error message: signal: killed", "timeout/deadline"),
    ("netplugin failed with no error message: signal: segmentation fault", "exit/signal"),
    ("netplugin failed with no error message: context canceled", "timeout/canceled"),
    ('netplugin failed: "cannot reach \\"it\\"": exit status 1', "exit/stderr-only"),
    ('netplugin failed: "panic: runtime error\\n\\ngoroutine 1 [running]:\\n": exit status 2', "output/panic"),
    (
        'netplugin failed but error parsing its diagnostic message "{\\"level\\":\\"info\\"}{}": invalid character '
        "'{' after "
        "top-level value",
        "output/log-noise",
    ),
    ('netplugin failed but error parsing its diagnostic message "": unexpected end of JSON input', "exit/silent"),
    ("fork/exec /opt/cni/bin/bridge: exec format error", "exec/wrong-arch"),
    ("fork/exec /opt/cni/bin/bridge: permission denied", "exec/mode"),
    ("fork/exec /opt/cni/bin/bridge: no such file or directory", "exec/missing-loader"),
    ("fork/exec /opt/cni/bin/bridge: text file busy", "exec/text-file-busy"),
    ("failed to unmarshal raw result: unexpected end of JSON input result ", "output/exit0-empty"),
    (
        "failed to unmarshal raw result: invalid character 'l' looking for beginning of value result log",
        "output/log-noise",
    ),
    ("unexpected end of JSON input", "output/exit0-empty"),
    ("invalid character 'c' looking for beginning of value", "output/log-noise"),
    ('incompatible CNI versions; config is "0.3.1", plugin supports ["0.4.0" "1.0.0"]', "version/unsupported"),
    ('failed to get network "n" cached result: decoding version from network config: EOF', "cache/unreadable"),
    (
        'failed to get network "n" cached result: decoding version from network config: unexpected end of JSON input',
        "cache/empty-result-file",
    ),
    ('failed to set network "n" cached result: open /x: no space left on device', "cache/not-written"),
    ("failed to unmarshal cached network \"n\" config: invalid character 'x'", "cache/corrupt"),
    ('read cached network "n" config has wrong kind: other', "cache/corrupt"),
    (
        'failed to convert cached result to config version "1.0.0": no converter for CNI result version 0.1.0 to 1.0.0',
        "cache/not-convertible",
    ),
    ("no converter for CNI result version 9.9 to 1.0.0", "version/not-convertible"),
    ('cannot convert version ["" "0.1.0" "0.2.0"] to 0.4.0', "version/not-convertible"),
    (
        "failed to parse config: could not parse prevResult: result type supports [0.3.0 0.3.1 0.4.0] but unmarshalled "
        'CNIVersion is "0.1.0"',
        "version/prevresult-mismatch",
    ),
    ('could not parse prevResult: invalid version "": the version is empty', "version/prevresult-mismatch"),
    ("cannot convert: no valid IP addresses", "prevresult/no-address"),
    ('invalid version "": the version is empty', "version/absent"),
    ('configuration version "0.3.1" does not support the CHECK command', "version/verb-not-supported"),
    ("config version does not allow CHECK", "version/verb-not-supported"),
    ("config version does not allow GC", "version/verb-not-supported"),
    ("plugin version does not allow CHECK", "version/verb-not-supported"),
    ("required env variables [CNI_NETNS,CNI_IFNAME] missing", "env/missing"),
    ("missing network name", "config/no-name"),
    ("error unmarshall network config: unexpected end of JSON input", "config/invalid-stdin"),
    ("unknown CNI_COMMAND: STATUS", "env/unknown-command"),
    ("plugin's netns and netns from CNI_NETNS should not be the same", "netns/host"),
    ('ARGS: unknown args ["COLOR=blue"]', "args/unknown-key"),
    ('ARGS: invalid key "COLOR"', "args/unknown-key"),
    ("must be called as chained plugin", "order/chained-plugin-first"),
    ("missing prevResult from earlier plugin", "order/chained-plugin-first"),
    ("Required prevResult missing", "order/chained-plugin-first"),
    ("no interfaces provided", "prevresult/no-interfaces"),
    ("container interface eth0 has no veth peer: it is a dummy", "prevresult/not-in-kernel"),
    ("veth peer with index 7 is not in host ns", "prevresult/not-in-kernel"),
    ("no veth peer of container interface found in host ns", "prevresult/not-in-kernel"),
    ('container veth name ("eth0") peer provided ("veth1") already exists', "link/name-exists"),
    ("container veth name provided (eth0) already exists", "link/name-exists"),
    ("failed to make veth pair: operation not supported", "link/veth-not-made"),
    (
        'failed to set bridge addr: "cni0" already has an IP address different from 10.1.2.1/24',
        "link/bridge-address-conflict",
    ),
    ("failed to allocate for range 0: no IP addresses available in range set: 10.1.2.1-10.1.2.254", "ipam/exhausted"),
    (
        "failed to allocate for range 0: requested IP address 10.1.2.7 is not available in range set 10.1.2.1-10.1.2.9",
        "ipam/requested-not-available",
    ),
    (
        "failed to allocate for range 0: 10.1.2.7 has been allocated to 0f31caad, duplicate allocation is not allowed",
        "ipam/duplicate-allocation",
    ),
    (
        'failed to open netns "/run/netns/a": failed to Statfs "/run/netns/a": no such file or directory',
        "netns/gone",
    ),
    ('failed to open netns "/run/netns/a": unknown FS magic on "/run/netns/a": 1021994', "netns/unknown-fs-magic"),
    ("Interface veth12 Mac doesn't match: 02:00:00:00:00:01 not found", "check/mac-changed"),
    ("sandbox in prevResult  doesn't match configured netns: /run/netns/a", "check/sandbox-mismatch"),
    (
        "loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory",
        "daemon/state-file-missing",
    ),
    ("error getting ClusterInformation: connection is unauthorized: Unauthorized", "daemon/credential-expired"),
    ('opening netns pinned at : open : no such file or directory: stat netns path ""', "netns/gone-empty-path"),
    (
        "running [/usr/sbin/iptables -t nat -N X]: exit status 4: Another app is currently holding the xtables lock",
        "timeout/lock-contention",
    ),
    ("failed to request 1234: something that nobody knows", ""),
)
"""What a plugin, or libcni about a plugin, says on ADD; inside of whatever layers."""

LOAD_ERRORS = (
    ("error parsing configuration: missing 'type'", "config/conf-vs-conflist"),
    ("error parsing configuration list: no name", "config/no-name"),
    ("error parsing configuration list: no plugins in list", "config/no-plugins"),
    ("error parsing configuration list: invalid 'plugins' type string", "config/invalid-plugins"),
    ("error parsing configuration list: unexpected end of JSON input", "config/json-cut-off"),
    ("error parsing configuration list: invalid character 'x' looking for beginning of value", "config/invalid-json"),
    (
        "error parsing configuration list: failed to parse plugin config 2: error parsing configuration: missing "
        "'type'",
        "config/conf-vs-conflist",
    ),
    ("no plugin configs found", "config/no-plugins"),
    ('no net configuration with name "n" in /etc/cni/net.d', "config/network-not-found"),
    ("no network config found in /etc/cni/net.d: cni plugin not initialized", "config/no-file"),
    (
        "failed to load CNI config list file /etc/cni/net.d/1.conflist: error parsing configuration list: no name: "
        "invalid cni config",
        "config/no-name",
    ),
    ("network type not found in /etc/cni/net.d/1.conf: invalid cni config", "config/missing-type"),
    (
        "CNI config list in config file /etc/cni/net.d/1.conflist has no networks, skipping: invalid cni config",
        "config/no-plugins",
    ),
    ("no CNI configuration file in /etc/cni/net.d. Has your network provider started?", "config/no-file"),
    ('plugin bridge does not support config version "9.0.0"', "version/unsupported"),
    ('plugin bridge does not support config version ""', "version/missing-load"),
    ("Ignored CNI network n (type=bridge) at /etc/cni/net.d/2.conflist because already exists", "config/same-name"),
    ("Error loading CNI config file /e/1.conf: no 'type'; perhaps this is a .conflist?", "config/conf-vs-conflist"),
    ("Error loading CNI config list file /e/1.conflist: no plugin configs found", "config/no-plugins"),
    ("failed to find requested network name n", "config/network-not-found"),
    ("docker: network plugin is not ready: cni config uninitialized", "config/not-loaded"),
)
"""What is said while the configuration is loaded."""

ID = "0f31caad287b942bf475f653660c1d8078c64f3bc65a4efc78d5dfba3cac2053"
UID = "9ca09698-bfdb-4b2c-b26a-dbbf6618f787"


def in_libcni(error: str) -> str:
    """The error with the link's name before it."""
    return f'plugin type="calico" name="main" failed (add): {error}'


def in_containerd(error: str) -> str:
    """As kubelet gets it from containerd."""
    return f'rpc error: code = Unknown desc = failed to setup network for sandbox "{ID}": {error}'


def in_crio(error: str) -> str:
    """As kubelet gets it from CRI-O."""
    return (
        f"rpc error: code = Unknown desc = failed to create pod network sandbox k8s_web-0_shop_{UID}_0({ID}): error "
        "adding "
        f'pod shop_web-0 to CNI network "k8s-pod-network": {error}'
    )


def in_multus(error: str) -> str:
    """As containerd gets it from Multus."""
    return in_containerd(
        f'plugin type="multus" name="multus-cni-network" failed (add): [shop/web-0/{UID}:k8s-pod-network]: error '
        "adding "
        f'container to network "k8s-pod-network": delegateAdd: error invoking DelegateAdd - "calico": error in getting '
        f"result from AddNetwork: {error}"
    )


def in_dockershim(error: str) -> str:
    """Two errors in one, as dockershim wrote them."""
    return (
        f'rpc error: code = Unknown desc = [failed to set up sandbox container "{ID}" network for pod "web-0": '
        "networkPlugin "
        f'cni failed to set up pod "web-0_shop" network: {error}, failed to clean up sandbox container "{ID}" '
        "network for "
        f'pod "web-0": networkPlugin cni failed to teardown pod "web-0_shop" network: must be called as chained plugin]'
    )


def as_event(error: str) -> str:
    """A pod's event: nothing is quoted."""
    return f"Failed to create pod sandbox: {error}"


def as_klog(error: str) -> str:
    """A line of kubelet's log: quoted once."""
    head = 'E1026 14:08:18.459322 1067481 kuberuntime_sandbox.go:72] "Failed to create sandbox for pod"'
    return f'{head} err={quote(error)} pod="shop/web-0"'


def as_nested_klog(error: str) -> str:
    """A line of kubelet's log around an error that was quoted already: quoted twice."""
    inner = f'failed to "CreatePodSandbox" for "web-0_shop({UID})" with CreatePodSandboxError: {quote(error)}'
    head = 'E1026 14:08:18.459322 1067481 pod_workers.go:1300] "Error syncing pod, skipping"'
    return f'{head} err={quote(inner)} pod="shop/web-0"'


def cut_out(error: str) -> str:
    """From within a text that was quoted once, without its quotes."""
    return quote(error)[1:-1]


def cut_out_twice(error: str) -> str:
    """From within a text that was quoted twice, without its quotes."""
    return cut_out(cut_out(error))


DEPTHS = (as_event, as_klog, as_nested_klog, cut_out, cut_out_twice)
LAYERS = (in_containerd, in_crio, in_multus, in_dockershim)
