"""What multus is configured with: its delegates, and what it remembers of them (multus-cni, pkg/types/conf.go)."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from traces.cni.gojson import DecodeError, dumps, load_object, loads
from traces.cni.network_conf import parse_list, upconvert
from traces.model.network import Network

_PLACE = "LoadNetConf: "
_DELEGATE = "LoadDelegateNetConf: "
_LIST = "LoadDelegateNetConfList: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegate:
    """One network that multus attaches the pod to."""

    name: str
    type: str
    """The plugin of a single configuration; empty where it is a list."""
    config: bytes

    @property
    def is_list(self) -> bool:
        """Whether it is a list of plugins, and not a single one."""
        return not self.type

    def network(self) -> Network:
        """The network as libcni reads it; a single plugin is a list of one. Raises DecodeError in libcni's words."""
        return parse_list(self.config if self.is_list else upconvert(self.config)).network


def read_delegates(fields: Mapping[str, Any]) -> tuple[Delegate, ...]:
    """The delegates of a configuration. Raises DecodeError in the words of the real one (LoadNetConf)."""
    given = fields.get("delegates") or []
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise DecodeError(f"{_PLACE}failed to load netconf: delegates is no list of objects")
    if not given:
        raise DecodeError(f"{_PLACE}at least one delegate/clusterNetwork must be specified")
    return tuple(_numbered(index, each) for index, each in enumerate(given))


def encode_delegates(delegates: tuple[Delegate, ...]) -> bytes:
    """What multus writes of them for DEL (saveDelegates): the configurations themselves stand under «Bytes»."""
    return dumps([_remembered(delegate) for delegate in delegates])


def decode_delegates(raw: bytes) -> tuple[Delegate, ...]:
    """The delegates as they were written. Raises DecodeError where it is not a list of such."""
    entries = loads(raw)
    if not isinstance(entries, list):
        raise DecodeError("the cached delegates are no list")
    try:
        return tuple(_delegate(base64.b64decode(entry["Bytes"])) for entry in entries)
    except (KeyError, TypeError, ValueError) as error:
        raise DecodeError(f"the cached delegates can't be read: {error}") from None


def _numbered(index: int, given: dict[str, Any]) -> Delegate:
    try:
        return _delegate(dumps(given))
    except DecodeError as error:
        raise DecodeError(f"{_PLACE}failed to load delegate {index} config: {_DELEGATE}{error}") from None


def _delegate(config: bytes) -> Delegate:
    fields = load_object(config)
    name, plugin = (fields.get(key, "") for key in ("name", "type"))
    if not isinstance(name, str) or not isinstance(plugin, str):
        raise DecodeError("error unmarshalling delegate config: name and type must be strings")
    if not plugin:
        _check_list(fields.get("plugins"))
    return Delegate(name=name, type=plugin, config=config)


def _check_list(plugins: Any) -> None:
    if not isinstance(plugins, list):
        raise DecodeError(f"failed with: {_LIST}delegate must have the 'type' or 'plugin' field")
    if not plugins or not isinstance(plugins[0], dict) or not plugins[0].get("type"):
        raise DecodeError(f"failed with: {_LIST}a plugin delegate must have the 'type' field")


def _remembered(delegate: Delegate) -> dict[str, Any]:
    named = {key: load_object(delegate.config).get(key, "") for key in ("cniVersion", "name")}
    return {
        "Conf": named | {"type": delegate.type},
        "ConfList": named if delegate.is_list else {},
        "Name": delegate.name,
        "IsFilterV4Gateway": False,
        "IsFilterV6Gateway": False,
        "Bytes": base64.b64encode(delegate.config).decode(),
    }
