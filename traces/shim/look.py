"""What is in a plugin's place, and what stands aside: from both follows in which state the plugin is."""

import os
import stat
from dataclasses import dataclass
from enum import StrEnum

from traces.cni.rooted import resolved
from traces.shim.image import Settings
from traces.shim.node import Node, Spot
from traces.shim.swap import Pin, Pins


class State(StrEnum):
    """How far a plugin is wrapped."""

    PLAIN = "plain"
    PREPARED = "prepared"
    """Plain, with a recorder beside it: somebody was killed while wrapping or unwrapping it."""
    WRAPPED = "wrapped"
    REPLACED = "replaced"
    """Its owner has put another plugin in the recorder's place: that runs, unrecorded."""
    REMOVED = "removed"
    """Its owner has taken away what was in its place."""
    BROKEN = "broken"
    """A recorder whose plugin is gone."""
    FOREIGN = "foreign"
    """A recorder of a plugin that stands elsewhere."""
    ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A plugin's place, looked at."""

    state: State
    placed: Pin | None
    aside: Pin | None
    aside_name: str
    """Under which name in the folder aside the plugin stands: another one where its owner has renamed the recorder."""

    @property
    def settings(self) -> Settings | None:
        """What the recorder in the plugin's place was told, if one is there and they can be read."""
        return self.placed.settings if self.placed else None


def standing(spot: Spot, seen: Look) -> str:
    """What is wrong in a state that installing cannot mend, in words; empty in any other."""
    if seen.state is State.BROKEN:
        return f"its plugin is gone from {spot.aside}: every call of it fails"
    if seen.state is State.FOREIGN:
        settings = seen.settings
        return f"a recorder of the plugin at {settings.real}" if settings else "a recorder of another version"
    return "there is no such plugin" if seen.state is State.ABSENT else ""


def look(node: Node, spot: Spot, folder: int, aside: int | None, pins: Pins) -> Look:
    """Look at a plugin's place, in a plugin folder and the folder aside. Raises OSError where it cannot be read."""
    placed = _regular(pins.find(folder, spot.name))
    kept = _regular(pins.find(aside, spot.name)) if aside is not None else None
    if placed is None or not placed.recorder:
        state = _without_recorder(placed, kept)
        return Look(state=state, placed=placed, aside=kept, aside_name=spot.name)
    name = _name_aside(placed.settings, spot)
    if name != spot.name and aside is not None and not _is_recorder(pins, folder, name):
        renamed = _regular(pins.find(aside, name))
        if renamed is not None and not renamed.recorder:
            return Look(state=State.WRAPPED, placed=placed, aside=renamed, aside_name=name)
    if kept is not None and not kept.recorder:
        return Look(state=State.WRAPPED, placed=placed, aside=kept, aside_name=spot.name)
    state = State.FOREIGN if _runs_elsewhere(node, spot, placed.settings) else State.BROKEN
    return Look(state=state, placed=placed, aside=kept, aside_name=spot.name)


def _without_recorder(placed: Pin | None, aside: Pin | None) -> State:
    if placed is None:
        return State.ABSENT if aside is None else State.REMOVED
    if aside is None:
        return State.PLAIN
    return State.PREPARED if aside.recorder or os.path.samestat(placed.status, aside.status) else State.REPLACED


def _regular(pin: Pin | None) -> Pin | None:
    return pin if pin is not None and stat.S_ISREG(pin.status.st_mode) else None


def _is_recorder(pins: Pins, folder: int, name: str) -> bool:
    pin = _regular(pins.find(folder, name))
    return pin is not None and pin.recorder


def _name_aside(settings: Settings | None, spot: Spot) -> str:
    """The name in the folder aside that the recorder was told, if it was one in this very folder."""
    if settings is None:
        return spot.name
    folder, name = os.path.split(settings.real)
    return name if name and folder == os.path.dirname(spot.aside) else spot.name


def _runs_elsewhere(node: Node, spot: Spot, settings: Settings | None) -> bool:
    """Whether the recorder finds a plugin where it was told, which is not in this place."""
    if settings is None:
        return True
    for path in (settings.real, settings.home):
        try:
            place = resolved(node.root, path) if path else spot.path
        except OSError:
            continue
        if place not in (spot.path, spot.aside) and os.path.isfile(node.seen(place)):
            return True
    return False
