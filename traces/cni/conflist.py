"""Networks from a configuration directory, or from one file (libcni/conf.go, LoadNetworkConf).

The .conflist files in the order of their names, the first whose network has the name; only if there is none the .conf
and .json files, whose single plugin becomes a list of one. A file that cannot be read ends the search: so one bad file
early in the order hides every network after it.
"""

import posixpath
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from traces.cni.anyjson import any_object
from traces.cni.config_help import explain
from traces.cni.gojson import DecodeError
from traces.cni.network_conf import ParsedList, parse_list, read_link, upconvert
from traces.cni.plugin_conf import read_plugin_conf
from traces.errors import ConfigError
from traces.model.network import Network


def load_network(conf_dir: str, name: str) -> Network:
    """The network of that name. Raises ConfigError with libcni's own text (ConflistError where a file is at fault)."""
    files = config_files(conf_dir, (".conflist",))
    for path in files:
        network = load_list(path)
        if network.name == name:
            return network
    return _load_single(conf_dir, name, bool(files))


def load_file(path: str) -> Network:
    """The network in one file: a list, or a single plugin in a .conf or .json without "plugins". Raises ConfigError."""
    raw = _read(path)
    single = path.endswith((".conf", ".json")) and not _has_plugins(raw)
    return _upconverted(raw, path) if single else load_list(path)


def _has_plugins(raw: bytes) -> bool:
    """Whether a file is a list by what is in it; the lists that multus has within its configuration make it none."""
    fields = any_object(raw)
    return "plugins" in fields if fields else b'"plugins"' in raw


def list_networks(conf_dir: str) -> tuple[tuple[str, Network | ConfigError], ...]:
    """Every configuration file of a directory in libcni's order, with its network or what is wrong with it."""
    found: list[tuple[str, Network | ConfigError]] = []
    for path in (*config_files(conf_dir, (".conflist",)), *config_files(conf_dir, (".conf", ".json"))):
        try:
            found.append((path, load_file(path)))
        except ConfigError as error:
            found.append((path, error))
    return tuple(found)


def config_files(folder: str, extensions: Sequence[str]) -> list[str]:
    """The files with such an ending, sorted; none where the folder is missing (ConfFiles). Raises ConfigError."""
    try:
        entries = [entry for entry in Path(folder).iterdir() if not _is_real_dir(entry)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ConfigError(f"open {folder}: {_go_words(error)}") from None
    kept = [entry.name for entry in entries if _extension(entry.name) in extensions]
    return sorted((posixpath.normpath(posixpath.join(folder, name)) for name in kept), key=_bytes)


def _is_real_dir(entry: Path) -> bool:
    """A symbolic link to a folder is no folder here: libcni looks at the entry itself."""
    return entry.is_dir() and not entry.is_symlink()


def _extension(name: str) -> str:
    """The name from its last dot on, as filepath.Ext: also where nothing stands before the dot."""
    return name[name.rfind(".") :] if "." in name else ""


def _bytes(name: str) -> bytes:
    return name.encode(errors="surrogateescape")


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        verb = "read" if isinstance(error, IsADirectoryError) else "open"
        raise ConfigError(f"error reading {path}: {verb} {path}: {_go_words(error)}") from None


def _go_words(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def load_list(path: str) -> Network:
    """A conflist with the plugins from the folder beside it (NetworkConfFromFile). Raises ConfigError."""
    raw = _read(path)
    try:
        parsed = parse_list(raw, path)
    except DecodeError as error:
        raise explain(error, raw, path) from error
    network = _with_folder(parsed, posixpath.dirname(path) or ".")
    if not network.links:
        raise explain(DecodeError("no plugin configs found"), raw, path)
    return network


def _with_folder(parsed: ParsedList, folder: str) -> Network:
    """The list with what stands in FOLDER/NAME/*.conf after its own links (NetworkPluginConfsFromFiles)."""
    network = parsed.network
    if parsed.only_inlined:
        return network
    plugin_folder = posixpath.normpath(posixpath.join(folder, network.name))
    try:
        files = config_files(plugin_folder, (".conf",))
    except ConfigError as error:
        raise ConfigError(f"failed to read plugin config files in {plugin_folder}: {error}") from None
    links = list(network.links)
    for path in files:
        raw = _read(path)
        try:
            links.append(read_link(len(links), raw))
        except DecodeError as error:
            raise explain(error, raw, path) from error
    return replace(network, links=tuple(links))


def _load_single(conf_dir: str, name: str, lists_seen: bool) -> Network:
    """The single plugin of that name as a list of one (LoadConf)."""
    files = config_files(conf_dir, (".conf", ".json"))
    if not files and not lists_seen:
        raise ConfigError(f"no net configurations found in {conf_dir}")
    for path in files:
        raw = _read(path)
        try:
            conf = read_plugin_conf(raw)
        except DecodeError as error:
            raise explain(error, raw, path) from error
        if conf.name == name:
            return _upconverted(raw, path)
    raise ConfigError(f'no net configuration with name "{name}" in {conf_dir}')


def load_single(path: str) -> Network:
    """A single plugin's file as a list of one (ConfFromFile, ConfListFromConf). Raises ConfigError."""
    return _upconverted(_read(path), path)


def _upconverted(raw: bytes, path: str) -> Network:
    try:
        return parse_list(upconvert(raw), path).network
    except DecodeError as error:
        raise explain(error, raw, path) from error
