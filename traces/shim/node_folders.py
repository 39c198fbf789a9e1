"""The folders of a node in which runtimes look for plugins, and what in them a recorder is to be put before."""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from traces.cni.rooted import resolved
from traces.cni.runtime_config import Named, read_runtime_config
from traces.errors import InputError
from traces.shim.ledger import wrapped_folders
from traces.shim.node import ASIDE, Node, Spot
from traces.shim.startable import is_startable

_USUAL = ("/opt/cni/bin", "/usr/lib/cni", "/usr/libexec/cni")
"""Looked into in any case: ctr, nerdctl and multus do so whatever the runtime's configuration says."""
_NO_PLUGINS = {"install": "Calico's installer, no plugin"}
_UNFINISHED = (".tmp", ".new", ".bak", ".old", ".orig")
"""How names of files end that installers work with, or have left behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder with plugins in it, or with what plugins are links to."""

    path: str
    """The node's path, with no link in it."""
    source: str
    """Who names it."""
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a node has."""

    folders: tuple[Folder, ...]
    complaints: tuple[str, ...] = ()
    """Configuration that could not be understood, one line each."""


def find_plugins(
    node: Node, plugins: Sequence[str] = (), folders: Sequence[str] = (), *, wrapped_too: bool = False
) -> Found:
    """The plugins of a node: all, or those of these names; in the folders named, or those of its runtimes.

    With ``wrapped_too`` also what was wrapped in folders that no runtime names any more. Raises InputError where there
    is no such folder, or no such plugin.
    """
    config = None if folders else read_runtime_config(node.root)
    named = _named(node, folders, config.plugin_dirs if config else ())
    gathered: dict[str, Folder] = {}
    for folder in named:
        for spot in _spots(node, folder.path):
            _add(gathered, folder, spot)
    if wrapped_too and not folders:
        for path in wrapped_folders(node):
            for name in _names(node, os.path.join(path, ASIDE)):
                source = Named(path=path, source="has recorders of an earlier install")
                _add(gathered, source, Spot(folder=path, name=name))
    found = tuple(_judged(node, folder, plugins) for folder in gathered.values())
    if plugins:
        found = _chosen(found, plugins, named)
    return Found(folders=found, complaints=config.complaints if config else ())


def _named(node: Node, folders: Sequence[str], configured: Sequence[Named]) -> list[Named]:
    """The folders that exist, each once, under the names that they really have. Raises InputError if there is none."""
    wanted = [Named(path=os.path.abspath(folder), source="named here") for folder in folders]
    if not folders:
        wanted = [*configured, *(Named(path=path, source="a usual place") for path in _USUAL)]
    found: dict[tuple[int, int], Named] = {}
    for one in wanted:
        try:
            real = resolved(node.root, one.path)
            status = os.stat(node.seen(real))
        except OSError as error:
            if folders:
                raise InputError(f"{one.path}: no plugin folder: {error.strerror}") from error
            continue
        if stat.S_ISDIR(status.st_mode):
            found.setdefault((status.st_dev, status.st_ino), Named(path=real, source=one.source))
        elif folders:
            raise InputError(f"{one.path}: no plugin folder: it is a file")
    if not found:
        looked = ", ".join(dict.fromkeys(one.path for one in wanted))
        raise InputError(f"no plugin folder in {node.root}: looked for {looked}; name it with --plugins-dir")
    return list(found.values())


def _names(node: Node, folder: str) -> list[str]:
    """What is in a folder and not hidden."""
    try:
        return sorted(name for name in os.listdir(node.seen(folder)) if not name.startswith("."))
    except OSError:
        return []


def _spots(node: Node, folder: str) -> Iterator[Spot]:
    """Every file of a folder, every place that a link in it leads to, and every plugin that stands aside."""
    for name in dict.fromkeys((*_names(node, folder), *_names(node, os.path.join(folder, ASIDE)))):
        path = os.path.join(folder, name)
        if os.path.islink(node.seen(path)):
            yield _linked(node, path)
        elif not os.path.isdir(node.seen(path)):
            yield Spot(folder=folder, name=name)


def _linked(node: Node, path: str) -> Spot:
    """Where a link leads: the link itself is its owner's, and stays."""
    try:
        target = resolved(node.root, path)
    except OSError as error:
        return Spot(folder=os.path.dirname(path), name=os.path.basename(path), untouched=str(error.strerror))
    return Spot(folder=os.path.dirname(target), name=os.path.basename(target), links=(path,))


def _judged(node: Node, folder: Folder, plugins: Sequence[str]) -> Folder:
    """The folder, its places in the order of their names, each with why it is left alone, if it is."""
    spots = (
        spot if spot.untouched else replace(spot, untouched=_reason(node, spot, _is_called(spot, plugins)))
        for spot in sorted(folder.spots, key=lambda spot: spot.name)
    )
    return replace(folder, spots=tuple(spots))


def _reason(node: Node, spot: Spot, asked_for: bool) -> str:
    """Why a file is left alone, in words; empty for a plugin, and for what its owner has removed."""
    place = node.seen(spot.path)
    try:
        status = os.stat(place, follow_symlinks=False)
    except FileNotFoundError:
        return "a link to nothing" if spot.links else ""
    except OSError as error:
        return str(error.strerror)
    if not stat.S_ISREG(status.st_mode):
        return "no file"
    if not status.st_mode & 0o111:
        return "not executable"
    names = {os.path.basename(path) for path in (spot.path, *spot.links)}
    if not asked_for and names <= _NO_PLUGINS.keys():
        return _NO_PLUGINS[spot.name]
    if not asked_for and all(name.endswith((".sh", *_UNFINISHED)) for name in names):
        return "no plugin by its name"
    if not is_startable(Path(place), alone=node.root != "/"):
        return "the kernel cannot start it"
    if len(names) > 1 and _is_script(place):
        return "a script with more than one name, which it would not see through the recorder"
    return ""


def _is_script(place: str) -> bool:
    with open(place, "rb") as file:
        return file.read(2) == b"#!"


def _add(gathered: dict[str, Folder], source: Named, spot: Spot) -> None:
    """Put a place into its folder: once, with all the links that lead there."""
    through = source.path if source.path == spot.folder else f"links in {source.path}"
    default = Folder(path=spot.folder, source=source.source if through == source.path else through, spots=())
    folder = gathered.get(spot.folder, default)
    same = next((one for one in folder.spots if one.name == spot.name), None)
    if same is not None:
        links = tuple(dict.fromkeys((*same.links, *spot.links)))
        spots = tuple(replace(same, links=links) if one is same else one for one in folder.spots)
    else:
        spots = (*folder.spots, spot)
    gathered[spot.folder] = replace(folder, spots=spots)


def _chosen(folders: tuple[Folder, ...], plugins: Sequence[str], named: Sequence[Named]) -> tuple[Folder, ...]:
    """Only the plugins of these names. Raises InputError where there is none of a name."""
    for plugin in plugins:
        if not any(_is_called(spot, (plugin,)) for folder in folders for spot in folder.spots):
            raise InputError(f"{plugin}: no such plugin in {', '.join(folder.path for folder in named)}")
    kept = [
        replace(folder, spots=tuple(spot for spot in folder.spots if _is_called(spot, plugins))) for folder in folders
    ]
    return tuple(folder for folder in kept if folder.spots)


def _is_called(spot: Spot, plugins: Sequence[str]) -> bool:
    return any(os.path.basename(path) in plugins for path in (spot.path, *spot.links))
