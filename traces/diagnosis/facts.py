"""What a diagnosis knows of a node: files, plugins, cache, reservations, namespaces, containers. Values only.

They are gathered from a live node, from a file tree below some root, or from what was collected on another machine; a
rule does not know which.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from traces.model.snapshot import Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigFile:
    """A file of the configuration folder that a runtime would look at, or that looks like one."""

    path: str
    content: bytes
    changed: float | None = None
    """Seconds since the epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginFile:
    """A file of a plugin folder."""

    name: str
    path: str
    mode: int = 0o755
    """Permissions; the type is in `kind`."""
    owner: str = ""
    """«0:0»."""
    size: int = 0
    kind: str = "elf"
    """elf, script, empty, folder, dangling (a link to nothing) or other."""
    machine: str = ""
    """Of an ELF file, as `uname -m` calls it: x86_64, aarch64."""
    loader: str = ""
    """The dynamic loader of an ELF file, the interpreter of a script; empty where none is needed."""
    loader_is_there: bool = True
    mount_options: tuple[str, ...] = ()
    """Of the file system that it is on: noexec, ro, nosuid …"""
    label: str = ""
    """Its SELinux label, where there is one."""
    sha256: str = ""
    changed: float | None = None
    versions: tuple[str, ...] | None = None
    """The CNI versions that it says it speaks; None where it was not asked, or gave no answer."""
    version_error: str = ""
    """Why it could not say so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheFile:
    """A file of libcni's result cache."""

    path: str
    content: bytes
    changed: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationFile:
    """A file in one of host-local's folders, its lock and last_reserved_ip included."""

    path: str
    network: str
    content: bytes
    changed: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NetnsFile:
    """A file in /run/netns, or where a runtime keeps its pods' namespaces."""

    path: str
    magic: int | None = None
    """The file system's, as statfs says; a namespace is on nsfs (0x6e736673)."""
    addresses: tuple[str, ...] = ()
    """What is in it, where it could be looked at: addresses with their prefix lengths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """A pod's sandbox, as the runtime lists it."""

    id: str
    pod: str = ""
    namespace: str = ""
    is_alive: bool = True
    netns: str = ""
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """All that is known of one node. What is None, or empty where that says so, is not known: a rule is silent then."""

    name: str = ""
    conf_dir: str = "/etc/cni/net.d"
    plugin_dirs: tuple[str, ...] = ("/opt/cni/bin",)
    cache_dir: str = "/var/lib/cni"
    runtime: str = "libcni"
    """The profile by whose rules it is looked at (traces.cni.profiles.table)."""
    now: float = 0.0
    machine: str = ""
    configs: tuple[ConfigFile, ...] = ()
    configs_beside: tuple[ConfigFile, ...] = ()
    """What else matters there: plugin files in folders named as networks (NAME/*.conf), files that were renamed."""
    plugins: tuple[PluginFile, ...] = ()
    plugin_dirs_there: tuple[str, ...] = ()
    """Those of the plugin folders that exist."""
    plugins_known: bool = True
    """Whether a plugin that is not among `plugins` is not there; False where the folders were not collected."""
    plugins_elsewhere: tuple[PluginFile, ...] = ()
    """Files of other folders in which plugins are often put, and in which this runtime does not look."""
    cache: tuple[CacheFile, ...] = ()
    reservations: tuple[ReservationFile, ...] = ()
    netns: tuple[NetnsFile, ...] | None = None
    containers: tuple[Container, ...] | None = None
    """None where no runtime was asked, or none answered."""
    host: Namespace | None = None
    """The host's network, where the kernel could be asked."""
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    """Files that the chains name (a kubeconfig, subnet.env …); None: it is not there."""
    sockets: Mapping[str, bool] = field(default_factory=dict)
    """Sockets that the chains name, and whether somebody listens."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """SELinux labels of folders."""
    denials: tuple[str, ...] = ()
    """Lines of the audit log that name one of the folders."""
    recorded_chains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By network, the plugins of the chain in the newest record of it: an ADD that was traced or cached."""
    unread: tuple[str, ...] = ()
    """What could not be read, and why, in words."""
