"""Reads every node that was collected, looks at it, asks the rules about it, and holds all against each other."""

import os
import posixpath
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from traces.diagnosis.audit.expected import read_expected
from traces.diagnosis.audit.groups import Audit, grouped
from traces.diagnosis.audit.look import Look, look
from traces.diagnosis.audit.source import Source, node_paths, read_source
from traces.diagnosis.case import Case
from traces.diagnosis.collect.commands import Commands
from traces.diagnosis.collect.node import Collector, Places
from traces.diagnosis.collect.plugins import USUAL_DIRS
from traces.diagnosis.collect.tree import Tree
from traces.diagnosis.diagnose import diagnose
from traces.diagnosis.facts import Node
from traces.errors import InputError
from traces.model.finding import Finding

_MANY, _AT_ONCE, _MOST_WORKERS = 64, 16, 8
"""From so many nodes on several processes look at them, so many nodes at a time; and so many processes at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looked:
    """One node, looked at and judged."""

    look: Look
    findings: tuple[Finding, ...]
    unread: tuple[str, ...]


def audit(paths: Sequence[str], places: Places, expect: str | None = None) -> Audit:
    """Compare the nodes at these paths; ``places`` says where they keep things.

    Of many nodes one that can't be read, as its collection was cut off, keeps nobody from the others. Raises InputError
    where none can be read, for a path that is not there, and for a file that can't be expected.
    """
    seen = _looked_at(list(node_paths(paths)), places)
    looked = [each for each in seen if isinstance(each, _Looked)]
    refused = tuple(each for each in seen if isinstance(each, str))
    if not looked:
        none = "audit: there is no node to look at; expected folders, tar files or JSON documents"
        raise InputError(next(iter(refused), none))
    looks = [each.look for each in looked]
    unread = {index: each.unread for index, each in enumerate(looked) if each.unread}
    expected = read_expected(expect, looks) if expect else None
    return replace(grouped(looks, [each.findings for each in looked], unread, expected), refused=refused)


def _looked_at(nodes: Sequence[str], places: Places) -> Sequence[_Looked | str]:
    """Each node in its order; many of them are looked at by all processors."""
    each = partial(_look_at, places=places)
    workers = min(len(os.sched_getaffinity(0)), _MOST_WORKERS)
    if len(nodes) < _MANY or workers < 2:
        return [each(path) for path in nodes]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(each, nodes, chunksize=_AT_ONCE))


def _look_at(path: str, places: Places) -> _Looked | str:
    """The node, or why it is none."""
    try:
        source = read_source(path)
    except InputError as error:
        return str(error)
    node = node_of(source, places)
    return _Looked(look=look(node, source.name), findings=diagnose(Case(node=node)), unread=node.unread)


def node_of(source: Source, places: Places) -> Node:
    """The facts of a collected node, at the time at which it was collected."""
    commands = Commands(source.tree)
    here = replace(places, plugin_dirs=_plugin_dirs(source.tree, commands, places.plugin_dirs))
    return Collector(source.tree, here, commands).node(_seconds(commands.line("date")))


def _plugin_dirs(tree: Tree, commands: Commands, wished: tuple[str, ...]) -> tuple[str, ...]:
    """Where its plugins are: as is wished, else the usual folders that were collected."""
    if wished:
        return wished
    summed = {posixpath.dirname(line.split(maxsplit=1)[1]) for line in _lines(commands) if len(line.split()) > 1}
    there = tuple(each for each in USUAL_DIRS if each in summed or tree.names(each))
    return there[:1] or USUAL_DIRS[:1]


def _lines(commands: Commands) -> list[str]:
    return (commands.text("sha256") or "").splitlines()


def _seconds(text: str) -> float:
    """`date +%s`; 0 where it is not known."""
    try:
        return float(text.split()[0])
    except (ValueError, IndexError):
        return 0.0
