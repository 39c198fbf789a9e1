"""The one table of the screen's actions: the key, what help says of it, and what the last row says."""

from dataclasses import dataclass

from textual.binding import Binding

from panels.hint_bar import Hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An action and its keys."""

    id: str
    """What a user's keymap names it by."""
    keys: str
    """As Textual names them, with commas between."""
    shown: str
    """As the user reads them."""
    action: str
    help: str
    hint: str = ""
    """The word in the last row; empty for none."""
    priority: bool = False
    """Whether it comes before what has the focus."""

    @property
    def binding(self) -> Binding:
        """The key as Textual binds it."""
        return Binding(
            self.keys, self.action, self.help, show=False, id=self.id, tooltip=self.help, priority=self.priority
        )


PLAYING = (
    Key(id="play", keys="space", shown="space", action="play", help="Play or pause", hint="Play"),
    Key(id="step.back", keys="comma", shown=",", action="step(-1)", help="One step back"),
    Key(id="step.on", keys="full_stop", shown=".", action="step(1)", help="One step on"),
    Key(id="link.next", keys="n", shown="n", action="link(1)", help="Next plugin of the chain", hint="Next"),
    Key(id="link.before", keys="p", shown="p", action="link(-1)", help="Plugin before"),
    Key(id="first", keys="g", shown="g", action="first", help="First step"),
    Key(id="last", keys="G", shown="G", action="last", help="Last step"),
    Key(id="slower", keys="less_than_sign", shown="<", action="slower", help="Play slower"),
    Key(id="faster", keys="greater_than_sign", shown=">", action="faster", help="Play faster"),
    Key(id="speed.reset", keys="equals_sign", shown="=", action="speed_reset", help="Speed 1x"),
    Key(id="follow", keys="F", shown="F", action="follow", help="Follow the run under way"),
)
CANVAS = (
    Key(id="canvas.back", keys="left,up", shown="left  up", action="screen.step(-1)", help="One step back"),
    Key(id="canvas.on", keys="right,down", shown="right  down", action="screen.step(1)", help="One step on"),
    Key(id="canvas.first", keys="home", shown="home", action="screen.first", help="First step"),
    Key(id="canvas.last", keys="end", shown="end", action="screen.last", help="Last step"),
    Key(id="canvas.page_back", keys="pageup", shown="pgup", action="screen.step(-10)", help="Ten steps back"),
    Key(id="canvas.page_on", keys="pagedown", shown="pgdn", action="screen.step(10)", help="Ten steps on"),
)
CHANGING = (
    Key(id="edit", keys="e", shown="e", action="edit", help="Edit the prevResult of this link", hint="Edit"),
    Key(id="rerun", keys="r", shown="r", action="rerun", help="Rerun from this link", hint="Rerun"),
)
LOOKING = (
    Key(id="traces", keys="1", shown="1", action="traces", help="The list of traces", hint="Traces"),
    Key(id="canvas", keys="2", shown="2", action="canvas", help="The sequence"),
    Key(id="payload", keys="3", shown="3", action="payload", help="What went in and came out"),
    Key(id="focus.next", keys="tab", shown="tab", action="app.focus_next", help="Next part of the screen"),
    Key(id="maximise", keys="f", shown="f", action="maximise", help="This part alone, and back"),
    Key(id="back", keys="escape", shown="esc", action="back", help="Back to the sequence"),
)
LEAVING = (
    Key(id="help", keys="question_mark,f1", shown="?  F1", action="help", help="This page", hint="Help"),
    Key(id="palette", keys="colon", shown=":  ctrl+p", action="app.command_palette", help="All commands"),
    Key(id="quit", keys="q", shown="q  ctrl+q", action="leave", help="Back, then quit"),
)

IN_PANELS = (
    Key(id="payload.tab", keys="t", shown="t", action="turn(1)", help="Next side of the call"),
    Key(id="payload.tab_before", keys="T", shown="T", action="turn(-1)", help="Side before"),
    Key(id="payload.hex", keys="h", shown="h", action="hex", help="As hex, or as text again"),
    Key(id="traces.filter", keys="slash", shown="/", action="filter", help="Filter the list of traces"),
)
"""Keys that the panels bind themselves: they work where the panel has the focus."""

STEP_HINT = Hint(key=",/.", text="Step", action="step(1)")

SECTIONS = (
    ("Playing", PLAYING),
    ("On the sequence", CANVAS),
    ("Edit and rerun", CHANGING),
    ("Looking", LOOKING),
    ("In the list and the payload", IN_PANELS),
    ("Help and leaving", LEAVING),
)
"""The table as the help page shows it."""

SCREEN_KEYS = (*PLAYING, *CHANGING, *LOOKING, *LEAVING)
"""The keys that work everywhere on the screen."""

HINTED = (*PLAYING, *CHANGING, LOOKING[0], LEAVING[0])


def hints() -> tuple[Hint, ...]:
    """What the last row shows, the most useful first."""
    shown = [Hint(key.shown.split()[0], key.hint, key.action) for key in HINTED if key.hint]
    return (shown[0], STEP_HINT, *shown[1:])
