"""The features of the screen, and what its last row says of the keys in the table."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module

from app.features.breakpoints import StopFeature
from app.features.feature import Feature
from app.features.filtering import Filtering
from app.features.findings import Findings
from app.features.marking import Marking
from app.features.room import Room
from app.features.searching import Searching
from app.features.stepping_live import LiveStepping
from app.features.watches import Watches
from app.keys.key_table import CHANGING, LEAVING, LOOKING, PLAYING
from panels.hint_bar import Hint

FEATURES: tuple[type[Feature], ...] = (
    LiveStepping,
    StopFeature,
    Searching,
    Filtering,
    Marking,
    Findings,
    Watches,
    Room,
)
"""What the screen can do beyond playing, stepping and opening: each has its own rows of the table."""

ON_DEMAND = {
    "run": ("app.features.running", "RunFeature"),
    "comparing": ("app.features.comparing", "Comparing"),
    "copying": ("app.features.copying", "Copying"),
    "exporting": ("app.features.exporting", "Exporting"),
    "lessons": ("app.features.lessons", "Lessons"),
    "outside": ("app.features.outside", "Outside"),
    "terminal": ("app.features.terminal", "Terminal"),
}
"""Those that do nothing but what their keys say: each is loaded for the first of them."""

STEP_HINT = Hint(key=",/.", text="Step", action="step(1)")

HINTED = (*PLAYING[1:], *CHANGING, LOOKING[0], LEAVING[2])
STOP_HINT = Hint(key="X", text="Stop", action="stop")
INTO_HINT = Hint(key="s", text="In", action="into")
OUT_HINT = Hint(key="u", text="Out", action="out")
HELD_HINTS = (
    Hint(key="n", text="Over", action="link(1)"),
    Hint(key="s", text="Into", action="into"),
    Hint(key="u", text="Out", action="out"),
    Hint(key="e", text="Edit", action="edit"),
    Hint(key="S", text="Skip", action="do('live.skip')"),
    Hint(key="M", text="Answer", action="do('live.answer')"),
    Hint(key="c", text="Continue", action="do('live.go_on')"),
)
"""What the last row shows while a call is held."""
NEXT_VERB_HINT = Hint(key="n", text="Next verb", action="link(1)")
"""What it shows instead while the run stands between two verbs."""
HELP_HINT = Hint(key="?", text="Help", action="help", stays=True)


def feature_named(name: str) -> type[Feature]:
    """One of those that are loaded on demand."""
    module, kind = ON_DEMAND[name]
    feature: type[Feature] = getattr(import_module(module), kind)
    return feature


def hints(
    *,
    space: str = "Play",
    running: bool = False,
    into: bool = False,
    out: bool = False,
    follow: str = "",
    held: bool = False,
    between_verbs: bool = False,
) -> tuple[Hint, ...]:
    """What the last row shows, the most useful first; the last, where all keys are found, stays longest.

    ``follow`` is what F does, where it does something. Into and out are shown where there is something to step into
    or out of, and only one of them. While a call is held its own keys take the place of the others.
    """
    nested = [INTO_HINT] if into else [OUT_HINT] if out else []
    play = Hint(key="space", text=space, action="play")
    if between_verbs:
        return (play, NEXT_VERB_HINT, STEP_HINT, STOP_HINT, HELP_HINT)
    if held:
        return (play, *HELD_HINTS, STOP_HINT, HELP_HINT)
    live = [Hint(key="F", text=follow, action="follow")] if follow else []
    shown = [Hint(key=key.shown.split()[0], text=key.hint, action=key.action) for key in HINTED if key.hint]
    return (play, *live, *([STOP_HINT] if running else []), STEP_HINT, *nested, *shown, HELP_HINT)


def with_keys(shown: tuple[Hint, ...], keys: Mapping[str, str]) -> tuple[Hint, ...]:
    """The hints with a user's own keys, given by action."""
    return tuple(replace(hint, key=keys.get(hint.action, hint.key)) for hint in shown)
