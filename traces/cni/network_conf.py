"""A conflist's bytes to a network, by libcni's rules (libcni/conf.go, NetworkConfFromBytes)."""

from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from traces.cni.gojson import DecodeError, dumps, go_type, load_object
from traces.cni.goquote import quote
from traces.cni.plugin_conf import read_plugin_conf
from traces.cni.versions import CURRENT, later
from traces.model.network import Link, Network

_LIST = "error parsing configuration list: "


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedList:
    """A conflist by itself, before the plugin folder beside it is looked at."""

    network: Network
    only_inlined: bool
    """loadOnlyInlinedPlugins: the plugin folder does not count."""


def parse_list(raw: bytes, source: str = "") -> ParsedList:
    """Read a conflist. Raises DecodeError in libcni's words; its cause is what the JSON decoder said, if it did."""
    try:
        fields = load_object(raw)
    except DecodeError as error:
        raise DecodeError(f"{_LIST}{error}") from error
    name = _string(fields, "name")
    if name is None:
        raise DecodeError(f"{_LIST}no name")
    version = _string(fields, "cniVersion") or ""
    if "cniVersions" in fields:
        version = _highest(fields["cniVersions"], version)
    disable_check, disable_gc, only_inlined = (
        _boolean(fields, key) for key in ("disableCheck", "disableGC", "loadOnlyInlinedPlugins")
    )
    network = Network(
        name=name,
        cni_version=version,
        links=_links(fields, only_inlined),
        raw=raw,
        source=source,
        disable_check=disable_check,
        disable_gc=disable_gc,
    )
    return ParsedList(network=network, only_inlined=only_inlined)


def read_link(index: int, config: bytes) -> Link:
    """One entry as a link. Raises DecodeError in libcni's words."""
    conf = read_plugin_conf(config)
    return Link(index=index, type=conf.type, config=config, capabilities=conf.capabilities)


def upconvert(config: bytes) -> bytes:
    """A single plugin's configuration as the bytes of a list of one (ConfListFromConf). Raises DecodeError."""
    conf = read_plugin_conf(config)
    return dumps({"name": conf.name, "cniVersion": conf.cni_version, "plugins": [load_object(config)]})


def _string(fields: dict[str, Any], key: str) -> str | None:
    if key not in fields:
        return None
    value = fields[key]
    if not isinstance(value, str):
        raise DecodeError(f"{_LIST}invalid {key} type {go_type(value)}")
    return value


def _boolean(fields: dict[str, Any], key: str) -> bool:
    """A boolean, or the word for one in any case."""
    value = fields.get(key, False)
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise DecodeError(f"{_LIST}invalid type {go_type(value)} for {key}")
    word = value.lower()
    if word not in ("true", "false"):
        raise DecodeError(f"{_LIST}invalid value {quote(word)} for {key}")
    return word == "true"


def _highest(versions: Any, single: str) -> str:
    """The highest of cniVersions and cniVersion that libcni knows; cniVersion where it knows none."""
    if not isinstance(versions, list):
        # libcni prints the type of the variable that it wanted to fill, not of what it found.
        raise DecodeError(f"{_LIST}invalid type for cniVersions: []interface {{}}")
    known: list[str] = []
    for index, version in enumerate(versions):
        if not isinstance(version, str):
            raise DecodeError(f"{_LIST}invalid type for cniVersions index {index}: {go_type(version)}")
        known += _unless_later(version, f"invalid cniVersions entry {version} at index {index}")
    if single:
        known += _unless_later(single, f"invalid cniVersion {single}")
    return sorted(known, key=cmp_to_key(_order))[-1] if known else single


def _unless_later(version: str, complaint: str) -> list[str]:
    try:
        return [] if later(version, CURRENT) else [version]
    except DecodeError as error:
        raise DecodeError(f"{_LIST}{complaint}: {error}") from None


def _order(first: str, second: str) -> int:
    if first == second:
        return 0
    return 1 if later(first, second) else -1


def _links(fields: dict[str, Any], only_inlined: bool) -> tuple[Link, ...]:
    if "plugins" not in fields:
        if only_inlined:
            raise DecodeError(f"{_LIST}`loadOnlyInlinedPlugins` is true, and no 'plugins' key")
        return ()
    plugins = fields["plugins"]
    if not isinstance(plugins, list):
        raise DecodeError(f"{_LIST}invalid 'plugins' type {go_type(plugins)}")
    if not plugins:
        raise DecodeError(f"{_LIST}no plugins in list")
    return tuple(_link(index, plugin) for index, plugin in enumerate(plugins))


def _link(index: int, plugin: Any) -> Link:
    try:
        return read_link(index, dumps(plugin))
    except DecodeError as error:
        raise DecodeError(f"failed to parse plugin config {index}: {error}") from None
