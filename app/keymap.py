"""The one table of the screen's actions: the key, what help says of it, and what the last row says."""

from app.features.feature import Feature
from app.key import Key, Section
from app.panel_keys import IN_THE_EDITOR, IN_THE_LIST, IN_THE_PAYLOAD, ON_THE_SEQUENCE
from panels.hint_bar import Hint

FEATURES: tuple[type[Feature], ...] = ()
"""What the screen can do beyond playing, stepping and opening: each has its own rows of the table."""


PLAYING = (
    Key(id="play", keys="space", shown="space", action="play", help="Play or pause", hint="Play"),
    Key(id="step.back", keys="comma", shown=",", action="step(-1)", help="One step back"),
    Key(id="step.on", keys="full_stop", shown=".", action="step(1)", help="One step on"),
    Key(id="link.next", keys="n", shown="n", action="link(1)", help="Next plugin of the chain", hint="Next"),
    Key(id="link.before", keys="p", shown="p", action="link(-1)", help="Plugin before"),
    Key(id="into", keys="s", shown="s", action="into", help="Into what it executed"),
    Key(id="out", keys="u", shown="u", action="out", help="Out to its caller, and fold"),
    Key(id="first", keys="g", shown="g", action="first", help="First step"),
    Key(id="last", keys="G", shown="G", action="last", help="Last step"),
    Key(id="slower", keys="less_than_sign", shown="<", action="slower", help="Play slower"),
    Key(id="faster", keys="greater_than_sign", shown=">", action="faster", help="Play faster"),
    Key(id="speed.reset", keys="equals_sign", shown="=", action="speed_reset", help="Speed 1x"),
    Key(id="follow", keys="F", shown="F", action="follow", help="Follow the run, or the node"),
)
CHANGING = (
    Key(id="edit", keys="e", shown="e", action="edit", help="Edit this link's prevResult", hint="Edit"),
    Key(id="rerun", keys="r", shown="r", action="rerun", help="Rerun from this link", hint="Rerun"),
    Key(id="fault", keys="t", shown="t", action="fault", help="Try a fault on this link, or the next one"),
    Key(id="stop", keys="X", shown="X", action="stop", help="Stop the run under way"),
)
LOOKING = (
    Key(id="traces", keys="1", shown="1", action="traces", help="The list of traces", hint="Traces"),
    Key(id="filter", keys="slash", shown="/", action="filter_traces", help="Filter the list of traces"),
    Key(id="canvas", keys="2", shown="2", action="canvas", help="The sequence"),
    Key(id="payload", keys="3", shown="3", action="payload", help="What went in and came out"),
    Key(id="kernel", keys="W", shown="W", action="kernel", help="What the kernel says; then its whole state"),
    Key(id="ask", keys="K", shown="K", action="ask_kernel", help="Ask the kernel now: does the result hold?"),
    Key(id="changes", keys="C", shown="C", action="changes", help="Chains changed under pods"),
    Key(id="focus.next", keys="tab", shown="tab", action="app.focus_next", help="Next part of the screen"),
    Key(id="maximise", keys="f", shown="f", action="maximise", help="This part alone, and back"),
    Key(id="back", keys="escape", shown="esc", action="back", help="Back to the sequence"),
)
LEAVING = (
    Key(id="help", keys="question_mark,f1", shown="?  F1", action="help", help="This page", hint="Help"),
    Key(id="palette", keys="colon", shown=":  ctrl+p", action="app.command_palette", help="All commands"),
    Key(id="quit", keys="q", shown="q", action="leave", help="Back, then quit", hint="Quit"),
    Key(id="quit.now", keys="ctrl+q", shown="ctrl+q  ctrl+c", action="app.quit", help="Quit"),
)

STEP_HINT = Hint(key=",/.", text="Step", action="step(1)")

SECTIONS: tuple[Section, ...] = (
    ("Playing", PLAYING),
    ON_THE_SEQUENCE,
    IN_THE_PAYLOAD,
    IN_THE_LIST,
    ("Edit and rerun", CHANGING),
    IN_THE_EDITOR,
    ("Looking", LOOKING),
    *((feature.TITLE, feature.KEYS) for feature in FEATURES),
    ("Help and leaving", LEAVING),
)
"""The table as the help page shows it."""

SCREEN_KEYS = (*PLAYING, *CHANGING, *LOOKING, *LEAVING, *(key for feature in FEATURES for key in feature.KEYS))
"""The keys that work everywhere on the screen."""

HINTED = (*PLAYING[1:], *CHANGING, LOOKING[0], LEAVING[2])
STOP_HINT = Hint(key="X", text="Stop", action="stop")
INTO_HINT = Hint(key="s", text="In", action="into")
OUT_HINT = Hint(key="u", text="Out", action="out")
HELP_HINT = Hint(key="?", text="Help", action="help", stays=True)


def hints(
    *, space: str = "Play", running: bool = False, into: bool = False, out: bool = False, follow: str = ""
) -> tuple[Hint, ...]:
    """What the last row shows, the most useful first; the last, where all keys are found, stays longest.

    ``follow`` is what F does, where it does something. Into and out are shown where there is something to step into
    or out of, and only one of them.
    """
    nested = [INTO_HINT] if into else [OUT_HINT] if out else []
    play = Hint(key="space", text=space, action="play")
    live = [Hint(key="F", text=follow, action="follow")] if follow else []
    shown = [Hint(key=key.shown.split()[0], text=key.hint, action=key.action) for key in HINTED if key.hint]
    return (play, *live, *([STOP_HINT] if running else []), STEP_HINT, *nested, *shown, HELP_HINT)
