"""What is compared of a node: which file is used, the settings of every file, and its plugins."""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from traces.diagnosis.audit.settings import settings
from traces.diagnosis.configured import chosen
from traces.diagnosis.facts import Node, PluginFile

FILE, PLUGIN, NODE = "file", "plugin", "node"
"""What a thing is of: a configuration file, a plugin, the node as a whole."""
HASH = "sha256"
_HOSTS_OWN = ("nodename", "nodeName", "node_name", "node", "hostname")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One thing of a node."""

    value: str
    place: str = ""
    """In a file: the JSON Pointer."""
    changed: float | None = None
    """When the file was last written, in seconds since the epoch."""


Key = tuple[str, str, str]
"""What it is of (file, plugin, node), that one's name, and what of it: a setting's key, «sha256», «mode», «there»."""
THERE = "there"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one node has."""

    name: str
    machine: str
    network: str
    chain: tuple[str, ...]
    """The plugins of the file that is used."""
    winner: str
    """That file's name; empty where none is used."""
    things: Mapping[Key, Seen]


def look(node: Node, name: str) -> Look:
    """All of a node that is compared with others."""
    found = chosen(node)
    network = found.network
    things = dict(_files(node)) | dict(_plugins(node))
    winner = found.winner.name if found.winner else ""
    things[NODE, "", "file that is used"] = Seen(value=winner or "none")
    return Look(
        name=name,
        machine=node.machine,
        network=network.name if network else "",
        chain=tuple(link.type for link in network.links) if network else (),
        winner=winner,
        things=things,
    )


def may_differ(key: str) -> bool:
    """Whether a setting is one that every node has for itself: its name, its share of the pod network."""
    last = key.rpartition("/")[2]
    return last in _HOSTS_OWN or last in ("subnet", "rangeStart", "rangeEnd", "gateway", "podCIDR", "address")


def _files(node: Node) -> Iterator[tuple[Key, Seen]]:
    for config in (*node.configs, *node.configs_beside):
        name = posixpath.relpath(config.path, node.conf_dir)
        yield (FILE, name, THERE), Seen(value="there", changed=config.changed)
        for key, place, value in _settings(config.content):
            yield (FILE, name, key), Seen(value=value, place=place, changed=config.changed)


@lru_cache(maxsize=4096)
def _settings(content: bytes) -> tuple[tuple[str, str, str], ...]:
    return tuple((each.key, each.pointer, each.value) for each in settings(content).values())


def _plugins(node: Node) -> Iterator[tuple[Key, Seen]]:
    for file in node.plugins:
        if file.kind == "folder":
            continue
        yield (PLUGIN, file.path, THERE), Seen(value="there", changed=file.changed)
        for what, value in _of_plugin(file):
            yield (PLUGIN, file.path, what), Seen(value=value, changed=file.changed)


def _of_plugin(file: PluginFile) -> Iterator[tuple[str, str]]:
    if file.sha256:
        yield HASH, file.sha256
    if file.versions is not None:
        yield "versions", " ".join(file.versions)
    if file.kind != "unknown":
        yield "mode", f"{file.mode:04o}"
