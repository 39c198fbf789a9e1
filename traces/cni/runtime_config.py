"""The plugin folders and configuration folders of a node, as its container runtimes' own configuration names them.

containerd: docs/cri/config.md and internal/cri/config (the table moved with each version of the file). CRI-O:
docs/crio.conf.5.md, [crio.network]. Podman: containers.conf(5), [network]. multus: its own "binDir", which it looks in
before CNI_PATH (pkg/multus/multus.go, delegateAdd).
"""

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.rooted import read_bytes, resolved, seen_at

_CONTAINERD = (
    ("containerd", "/etc/containerd/config.toml"),
    ("k3s' containerd", "/var/lib/rancher/k3s/agent/etc/containerd/config.toml"),
    ("rke2's containerd", "/var/lib/rancher/rke2/agent/etc/containerd/config.toml"),
    ("microk8s' containerd", "/var/snap/microk8s/current/args/containerd.toml"),
)
_CRI_TABLES = ("io.containerd.cri.v1.runtime", "io.containerd.grpc.v1.cri", "cri")
"""Of the file's version 3, 2 and 1."""
_CRIO = ("/etc/crio/crio.conf", "/etc/crio/crio.conf.d/*")
_PODMAN = (
    "/usr/share/containers/containers.conf",
    "/etc/containers/containers.conf",
    "/etc/containers/containers.conf.d/*.conf",
)
_DEFAULT_BIN = "/opt/cni/bin"
_DEFAULT_CONF = "/etc/cni/net.d"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A folder that a runtime names."""

    path: str
    """As the node has it; it need not exist."""
    source: str
    """The runtime, the file and the key; or that it is its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeConfig:
    """What the runtimes of a node name, each folder once, in the order in which they look."""

    plugin_dirs: tuple[Named, ...]
    conf_dirs: tuple[Named, ...]
    complaints: tuple[str, ...]
    """Files that could not be understood, one line each."""


@dataclass(slots=True)
class _Gathered:
    root: str
    plugin_dirs: list[Named] = field(default_factory=list)
    conf_dirs: list[Named] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


def read_runtime_config(root: str = "/") -> RuntimeConfig:
    """What the runtimes of the node whose tree is at root name; nothing where it has no such configuration."""
    found = _Gathered(root)
    for runtime, path in _CONTAINERD:
        _add_containerd(found, runtime, path)
    _add_crio(found)
    _add_podman(found)
    conf_dirs = found.conf_dirs or [Named(path=_DEFAULT_CONF, source="the usual place")]
    for folder in conf_dirs:
        _add_multus(found, folder.path)
    return RuntimeConfig(
        plugin_dirs=_each_once(found.plugin_dirs),
        conf_dirs=_each_once(found.conf_dirs),
        complaints=tuple(found.complaints),
    )


def _add_containerd(found: _Gathered, runtime: str, path: str) -> None:
    main = _toml(found, path)
    if main is None:
        return
    plugin_dirs: list[Named] = []
    conf_dirs: list[Named] = []
    for file, content in (*_imported(found, path, main), (path, main)):
        for table in _CRI_TABLES:
            cni = _table(content, "plugins", table, "cni")
            where = f'{runtime}: {file}, plugins."{table}".cni'
            plugin_dirs += _named(where, cni, "bin_dirs", "bin_dir")
            conf_dirs += _named(where, cni, "conf_dir")
    found.plugin_dirs += plugin_dirs or [Named(path=_DEFAULT_BIN, source=f"{runtime}'s default ({path} names none)")]
    found.conf_dirs += conf_dirs or [Named(path=_DEFAULT_CONF, source=f"{runtime}'s default ({path} names none)")]


def _imported(found: _Gathered, path: str, main: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The files that a file of containerd imports: they overrule it (docs/man/containerd-config.toml.5.md)."""
    for pattern in _texts(main.get("imports")):
        for file in _matching(found.root, os.path.join(os.path.dirname(path), pattern)):
            content = None if file == path else _toml(found, file)
            if content is not None:
                yield file, content


def _add_crio(found: _Gathered) -> None:
    files = _files(found, _CRIO)
    if not files:
        return
    plugin_dirs: list[Named] = []
    conf_dirs: list[Named] = []
    for file, content in files:
        network = _table(content, "crio", "network")
        plugin_dirs = _named(f"CRI-O: {file}, crio.network", network, "plugin_dirs", "plugin_dir") or plugin_dirs
        conf_dirs = _named(f"CRI-O: {file}, crio.network", network, "network_dir") or conf_dirs
    source = f"CRI-O's default ({files[0][0]} names none)"
    found.plugin_dirs += plugin_dirs or [Named(path=_DEFAULT_BIN, source=source)]
    found.conf_dirs += conf_dirs or [Named(path=_DEFAULT_CONF, source=source)]


def _add_podman(found: _Gathered) -> None:
    """Only what is named: containers.conf is also there where nothing uses CNI through it."""
    plugin_dirs: list[Named] = []
    conf_dirs: list[Named] = []
    for file, content in _files(found, _PODMAN):
        network = _table(content, "network")
        named = _named(f"podman: {file}, network", network, "cni_plugin_dirs")
        plugin_dirs = plugin_dirs + named if _appends(network.get("cni_plugin_dirs")) else named or plugin_dirs
        conf_dirs = _named(f"podman: {file}, network", network, "network_config_dir") or conf_dirs
    found.plugin_dirs += plugin_dirs
    found.conf_dirs += conf_dirs


def _appends(value: object) -> bool:
    """Whether a list of containers.conf is added to the one before, by «{append=true}» in it."""
    return isinstance(value, list) and any(isinstance(one, dict) and one.get("append") is True for one in value)


def _add_multus(found: _Gathered, conf_dir: str) -> None:
    patterns = [f"{conf_dir}/*{ending}" for ending in (".conf", ".conflist", ".json")]
    for pattern in (*patterns, f"{conf_dir}/multus.d/*.json"):
        for file in _matching(found.root, pattern):
            try:
                content = any_object(read_bytes(found.root, file))
            except OSError:
                continue
            plugins = content.get("plugins")
            for conf in (content, *(plugins if isinstance(plugins, list) else ())):
                found.plugin_dirs += _named(f"multus: {file}", conf, "binDir") if isinstance(conf, dict) else ()


def _files(found: _Gathered, patterns: Sequence[str]) -> list[tuple[str, Mapping[str, Any]]]:
    """The files that are there, with their content, in the order in which one overrules the other."""
    files = [file for pattern in patterns for file in _matching(found.root, pattern)]
    return [(file, content) for file in files if (content := _toml(found, file)) is not None]


def _matching(root: str, pattern: str) -> list[str]:
    """The node's files that match a pattern in the last part of a path, sorted; a plain path is itself."""
    folder, name = os.path.split(pattern)
    if not any(character in name for character in "*?["):
        return [pattern]
    try:
        names = os.listdir(seen_at(root, resolved(root, folder)))
    except OSError:
        return []
    return [os.path.join(folder, one) for one in sorted(names) if fnmatchcase(one, name) and not one.startswith(".")]


def _toml(found: _Gathered, path: str) -> Mapping[str, Any] | None:
    """The content of a file; None, with a complaint unless it is just not there, where it has none."""
    try:
        return tomllib.loads(read_bytes(found.root, path).decode())
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        found.complaints.append(f"{path}: cannot be read: {error.strerror}")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        found.complaints.append(f"{path}: expected TOML: {error}")
    return None


def _table(content: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The table at the end of the keys; an empty one where there is none."""
    table: object = content
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else {}


def _named(where: str, table: Mapping[str, Any], *keys: str) -> list[Named]:
    return [
        Named(path=os.path.normpath(path), source=f"{where}.{key}" if "," in where else f"{where}, {key}")
        for key in keys
        for path in _texts(table.get(key))
        if path.startswith("/")
    ]


def _texts(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str) and one]


def _each_once(folders: Sequence[Named]) -> tuple[Named, ...]:
    first: dict[str, Named] = {}
    for folder in folders:
        first.setdefault(folder.path, folder)
    return tuple(first.values())
