"""Which plugins a network may run: its links, what their configurations name, and what those run by themselves."""

from collections.abc import Iterator
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.goscan import text
from traces.model.network import Network
from traces.simulate.table import stand_in

_NO_PLUGINS = ("policy", "prevResult", "runtimeConfig", "args")
"""Where a «type» is no plugin's: calico's policy is of the type k8s."""
_DEEPEST = 12
"""Levels of a configuration that are looked into; multus in multus is on the ninth."""

_LONGEST = 250
"""Bytes of a file's name, which may have 255, less those that its recorder's name has more while it is written."""


def plugins_named(network: Network) -> tuple[str, ...]:
    """The links' plugins first, in their order, then every plugin that stands as «type» somewhere in a configuration.

    So an IPAM plugin, flannel's delegate and the lists of multus are found; and what these run without being told to.
    """
    names = dict.fromkeys(link.type for link in network.links)
    for link in network.links:
        names.update(dict.fromkeys(_types(any_object(link.config), _DEEPEST)))
    for name in tuple(names):
        names.update(dict.fromkeys(stand_in(name).delegates))
    return tuple(name for name in names if _can_be_a_file(name))


def _can_be_a_file(name: str) -> bool:
    """Whether there can be a plugin of that name in a folder: what can't, libcni does not find."""
    return name not in ("", ".", "..") and not {"/", "\0"} & set(name) and len(name.encode()) <= _LONGEST


def _types(value: Any, levels: int) -> Iterator[str]:
    if levels == 0:
        return
    if isinstance(value, dict):
        found = value.get("type")
        if isinstance(found, str):
            yield text(found)
        value = [item for name, item in value.items() if name not in _NO_PLUGINS]
    if isinstance(value, list):
        for item in value:
            yield from _types(item, levels - 1)
