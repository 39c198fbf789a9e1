"""containerd's CRI plugin, which uses libcni through go-cni.

The first file of the folder by name (cni.max_conf_num is 1), today's configuration at DEL, and a loopback network of
its own beside it (containerd/go-cni opts.go, cni.go; containerd/containerd internal/cri/server/sandbox_run.go,
sandbox_stop.go, service_linux.go; the defaults are in internal/cri/config/config_unix.go).
"""

from collections.abc import Sequence

from traces.cni.conflist import load_network
from traces.cni.network_conf import parse_list
from traces.cni.profiles.folder import base, files_of, load_by_ending, ordinal, reworded
from traces.cni.profiles.libcni import by_name
from traces.cni.profiles.profile import (
    ArgsRule,
    CacheRule,
    CapabilityRule,
    Choice,
    Decision,
    LoopbackRule,
    Profile,
    RemovalRule,
)
from traces.errors import ConfigError

_CHOOSE = "containerd/go-cni opts.go, loadFromConfDir"
_REMOVE = "containerd/go-cni cni.go, Remove"
_POD = "containerd/containerd internal/cri/server/sandbox_run.go"

_LOOPBACK = parse_list(
    b"""{
"cniVersion": "0.3.1",
"name": "cni-loopback",
"plugins": [{
  "type": "loopback"
}]
}""",
    "containerd's own",
).network
"""To the byte (containerd/go-cni opts.go, WithLoNetwork): the cache keeps it so."""


def choose(folder: str, name: str | None, plugin_dirs: Sequence[str]) -> Choice:
    """The first file by name; if that one is bad, none. Raises ConfigError in go-cni's words (opts.go, cni.go Load)."""
    if name is not None:
        network = load_network(folder, name)
        note = "; containerd itself takes the first file of its folder, whatever its name"
        return Choice(network=network, decisions=(by_name("containerd", network, note),))
    files = _files(folder)
    first = files[0]
    kind = "list file" if first.endswith(".conflist") else "file"
    try:
        network = load_by_ending(first)
    except ConfigError as error:
        complaint = f"failed to load CNI config {kind} {first}: {error}: invalid cni config"
        raise reworded(error, _load_failed(complaint)) from None
    decision = Decision(
        profile="containerd",
        subject="the file",
        decided=base(first),
        why=f"{ordinal(0, len(files))}, and only one is loaded; were it bad, none would be",
        source=_CHOOSE,
    )
    return Choice(network=network, decisions=(decision,))


def forgives(error: str, netns: str) -> str:
    """Why go-cni takes a failed DEL for done: what it looks for in the error's text (cni.go, Remove); or nothing."""
    if "not found" in error:
        return "its text has «not found»"
    if not netns and "no such file or directory" in error:
        return "the netns is gone, and its text has «no such file or directory»"
    return ""


def _files(folder: str) -> list[str]:
    try:
        files = files_of(folder)
    except ConfigError as error:
        raise ConfigError(_load_failed(f"failed to read config file: {error}: failed to read config file")) from None
    if not files:
        raise ConfigError(_load_failed(f"no network config found in {folder}: cni plugin not initialized"))
    return files


def _load_failed(complaint: str) -> str:
    return f"cni config load failed: {complaint}: failed to load cni config"


CONTAINERD = Profile(
    name="containerd",
    choose=choose,
    args=ArgsRule(
        own=("K8S_POD_NAMESPACE", "K8S_POD_NAME", "K8S_POD_INFRA_CONTAINER_ID", "K8S_POD_UID", "IgnoreUnknown"),
        others=False,
        why="it sends these five and no others, in an order that is left to chance",
        source=f"{_POD}, toCNILabels",
    ),
    capabilities=CapabilityRule(
        passed=frozenset(("io.kubernetes.cri.pod-annotations", "portMappings", "bandwidth", "dns", "cgroupPath")),
        why="it passes pod annotations, portMappings, bandwidth, dns and cgroupPath",
        source=f"{_POD}, cniNamespaceOpts",
    ),
    cache=CacheRule(why="it tears down with what is loaded now, not with what was at ADD", source=_REMOVE),
    loopback=LoopbackRule(
        network=_LOOPBACK,
        why="it is the first of two networks, attached beside the other at ADD and removed before it at DEL",
        source="containerd/go-cni opts.go, WithLoNetwork; containerd/containerd internal/cri/server/service_linux.go",
    ),
    removal=RemovalRule(forgives=forgives, source=_REMOVE),
    unsent=dict.fromkeys(("CHECK", "GC", "VALIDATE"), "containerd/containerd internal/cri/server/sandbox_*.go"),
)
