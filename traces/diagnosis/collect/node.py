"""A node's facts, gathered from its tree and from what commands said on it. Nothing is executed."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from traces.cni.anyjson import any_object
from traces.cni.cache import results_dir
from traces.diagnosis.cached import read_cached
from traces.diagnosis.collect.commands import (
    Commands,
    crictl_pods,
    ctr_containers,
    host_network,
    labels,
    netns_files,
)
from traces.diagnosis.collect.named import named_files
from traces.diagnosis.collect.plugins import USUAL_DIRS, PluginFiles
from traces.diagnosis.collect.program import usual
from traces.diagnosis.collect.reading import Reader
from traces.diagnosis.collect.tree import Tree
from traces.diagnosis.facts import CacheFile, ConfigFile, Container, NetnsFile, Node, ReservationFile

_CONFIGS = (".conflist", ".conf", ".json")
_LOOKS_LIKE = (".conflist", ".conf")
_HOST_LOCAL = "networks"
"""Below libcni's folder: where host-local keeps reservations (plugins, backend/disk)."""
_NETNS = ("/run/netns", "/var/run/netns")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where things are on a node."""

    conf_dir: str = "/etc/cni/net.d"
    plugin_dirs: tuple[str, ...] = ("/opt/cni/bin",)
    cache_dir: str = "/var/lib/cni"
    runtime: str = "libcni"


@dataclass(slots=True)
class Collector:
    """Reads a tree; what it can't read it says."""

    tree: Tree
    places: Places
    commands: Commands
    reader: Reader = field(init=False)

    def __post_init__(self) -> None:
        self.reader = Reader(self.tree)

    def node(self, now: float) -> Node:
        """The facts. ``now`` is the time at which they were collected, in seconds since the epoch."""
        places, commands, reader = self.places, self.commands, self.reader
        configs = tuple(self._configs())
        cache = tuple(self._cache())
        files = PluginFiles(reader, commands)
        there = tuple(path for path in places.plugin_dirs if reader.names(path) is not None)
        plugins = tuple(files.of(places.plugin_dirs))
        return Node(
            name=commands.line("name"),
            conf_dir=places.conf_dir,
            plugin_dirs=places.plugin_dirs,
            cache_dir=places.cache_dir,
            runtime=places.runtime,
            now=now,
            machine=usual(commands.line("uname-m")),
            configs=configs,
            configs_beside=tuple(self._beside(configs)),
            plugins=plugins,
            plugin_dirs_there=there,
            plugins_known=bool(there or plugins) or reader.names(commands.folder) is None,
            plugins_elsewhere=tuple(files.of(self._elsewhere(), hashes=False)),
            cache=cache,
            reservations=tuple(self._reservations(configs)),
            netns=self._netns(),
            containers=self._containers(),
            host=host_network(commands.json("ip-addr.json")),
            files={path: reader.content(path) for path in named_files(configs)},
            labels=labels(commands.text("ls-Z") or ""),
            denials=tuple((commands.text("audit-denials") or "").splitlines()),
            recorded_chains=recorded_chains(cache),
            unread=tuple(reader.unread),
        )

    def _configs(self) -> Iterator[ConfigFile]:
        for path, entry, content in self.reader.held(self.places.conf_dir):
            if path.endswith(_CONFIGS):
                yield ConfigFile(path=path, content=content, changed=entry.changed)

    def _beside(self, configs: Iterable[ConfigFile]) -> Iterator[ConfigFile]:
        """Files whose names only contain an ending, and what is in folders that are named as networks."""
        for path, entry, content in self.reader.held(self.places.conf_dir):
            name = posixpath.basename(path)
            if not name.endswith(_CONFIGS) and any(ending in name for ending in (*_LOOKS_LIKE, ".json")):
                yield ConfigFile(path=path, content=content, changed=entry.changed)
        names = [any_object(config.content).get("name") for config in configs]
        for network in dict.fromkeys(name for name in names if isinstance(name, str)):
            if network and "/" not in network and network not in (".", ".."):
                for path, entry, content in self.reader.held(posixpath.join(self.places.conf_dir, network)):
                    yield ConfigFile(path=path, content=content, changed=entry.changed)

    def _elsewhere(self) -> tuple[str, ...]:
        """The usual folders that are not this runtime's, nor the same ones under another name."""
        own = {path.rstrip("/") for path in self.places.plugin_dirs}
        return tuple(path for path in USUAL_DIRS if path not in own)

    def _cache(self) -> Iterator[CacheFile]:
        for path, entry, content in self.reader.held(results_dir(self.places.cache_dir)):
            yield CacheFile(path=path, content=content, changed=entry.changed)

    def _reservations(self, configs: Iterable[ConfigFile]) -> Iterator[ReservationFile]:
        for folder in dict.fromkeys((posixpath.join(self.places.cache_dir, _HOST_LOCAL), *_data_dirs(configs))):
            for network, entry in self.reader.files(folder):
                if entry.kind == "folder":
                    yield from self._of_network(network)

    def _of_network(self, folder: str) -> Iterator[ReservationFile]:
        for path, entry, content in self.reader.held(folder):
            network = posixpath.basename(folder)
            yield ReservationFile(path=path, network=network, content=content, changed=entry.changed)

    def _netns(self) -> tuple[NetnsFile, ...] | None:
        told = netns_files(self.commands.json("netns.json"))
        folder = next((path for path in _NETNS if self.reader.names(path) is not None), None)
        if told is not None or folder is None:
            return told
        return tuple(NetnsFile(path=path, magic=entry.magic) for path, entry in self.reader.files(folder))

    def _containers(self) -> tuple[Container, ...] | None:
        pods = crictl_pods(self.commands.json("crictl-pods.json"))
        text = self.commands.text("ctr-containers")
        return pods if pods is not None else ctr_containers(text) if text is not None else None


def recorded_chains(cache: Iterable[CacheFile]) -> Mapping[str, tuple[str, ...]]:
    """By network the plugins that the newest cached ADD of it had."""
    found: dict[str, tuple[str, ...]] = {}
    for file in sorted(cache, key=lambda each: each.changed or 0.0):
        cached = read_cached(file)
        types = _types(any_object(cached.config)) if cached is not None and cached.encoded_config else ()
        if cached is not None and types:
            found[cached.network] = types
    return found


def _types(document: Mapping[str, object]) -> tuple[str, ...]:
    plugins = document.get("plugins")
    entries = plugins if isinstance(plugins, list) else [document]
    return tuple(entry["type"] for entry in entries if isinstance(entry, dict) and isinstance(entry.get("type"), str))


def _data_dirs(configs: Iterable[ConfigFile]) -> Iterator[str]:
    """The folders that chains name for host-local's reservations, beside the usual one."""
    for config in configs:
        document = any_object(config.content)
        plugins = document.get("plugins")
        for plugin in plugins if isinstance(plugins, list) else [document]:
            ipam = plugin.get("ipam") if isinstance(plugin, dict) else None
            folder = ipam.get("dataDir") if isinstance(ipam, dict) else None
            if isinstance(folder, str) and folder.startswith("/"):
                yield folder
