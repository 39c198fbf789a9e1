"""Plugins that a chain needs and that no plugin folder has, by the node's files and by what was said of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from traces.diagnosis.case import Case
from traces.diagnosis.chains import Chain, chains
from traces.diagnosis.facts import Node, PluginFile
from traces.diagnosis.needs import Need, plugin_file
from traces.diagnosis.said import Said, said
from traces.diagnosis.starting import trouble

_NOT_FOUND = re.compile(r'failed to find plugin \\*"([^"\\]+)\\*" in path \[([^\]]*)\]')
"""libcni, pkg/invoke/find.go."""

_RUNTIMES_OWN = ("loopback",)
"""What no file needs to name. Another plugin that only a text names may be of another node, or of another day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """One plugin."""

    plugin: str
    need: Need | None = None
    """What the chain needs it for; None where only a text names it."""
    chain: Chain | None = None
    said: tuple[Said, ...] = ()
    searched: tuple[str, ...] = ()
    """The folders in which it was looked for."""
    is_seen: bool = False
    """Whether the folders are known, and it is in none of them."""
    now_there: PluginFile | None = None
    """Its file, where it has come since it was said to be missing."""
    elsewhere: PluginFile | None = None
    """A file of its name in a folder in which this runtime does not look."""

    @property
    def link(self) -> int | None:
        """The link that it is, or that runs it."""
        if self.need is not None:
            return self.need.link
        return next((each.link for each in self.said if each.link is not None), None)

    @property
    def verb(self) -> str:
        """The verb at which it was missed."""
        return next((each.verb for each in self.said if each.verb), "")


def missing(case: Case) -> tuple[Missing, ...]:
    """Each missing plugin once, in the order in which they are needed.

    Left out is what a plugin would run that is itself missing or can't start: it is not even reached.
    """
    found: dict[str, Missing] = {}
    for chain in chains(case):
        for need in chain.needs(case.node.runtime if case.node and case.trace is None else ""):
            if need.plugin not in found and _is_missed(case.node, need):
                found[need.plugin] = Missing(plugin=need.plugin, need=need, chain=chain, is_seen=True)
    for each in said(case):
        for plugin, searched in _NOT_FOUND.findall(each.text):
            known = found.get(plugin) or _needed(case, plugin)
            found[plugin] = replace(known, said=(*known.said, each), searched=tuple(searched.split()))
    return tuple(_completed(each, case.node) for each in found.values())


def _is_missed(node: Node | None, need: Need) -> bool:
    if node is None or not node.plugins_known or plugin_file(node, need.plugin) is not None:
        return False
    callers = [plugin_file(node, plugin) for plugin in need.through]
    return all(caller is not None and not trouble(node, caller) for caller in callers)


def _needed(case: Case, plugin: str) -> Missing:
    """What is only said to be missing, with the place in the chain that it has."""
    for chain, need in _all_needs(case):
        if need.plugin == plugin:
            return Missing(plugin=plugin, need=need, chain=chain)
    return Missing(plugin=plugin)


def _all_needs(case: Case) -> Iterator[tuple[Chain, Need]]:
    for chain in chains(case):
        for need in chain.needs(""):
            yield chain, need


def _completed(each: Missing, node: Node | None) -> Missing:
    if node is None:
        return each
    file = plugin_file(node, each.plugin)
    searched = each.searched or node.plugin_dirs
    other = (one for one in (*node.plugins_elsewhere, *node.plugins) if one.name == each.plugin)
    elsewhere = next((one for one in other if one.path.rpartition("/")[0] not in searched), None)
    is_of_this_node = each.need is not None or each.plugin in _RUNTIMES_OWN
    is_seen = is_of_this_node and node.plugins_known and (file is None or file is elsewhere)
    now_there = None if is_seen or not each.said else file
    return replace(each, searched=searched, is_seen=is_seen, now_there=now_there, elsewhere=elsewhere)
