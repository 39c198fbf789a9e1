"""The plugins that a chain needs on its node: those of its links, those that they run themselves, and the runtime's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.profiles.table import PROFILES
from traces.diagnosis.facts import Node, PluginFile
from traces.model.network import Network

_NO_PROGRAM = ("folder", "dangling")
_DEFAULT_DELEGATES = {"flannel": "bridge"}
"""What a plugin runs where its configuration names nothing else (flannel.go, delegateAdd)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One plugin that is executed when the chain runs."""

    plugin: str
    link: int | None
    """The link that it is, or that runs it; None for the loopback that the runtime adds."""
    through: tuple[str, ...] = ()
    """The plugins that run it, the outermost first; empty for a link."""
    at: tuple[str | int, ...] = ()
    """Where the list names it: «plugins», 0, «ipam», «type»; empty where it does not."""

    @property
    def words(self) -> str:
        """What it is: «link 1», «run by bridge of link 0», «added by the runtime»."""
        if self.link is None:
            return "a network of the runtime's own"
        return f"run by {' and '.join(self.through)} of link {self.link}" if self.through else f"link {self.link}"


def needs(network: Network, runtime: str = "") -> tuple[Need, ...]:
    """Every plugin of the chain in the order in which they are needed; with a runtime its loopback before them."""
    loopback = PROFILES[runtime].loopback.network if runtime in PROFILES else None
    own = tuple(Need(plugin=link.type, link=None) for link in loopback.links) if loopback else ()
    return (*own, *(need for link in network.links for need in _of_entry(any_object(link.config), link.index)))


def plugin_file(node: Node, plugin: str) -> PluginFile | None:
    """The file that libcni would execute: the first of that name in the plugin folders (pkg/invoke/find.go)."""
    named = [each for each in node.plugins if each.name == plugin and each.kind not in _NO_PROGRAM]
    ordered = (each for folder in node.plugin_dirs for each in named if each.path == f"{folder.rstrip('/')}/{plugin}")
    return next(ordered, next(iter(named), None))


def _of_entry(
    entry: Mapping[str, Any], link: int, through: tuple[str, ...] = (), at: tuple[str | int, ...] = ()
) -> Iterator[Need]:
    at = at or ("plugins", link)
    kind = entry.get("type")
    if not isinstance(kind, str) or not kind:
        return
    yield Need(plugin=kind, link=link, through=through, at=(*at, "type"))
    inner = (*through, kind)
    ipam = entry.get("ipam")
    if isinstance(ipam, dict) and isinstance(ipam.get("type"), str) and ipam["type"] and kind != "flannel":
        yield Need(plugin=ipam["type"], link=link, through=inner, at=(*at, "ipam", "type"))
    yield from _delegates(entry, kind, link, inner, at)


def _delegates(
    entry: Mapping[str, Any], kind: str, link: int, through: tuple[str, ...], at: tuple[str | int, ...]
) -> Iterator[Need]:
    """What flannel's «delegate» and multus' «delegates» name; a delegate of multus may be a list of its own."""
    delegate = entry.get("delegate")
    if kind in _DEFAULT_DELEGATES or isinstance(delegate, dict):
        given = delegate if isinstance(delegate, dict) else {}
        usual = {"type": _DEFAULT_DELEGATES.get(kind, ""), "ipam": {"type": "host-local"}}
        yield from _of_entry(usual | given, link, through, (*at, "delegate"))
    delegates = entry.get("delegates")
    for index, each in enumerate(delegates if isinstance(delegates, list) else ()):
        place = (*at, "delegates", index)
        plugins = each.get("plugins") if isinstance(each, dict) else None
        inner = enumerate(plugins) if isinstance(plugins, list) else ()
        entries = [((*place, "plugins", number), one) for number, one in inner] or [(place, each)]
        for where, one in entries:
            if isinstance(one, dict):
                yield from _of_entry(one, link, through, where)
