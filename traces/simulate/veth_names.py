"""How plugins name the host's end of a pod's veth pair: by a hash, so that others find it without asking."""

import hashlib

from traces.simulate.ask import Ask

_DIGITS = 11


def name_by_pod(ask: Ask, prefix: str) -> str:
    """Calico's rule, which aws-cni follows: the prefix and 11 digits of the SHA-1 of «namespace.pod».

    Without a pod (no K8S_POD_NAME) calico takes the container's ID instead (VethNameForWorkload; plugin.go, cmdAdd).
    """
    namespace, pod = ask.args.get("K8S_POD_NAMESPACE", ""), ask.args.get("K8S_POD_NAME", "")
    if not (namespace and pod):
        return prefix + ask.container_id[:_DIGITS]
    return prefix + _digest("sha1", f"{namespace}.{pod}")[:_DIGITS]


def name_by_container(ask: Ask, prefix: str) -> str:
    """Cilium's rule: the prefix and 12 digits of the SHA-256 of «container:interface» (Endpoint2IfName)."""
    return prefix + _digest("sha256", f"{ask.container_id}:{ask.ifname}")[:12]


def _digest(kind: str, text: str) -> str:
    return hashlib.new(kind, text.encode(errors="surrogateescape"), usedforsecurity=False).hexdigest()
