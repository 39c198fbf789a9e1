"""The files that a chain needs on the node: those that its configuration names, and those that its plugins look for."""

from collections.abc import Iterable, Iterator
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.facts import ConfigFile

_NAMING = (
    "kubeconfig",
    "subnetFile",
    "log_file",
    "log_file_path",
    "logFile",
    "socket",
    "socketPath",
    "daemonSocketDir",
)
"""Keys whose value is a path of the node, in the configurations of calico, flannel, multus, cilium and others."""
_LOOKED_FOR = {"flannel": ("/run/flannel/subnet.env",)}
"""What a plugin reads where its configuration names nothing else (flannel.go, defaultSubnetFile)."""


def named_files(configs: Iterable[ConfigFile]) -> tuple[str, ...]:
    """Their paths, each once, in the order of the files that name them."""
    return tuple(dict.fromkeys(path for config in configs for path in _named(any_object(config.content))))


def files_of_link(config: dict[str, Any]) -> tuple[str, ...]:
    """The paths that one plugin entry needs."""
    return tuple(dict.fromkeys(_named(config)))


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _named(item)
    elif isinstance(value, dict):
        yield from _own(value)
        for item in value.values():
            yield from _named(item)


def _own(entry: dict[str, Any]) -> Iterator[str]:
    for key in _NAMING:
        path = entry.get(key)
        if isinstance(path, str) and path.startswith("/"):
            yield path
    kind = entry.get("type")
    if isinstance(kind, str) and "subnetFile" not in entry:
        yield from _LOOKED_FOR.get(kind, ())
