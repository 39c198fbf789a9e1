"""The one table of the screen's actions: the key, and what help says of it. Loads no screen."""

from app.keys.feature_keys import FEATURE_SECTIONS
from app.keys.key import Key, Section
from app.keys.panel_keys import (
    IN_THE_EDITOR,
    IN_THE_FILTER,
    IN_THE_LIST,
    IN_THE_PAYLOAD,
    IN_THE_SEARCH,
    IN_THE_WATCHES,
    ON_THE_SEQUENCE,
)

_COPY_OR_QUIT = "Copy what is selected, else quit"

PLAYING = (
    Key(id="play", keys="space", shown="space", action="play", help="Play or pause", hint="Play"),
    Key(id="step.back", keys="comma", shown=",", action="step(-1)", help="One step back"),
    Key(id="step.on", keys="full_stop", shown=".", action="step(1)", help="One step on"),
    Key(id="link.next", keys="n,f10", shown="n  F10", action="link(1)", help="Next plugin of the chain", hint="Next"),
    Key(id="link.before", keys="p", shown="p", action="link(-1)", help="Plugin before"),
    Key(id="into", keys="s,f11", shown="s  F11", action="into", help="Into what it executed"),
    Key(id="out", keys="u,shift+f11", shown="u", action="out", help="Out to its caller, and fold"),
    Key(id="first", keys="g", shown="g", action="first", help="First step"),
    Key(id="last", keys="G", shown="G", action="last", help="Last step"),
    Key(id="slower", keys="less_than_sign", shown="<", action="slower", help="Play slower"),
    Key(id="faster", keys="greater_than_sign", shown=">", action="faster", help="Play faster"),
    Key(id="speed.reset", keys="equals_sign", shown="=", action="speed_reset", help="Speed 1x"),
    Key(id="follow", keys="F", shown="F", action="follow", help="Follow the run, or the node"),
)
CHANGING = (
    Key(id="edit", keys="e", shown="e", action="edit", help="Edit what this link is given", hint="Edit"),
    Key(id="rerun", keys="r", shown="r", action="rerun", help="Rerun from this link", hint="Rerun"),
    Key(id="rerun.chain", keys="R", shown="R", action="rerun_chain", help="Rerun the whole chain"),
    Key(id="fault", keys="t", shown="t", action="fault", help="Try a fault on this link"),
    Key(id="revert", keys="V", shown="V", action="revert", help="Take back an edit that waits"),
    Key(id="stop", keys="X", shown="X", action="stop", help="Stop the run under way"),
)
LOOKING = (
    Key(id="traces", keys="1", shown="1", action="traces", help="The list of traces", hint="Traces"),
    Key(id="canvas", keys="2", shown="2", action="canvas", help="The sequence"),
    Key(id="payload", keys="3", shown="3", action="payload", help="What went in and came out"),
    Key(id="kernel", keys="W", shown="W", action="kernel", help="What the kernel says; then its whole state"),
    Key(id="ask", keys="K", shown="K", action="ask_kernel", help="Ask the kernel now: does the result hold?"),
    Key(id="changes", keys="C", shown="C", action="changes", help="Chains changed under pods"),
    Key(id="focus.next", keys="tab", shown="tab", action="app.focus_next", help="Next part of the screen"),
    Key(id="back", keys="escape", shown="esc", action="back", help="Back to the sequence"),
)
LEAVING = (
    Key(id="help", keys="question_mark,f1", shown="?  F1", action="help", help="This page", hint="Help"),
    Key(
        id="palette",
        keys="colon",
        shown=":",
        action="app.command_palette",
        help="All commands, themes, traces",
        priority=True,
    ),
    Key(id="quit", keys="q", shown="q", action="leave", help="Back, then quit", hint="Quit"),
)

APP_KEYS = (
    Key(
        id="palette.anywhere",
        keys="ctrl+p",
        shown="ctrl+p",
        action="command_palette",
        help="The same, also while one types",
        priority=True,
    ),
    Key(id="quit.now", keys="ctrl+q", shown="ctrl+q", action="quit", help="Quit from anywhere", priority=True),
    Key(id="copy_or_quit", keys="ctrl+c", shown="ctrl+c", action="copy_or_quit", help=_COPY_OR_QUIT, priority=True),
)
"""The keys that work in every dialog too."""

SECTIONS: tuple[Section, ...] = (
    ("Playing", PLAYING),
    ON_THE_SEQUENCE,
    IN_THE_PAYLOAD,
    IN_THE_LIST,
    ("Edit and rerun", CHANGING),
    IN_THE_EDITOR,
    ("Looking", LOOKING),
    *FEATURE_SECTIONS,
    IN_THE_WATCHES,
    IN_THE_FILTER,
    IN_THE_SEARCH,
    ("Help and leaving", (*LEAVING, *APP_KEYS)),
)
"""The table as the help page shows it."""

SCREEN_KEYS = (*PLAYING, *CHANGING, *LOOKING, *LEAVING, *(key for _, keys in FEATURE_SECTIONS for key in keys))
"""The keys that work everywhere on the screen."""

SCOPES = ((*SCREEN_KEYS, *APP_KEYS), *(keys for _, keys in SECTIONS if keys[0] not in SCREEN_KEYS))
"""Keys that work at the same time: those everywhere, and those of each part of the screen, which come before them."""
