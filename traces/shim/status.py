"""How far the plugins of a node are wrapped. Looking changes nothing, and takes no lock."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass

from traces.errors import PlaceError
from traces.shim.image import Settings, is_same_program
from traces.shim.look import Look, State, look, standing
from traces.shim.node import ASIDE, Node, Spot
from traces.shim.node_folders import Folder
from traces.shim.swap import Pin, pinning

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginStatus:
    """One plugin's place."""

    spot: Spot
    state: State
    detail: str = ""
    """What there is to say, in words."""
    outdated: bool = False
    """Whether its recorder is another one than would be put there now."""
    settings: Settings | None = None
    """What the recorder in its place was told."""
    plugin_sha256: str = ""
    """Of the plugin itself, wherever it stands; empty where there is none."""
    recorder_sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderStatus:
    """One folder's plugins."""

    folder: Folder
    plugins: tuple[PluginStatus, ...]


def status_of(node: Node, folder: Folder, image: bytes = b"", *, hashes: bool = False) -> FolderStatus:
    """The states of a folder's plugins; against a recorder's image, if it is given. Raises PlaceError."""
    return FolderStatus(folder=folder, plugins=tuple(_statuses(node, folder, image, hashes)))


def _statuses(node: Node, folder: Folder, image: bytes, hashes: bool) -> Iterator[PluginStatus]:
    try:
        opened = os.open(node.seen(folder.path), _FOLDER)
    except OSError as error:
        raise PlaceError(f"{folder.path}: cannot be looked into: {error.strerror}") from error
    try:
        aside = _open_aside(opened)
        try:
            for spot in folder.spots:
                yield _status(node, spot, opened, aside, image, hashes)
        finally:
            if aside is not None:
                os.close(aside)
    finally:
        os.close(opened)


def _open_aside(folder: int) -> int | None:
    try:
        return os.open(ASIDE, _FOLDER, dir_fd=folder)
    except OSError:
        return None


def _status(node: Node, spot: Spot, folder: int, aside: int | None, image: bytes, hashes: bool) -> PluginStatus:
    with pinning() as pins:
        try:
            seen = look(node, spot, folder, aside, pins)
        except OSError as error:
            return PluginStatus(spot=spot, state=State.PLAIN, detail=f"cannot be read: {error.strerror}")
        plugin, recorder = _plugin(seen), _recorder(seen)
        return PluginStatus(
            spot=spot,
            state=seen.state,
            detail=standing(spot, seen) or _detail(seen),
            outdated=bool(image) and seen.state is State.WRAPPED and not _is_current(spot, seen, image),
            settings=seen.settings,
            plugin_sha256=_sha256(plugin) if hashes else "",
            recorder_sha256=_sha256(recorder) if hashes else "",
        )


def _plugin(seen: Look) -> Pin | None:
    if seen.placed is not None and not seen.placed.recorder:
        return seen.placed
    return seen.aside if seen.aside is not None and not seen.aside.recorder else None


def _recorder(seen: Look) -> Pin | None:
    return next((pin for pin in (seen.placed, seen.aside) if pin is not None and pin.recorder), None)


def _detail(seen: Look) -> str:
    return {
        State.PREPARED: "an install or uninstall was stopped in the middle; both finish it",
        State.REPLACED: "its owner has replaced it since: it runs unrecorded until it is installed again",
        State.REMOVED: "its owner has removed it since",
    }.get(seen.state, "")


def _is_current(spot: Spot, seen: Look, image: bytes) -> bool:
    """Whether the recorder is made of this image and knows its place; its spool and its limits don't count."""
    settings = seen.settings
    if seen.placed is None or settings is None or (settings.real, settings.home) != (spot.aside, spot.path):
        return False
    return is_same_program(seen.placed.content(), image)


def _sha256(pin: Pin | None) -> str:
    if pin is None:
        return ""
    with open(pin.descriptor, "rb", closefd=False) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
