"""What plugins say that need a daemon, an API or a file of theirs: flannel, Calico, Cilium, Weave, Multus, AWS …"""

from traces.diagnosis.explain.template import says

_WHO = "plugin"
_EXPIRED = "the API refused the plugin's credentials"
_DOWN = "the daemon that the plugin asks does not answer"
_UNREACHED = "the address that the plugin asks does not answer: the API server, or a data store"

TEMPLATES = (
    says(_WHO, "loadFlannelSubnetEnv failed: {E}", "flannel reads what its daemon wrote for this node"),
    says(
        _WHO,
        "open /run/{state}: no such file or directory",
        "a file that a daemon writes is not there",
        "daemon/state-file-missing",
    ),
    says(
        _WHO,
        "open /var/run/{state}: no such file or directory",
        "a file that a daemon writes is not there",
        "daemon/state-file-missing",
    ),
    says(
        _WHO,
        "stat /var/lib/calico/nodename: no such file or directory",
        "a file that a daemon writes is not there",
        "daemon/state-file-missing",
    ),
    says(
        _WHO,
        "stat /run/{state}: no such file or directory",
        "a file that a daemon writes is not there",
        "daemon/state-file-missing",
    ),
    says(
        _WHO,
        "stat {kubeconfig}kubeconfig: no such file or directory",
        "the kubeconfig that the configuration names is not there",
        "daemon/kubeconfig-missing",
    ),
    says(
        _WHO,
        "open {kubeconfig}kubeconfig: no such file or directory",
        "the kubeconfig that the configuration names is not there",
        "daemon/kubeconfig-missing",
    ),
    says(
        _WHO,
        "open /etc/{configured}: no such file or directory",
        "a file that the configuration names is not there",
        "daemon/file-missing",
    ),
    says(
        _WHO, "error getting ClusterInformation: {E}", "Calico asks the API before anything else", "daemon/api-failed"
    ),
    says(_WHO, "connection is unauthorized", _EXPIRED, "daemon/credential-expired"),
    says(_WHO, "Unauthorized", _EXPIRED, "daemon/credential-expired"),
    says(_WHO, "x509: certificate has expired", _EXPIRED, "daemon/credential-expired"),
    says(
        _WHO,
        "x509: certificate signed by unknown authority",
        "the API's certificate is another's",
        "daemon/credential-stale",
    ),
    says(_WHO, "dial unix {socket}: ", _DOWN, "daemon/socket-down"),
    says(_WHO, "dial tcp «127.0.0.1|[::1]»:{port}: ", _DOWN, "daemon/socket-down"),
    says(_WHO, "dial tcp {address}:{port}: ", _UNREACHED, "daemon/api-unreachable"),
    says(_WHO, "dial tcp [{address6}]:{port}: ", _UNREACHED, "daemon/api-unreachable"),
    says(_WHO, "Cilium API client timeout exceeded", _DOWN, "daemon/socket-down"),
    says(_WHO, "unable to connect to Cilium daemon", _DOWN, "daemon/socket-down"),
    says(_WHO, 'pods "{pod}" not found', "the API does not know the pod, or not any more", "daemon/pod-unknown"),
    says(_WHO, "readinessindicatorfile", "Multus waits for the main network's file", "daemon/state-file-missing"),
    says(
        _WHO,
        "User {user} cannot «get|list|watch|patch|update» resource",
        "the plugin's account may not read that",
        "daemon/forbidden",
    ),
)
