"""The attachments that a node's result cache remembers."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.cache import KIND
from traces.diagnosis.facts import CacheFile, Node
from traces.diagnosis.per_node import per_node
from traces.model.finding import Evidence
from traces.timeline.measure import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Cached:
    """A cache file that libcni can read."""

    file: CacheFile
    network: str
    container_id: str
    """The container that ADD was for."""
    ifname: str
    netns: str
    """The network namespace that ADD was given."""
    result: Mapping[str, Any]
    encoded_config: str = ""
    """The list as it was at ADD, in base64."""

    @property
    def config(self) -> bytes:
        """The list as it was at ADD; nothing where it is no base64."""
        return _decoded(self.encoded_config)

    @property
    def words(self) -> str:
        """The attachment in a sentence; safe text."""
        return f"{one_line(self.container_id, 64)} {one_line(self.ifname)} on {one_line(self.network)}"

    @property
    def interfaces(self) -> tuple[Mapping[str, Any], ...]:
        """The interfaces of its result."""
        found = self.result.get("interfaces")
        return tuple(each for each in found if isinstance(each, dict)) if isinstance(found, list) else ()

    @property
    def host_interfaces(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Those that are on the host, with their names."""
        named = ((each.get("name"), each) for each in self.interfaces if not each.get("sandbox"))
        return tuple((name, each) for name, each in named if isinstance(name, str) and name)

    def quoted(self, quote: str) -> Evidence:
        """Something that stands in the file."""
        return Evidence(where=self.file.path, quote=quote)


@per_node
def cached(node: Node) -> tuple[Cached, ...]:
    """Every file of the cache that can be read, in the order of their names."""
    return tuple(one for file in node.cache if (one := read_cached(file)) is not None)


@per_node
def _netns_by_container(node: Node) -> Mapping[str, str]:
    return {each.container_id: each.netns for each in reversed(cached(node)) if each.netns}


def netns_of(node: Node, container_id: str) -> str:
    """The namespace that the cache remembers for a container; empty where it remembers none."""
    return _netns_by_container(node).get(container_id, "")


@lru_cache(maxsize=4096)
def read_cached(file: CacheFile) -> Cached | None:
    """What a file says, or None where it is no attachment's; quicker than libcni, and not as exact in what is none."""
    fields = any_object(file.content)
    network, container, ifname, netns = (
        _text(fields, key) for key in ("networkName", "containerId", "ifName", "netns")
    )
    if fields.get("kind") != KIND or not network or not ifname:
        return None
    result = fields.get("result")
    return Cached(
        file=file,
        network=network,
        container_id=container,
        ifname=ifname,
        netns=netns,
        result=result if isinstance(result, dict) else {},
        encoded_config=_text(fields, "config"),
    )


@lru_cache(maxsize=256)
def _decoded(encoded: str) -> bytes:
    """The pods of a node have one list between them."""
    try:
        return base64.b64decode(encoded)
    except ValueError:
        return b""


def _text(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""
