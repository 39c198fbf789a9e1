"""A network as loaded from a configuration directory, and the attachment that joins a pod to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One plugin entry of a network: the specification's «plugin configuration object»."""

    index: int
    """Its place in the chain, counted from 0."""
    type: str
    """The name of the plugin's binary."""
    config: bytes
    """The entry as JSON, as it stands in the conflist: without name, cniVersion, prevResult and runtimeConfig."""
    capabilities: tuple[str, ...] = ()
    """The capability arguments that the link declares as true, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A loaded conflist, or a single-plugin configuration upconverted to one."""

    name: str
    cni_version: str
    links: tuple[Link, ...]
    raw: bytes
    """The list's bytes as libcni caches them: the file's own, or the re-encoded list after an upconversion."""
    source: str = ""
    """The file it was loaded from."""
    disable_check: bool = False
    disable_gc: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A container's interface on a network: libcni's RuntimeConf."""

    container_id: str
    netns: str
    ifname: str = "eth0"
    args: tuple[tuple[str, str], ...] = ()
    """CNI_ARGS in their order."""
    capability_args: Mapping[str, Any] = field(default_factory=dict)
    """Capability arguments by name: JSON values."""
