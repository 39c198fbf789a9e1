"""Where each call is in the nesting: its link, its plugin's delegates, and the networks that a plugin runs itself.

Multus is not part of a chain, it runs chains: each delegate is a network on an interface of its own, and its links are
to be seen in the order of that chain, whatever the order of the verb.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from traces.cni.anyjson import any_object
from traces.model.call import Call, Outcome
from traces.timeline.steps import walk

_CACHED_CALLS = 1024
_DEEPEST = 12
"""Delegations from which on a call has no place of its own: no plugin nests so deep, a hostile trace may."""
_OF_THE_RUN = ("prevResult", "runtimeConfig")
"""What a link's stdin holds beside its configuration."""


class NestedLink(NamedTuple):
    """A link of a network that a plugin runs."""

    network: str
    ifname: str
    plugin: str
    again: int = 0
    """Which one of the network's entries of that plugin it is, where there are several."""

    @property
    def chain(self) -> tuple[str, str]:
        """The network and the interface that it is run for."""
        return self.network, self.ifname


Path = tuple[int | str | NestedLink, ...]
"""Where a call is: its link (or, for a call of no link, its plugin), then the plugin of each delegation."""


@lru_cache(maxsize=_CACHED_CALLS)
def nested_link(caller: Call, call: Call) -> NestedLink | None:
    """The link as which a delegate was called, or None where its caller does not run a network with it.

    A delegate that works for its caller's own network (IPAM, flannel's bridge) is given that network's name; Multus
    gives each link the name of its delegate's network.
    """
    outer, inner = any_object(caller.stdin).get("name"), any_object(call.stdin).get("name")
    if not (isinstance(outer, str) and isinstance(inner, str) and outer and inner) or outer == inner:
        return None
    return NestedLink(inner, call.env.get("CNI_IFNAME", ""), call.plugin)


def call_paths(calls: Sequence[Call]) -> dict[str, Path]:
    """The path of each call, by its id, in the order of the calls."""
    paths: dict[str, Path] = {}
    callers: list[tuple[Call, Path]] = []
    configs: dict[Path, list[str]] = defaultdict(list)
    for visit in walk(calls):
        if visit.ends:
            callers.pop()
            continue
        path = _path(visit.call, callers[-1], configs) if callers else _root(visit.call)
        paths[visit.call.id] = path
        callers.append((visit.call, path))
    return paths


def _root(call: Call) -> Path:
    return (call.plugin if call.link is None else call.link,)


def _path(call: Call, caller: tuple[Call, Path], configs: dict[Path, list[str]]) -> Path:
    above, link = caller[1], nested_link(caller[0], call)
    if len(above) > _DEEPEST:
        return above
    if link is None:
        return (*above, call.plugin)
    known, config = configs[*above, link], _config_text(call)
    if config not in known:
        known.append(config)
    return (*above, link._replace(again=known.index(config)))


@lru_cache(maxsize=_CACHED_CALLS)
def _config_text(call: Call) -> str:
    """A link's configuration as it was given, the same for each verb."""
    config = {key: value for key, value in any_object(call.stdin).items() if key not in _OF_THE_RUN}
    try:
        return json.dumps(config, sort_keys=True)
    except RecursionError:
        return ""


def path_order(
    links: Sequence[int], calls: Sequence[Call], paths: dict[str, Path]
) -> Callable[[Path], tuple[int, ...]]:
    """A key to sort paths by: the chain's order, and delegates behind their caller.

    Delegates stand in the order of their first call, the links of a network that a plugin runs in that network's order.
    """
    made: dict[Path, list[tuple[Path, bool]]] = defaultdict(list)
    for call in calls:
        path = paths[call.id]
        made[path[:-1]].append((path, call.verb == "DEL" and isinstance(path[-1], NestedLink)))
    rank: dict[Path, int] = {(link,): place for place, link in enumerate(links)}
    for siblings in made.values():
        for path in _in_order(siblings):
            rank.setdefault(path, len(rank))
    return lambda path: tuple(rank[path[: end + 1]] for end in range(len(path)))


def _in_order(siblings: Sequence[tuple[Path, bool]]) -> Iterable[Path]:
    """The paths of one caller's delegates, given with whether each was called backwards, as DEL calls a chain."""
    forwards = [path for path, is_backwards in siblings if not is_backwards]
    backwards = [path for path, is_backwards in reversed(siblings) if is_backwards]
    found = dict.fromkeys(forwards + backwards)
    groups = list(dict.fromkeys(_group(path) for path in found))
    rank = {group: place for place, group in enumerate(groups)}
    return sorted(found, key=lambda path: rank[_group(path)])


def _group(path: Path) -> object:
    return path[-1].chain if isinstance(path[-1], NestedLink) else path


def place_in_chain(link: NestedLink, chain: Sequence[NestedLink], caller: Call, calls: Sequence[Call]) -> int | None:
    """The number of a link in the network that its caller runs, counted from 0; None where nobody can know.

    `chain` are the links that were called, in the chain's order, by `calls`. A DEL that stops has not called the first
    ones: then only the caller's configuration can tell, if it holds the network at all.
    """
    if all(call.verb != "DEL" or (caller.outcome is Outcome.OK and not call.failed) for call in calls):
        return chain.index(link)
    types = _declared(caller, link.network)
    return types.index(link.plugin) if types.count(link.plugin) == 1 else None


def _declared(caller: Call, network: str) -> list[str]:
    """The types of the links of a network that stands in its caller's configuration, as Multus has it there."""
    delegates = any_object(caller.stdin).get("delegates")
    for delegate in delegates if isinstance(delegates, list) else []:
        if isinstance(delegate, dict) and delegate.get("name") == network:
            plugins = delegate.get("plugins", [delegate])
            return [str(entry.get("type")) for entry in plugins if isinstance(entry, dict)]
    return []
