"""The network that a run on the node was over: from the configuration folder, or else made of what was seen."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from traces.cni.anyjson import any_object
from traces.cni.conflist import list_networks
from traces.cni.gojson import DecodeError, dumps, load_object
from traces.cni.network_conf import read_link
from traces.errors import ConfigError
from traces.model.network import Link, Network
from traces.shim.asked import ADDED, Asked, config_text

_BUILT_IN = "cni-loopback"
"""The network of «lo» that containerd and CRI-O bring along, a list of one (go-cni:opts.go, WithLoNetwork)."""
_FORMER = 16
"""Networks that are remembered after their file has changed: runs that began before still have their links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A network, and which of its links each call is for."""

    network: Network
    links: Mapping[str, int]
    """By the name of a record."""
    is_known: bool = True
    """Whether these are all the links of the network; else those that were called."""
    changed: tuple[int, ...] = ()
    """The links whose configuration stands otherwise in the file by now."""

    def ahead(self, verb: str) -> list[int]:
        """The links behind the last one that was called, in the order of the verb."""
        order = [link.index for link in self.network.links]
        order = order[::-1] if verb == "DEL" else order
        last = max((order.index(link) for link in self.links.values()), default=-1)
        return order[last + 1 :] if self.is_known else []


class Conflists:
    """The networks of a configuration folder, read again when a file of it has changed."""

    def __init__(self, conf_dir: str, root: str = "/") -> None:
        """Nothing is read before the first refresh. ``root`` is where the file tree of the node is."""
        self.conf_dir = conf_dir
        self.root = root
        self.changes = 0
        """How often something else was found than before."""
        self._stamp: tuple[object, ...] | None = None
        self._networks: tuple[Network, ...] = ()
        self._former: tuple[Network, ...] = ()
        self.refused: Mapping[str, ConfigError] = {}
        """By its path what is wrong with a file."""

    @property
    def networks(self) -> tuple[Network, ...]:
        """All that can be read, in libcni's order."""
        return self._networks

    def refresh(self) -> bool:
        """Look at the folder; whether it has changed."""
        stamp = _stamp(self.conf_dir)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self.changes += 1
        try:
            listed = list_networks(self.conf_dir)
        except ConfigError as error:
            listed = ((self.conf_dir, error),)
        former = (*self._networks, *self._former)
        self._networks = tuple(found for _, found in listed if isinstance(found, Network))
        self._former = tuple(network for network in former if network not in self._networks)[:_FORMER]
        self.refused = {path: found for path, found in listed if isinstance(found, ConfigError)}
        return True

    def network_of(self, links: Sequence[Asked]) -> Found:
        """The network of a run by its links' calls: the first that has the name and these links, in their order.

        One that has them as they were called goes before; what a file had before it changed is remembered.
        """
        name = _name(links)
        if not name or links[0].verb == "VERSION":
            return _seen(links)
        candidates = [network for network in (*self._networks, *self._former) if network.name == name]
        fitting = [found for network in candidates if (found := _fitted(network, links)) is not None]
        exact = (found for found in fitting if not found.changed)
        return next(exact, None) or next(iter(fitting), None) or _built_in(name, links) or _seen(links)


def _built_in(name: str, links: Sequence[Asked]) -> Found | None:
    is_it = name == _BUILT_IN and [asked.plugin for asked in links] == ["loopback"]
    return replace(_seen(links), is_known=True) if is_it else None


def _name(links: Sequence[Asked]) -> str:
    return next((asked.network for asked in links if asked.network), "")


def _fitted(network: Network, links: Sequence[Asked]) -> Found | None:
    """The network with the links of these calls, or None where it has none for one of them."""
    order = network.links[::-1] if links[0].verb == "DEL" else network.links
    texts = {link.index: config_text(any_object(link.config)) for link in order}
    place, found = 0, dict[str, int]()
    for asked in links:
        fitting = [at for at in range(place, len(order)) if order[at].type == asked.plugin]
        if not fitting:
            return None
        at = next((at for at in fitting if texts[order[at].index] == asked.config), fitting[0])
        found[asked.name], place = order[at].index, at + 1
    by_link = {found[asked.name]: asked for asked in links}
    called = {index: _link(index, asked) for index, asked in by_link.items() if asked.has_previous is not None}
    changed = tuple(sorted(index for index, link in called.items() if _has_changed(network.links[index], link)))
    now = tuple(called[link.index] if link.index in changed else link for link in network.links)
    return Found(network=replace(network, links=now), links=found, changed=changed)


def _has_changed(now: Link, called: Link) -> bool:
    """Whether a link stands otherwise in the file than it was called; libcni reads and writes each number anew."""
    if config_text(any_object(now.config)) == config_text(any_object(called.config)):
        return False
    return _own(now.config) != called.config


def _own(config: bytes) -> bytes:
    """A configuration without what libcni adds to it, as libcni encodes it. Raises DecodeError."""
    return dumps({key: value for key, value in load_object(config).items() if key not in ADDED})


def _seen(links: Sequence[Asked]) -> Found:
    """A network of the links that were called, each as it was given to its plugin."""
    order = links[::-1] if links and links[0].verb == "DEL" else links
    read = tuple(_link(index, asked) for index, asked in enumerate(order))
    name, version = _name(links), next((_version(asked) for asked in links if _version(asked)), "")
    raw = dumps({"name": name, "cniVersion": version, "plugins": [any_object(link.config) for link in read]})
    network = Network(name=name, cni_version=version, links=read, raw=raw)
    return Found(
        network=network, links={asked.name: index for index, asked in enumerate(order)}, is_known=_is_single(links)
    )


def _is_single(links: Sequence[Asked]) -> bool:
    """VERSION is one plugin's alone."""
    return bool(links) and links[0].verb == "VERSION"


def _link(index: int, asked: Asked) -> Link:
    """The entry that a link's stdin was made of; only its type, where stdin is no configuration."""
    try:
        return replace(read_link(index, _own(asked.record.stdin)), type=asked.plugin)
    except DecodeError:
        return Link(index=index, type=asked.plugin, config=dumps({"type": asked.plugin}))


def _version(asked: Asked) -> str:
    version = any_object(asked.record.stdin).get("cniVersion")
    return version if isinstance(version, str) else ""


def _stamp(folder: str) -> tuple[object, ...]:
    """What changes when a file of the folder, or of a folder in it, does."""
    found: list[object] = []
    for place, folders, names in os.walk(folder):
        for name in names:
            try:
                at = Path(place, name).stat()
            except OSError:
                continue
            found.append((place, name, at.st_mtime_ns, at.st_size, at.st_ino))
        folders[:] = sorted(folders) if place == folder else []
    return tuple(sorted(map(str, found)))
