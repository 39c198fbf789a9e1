"""A screen that lays two traces side by side: it compares them in a thread, and owns the place that is looked at."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from textual import events, on, work
from textual.app import ComposeResult
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from app.comparing.comparison import Place, place_at, place_line
from app.keys.compare_keys import COMPARE_KEYS
from app.keys.remap import remap_of
from app.screens.error import ErrorScreen
from panels.compare_head import CompareHead
from panels.hint_bar import Hint, HintBar
from panels.pair_panel import PairPanel
from panels.pairs_panel import PairsPanel
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.line_row import LineRow
from traces.model.trace import Trace
from traces.timeline.beside import Beside, lay_beside
from traces.timeline.beside_sides import SideRows, side_rows, side_size

_AT_ONCE = 300_000
"""Bytes of two payloads that are compared while one waits; more of them in a thread."""
_FLAT, _NARROW = 20, 34
_HINTS = (
    Hint(key="]", text="Next", action="difference(1)"),
    Hint(key="n", text="Link", action="link(1)"),
    Hint(key="t", text="Side", action="turn(1)"),
    Hint(key="u", text="Unmask", action="unmask"),
    Hint(key="x", text="Swap", action="swap"),
    Hint(key="enter", text="Go there", action="open"),
    Hint(key="y", text="Copy", action="copy"),
    Hint(key="esc", text="Back", action="leave"),
    Hint(key="?", text="Help", action="help", stays=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """Where the user wants to go from here."""

    trace: Trace
    call: str | None
    """The id of the call; None for the trace as a whole."""
    is_reply: bool


class _Side(NamedTuple):
    """What is shown of a comparison, and how."""

    beside: Beside
    pair: int
    name: str
    fold: bool
    unmasked: bool

    @property
    def size(self) -> int:
        """How many bytes are to be compared."""
        return side_size(self.beside.pairs[self.pair], self.beside, self.name)

    def rows(self) -> SideRows:
        """It compared, row by row."""
        return side_rows(self.beside, self.beside.pairs[self.pair], self.name, fold=self.fold)

    def is_at(self, place: Place) -> bool:
        """Whether it is what a place is on."""
        return (self.pair, self.name) == (place.pair, place.side)


class _Ready(NamedTuple):
    """The side that was compared last."""

    side: _Side | None
    rows: SideRows


class BesideScreen(Screen[Goal | None]):
    """Shows A and B, a pair of their calls, and one side of it."""

    AUTO_FOCUS = "PairsPanel RowList"

    beside: reactive[Beside | None] = reactive(None, init=False)
    place: reactive[Place] = reactive(Place, init=False)

    @dataclass
    class Compared(Message):
        """The traces were compared."""

        beside: Beside

    @dataclass
    class SideCompared(Message):
        """A side of a pair was compared."""

        ready: "_Ready"

    def __init__(self, left: Trace, right: Trace, *, glyphs: Glyphs = UNICODE) -> None:
        """Compare the left trace with the right one."""
        super().__init__()
        self._traces = (left, right)
        self._glyphs = glyphs
        self._fold = True
        self._unmasked = False
        self._ready = _Ready(None, SideRows())
        self._head = CompareHead(glyphs=glyphs)
        self._pairs = PairsPanel(glyphs=glyphs)
        self._where = LineRow(glyphs=glyphs, id="compare-where")
        self._pair = PairPanel(glyphs=glyphs)
        self._hints = HintBar()

    def compose(self) -> ComposeResult:
        """Head, calls, where one is, payloads, keys."""
        yield self._head
        yield self._pairs
        yield self._where
        yield self._pair
        yield self._hints

    def on_mount(self) -> None:
        """Begin to compare."""
        self.show_hints()
        self.compare_anew()

    def show_hints(self) -> None:
        """Say what the keys do now."""
        keys = remap_of(self.app).shown(COMPARE_KEYS)
        hints = (replace(hint, key=keys.get(hint.action, hint.key)) for hint in _HINTS)
        mask = "Mask" if self._unmasked else "Unmask"
        self._hints.hints = tuple(replace(hint, text=mask) if hint.action == "unmask" else hint for hint in hints)

    def on_resize(self, event: events.Resize) -> None:
        """Take less room for the head where there is little."""
        self.set_class(event.size.height < _NARROW, "-narrow")
        self.set_class(event.size.height < _FLAT, "-flat")

    def compare_anew(self) -> None:
        """Compare the traces, and say so until it is done."""
        self._head.beside = None
        self._head.traces = self._traces
        self._compare_in_thread(*self._traces)

    @work(thread=True, exclusive=True, group="compare", exit_on_error=False)
    def _compare_in_thread(self, left: Trace, right: Trace) -> None:
        self.post_message(self.Compared(lay_beside(left, right)))

    @on(Compared)
    def take_comparison(self, message: Compared) -> None:
        """Show it, at the first cause."""
        beside = message.beside
        if beside.left is not self._traces[0] or beside.right is not self._traces[1]:
            return
        self.beside = self._head.beside = self._pairs.beside = beside
        self._pair.heads = (f"A  {beside.left.verb} {beside.left.id}", f"B  {beside.right.verb} {beside.right.id}")
        first = beside.first_stop
        self.go(place_at(beside, first) if first is not None else Place(pair=0, side=beside.pairs[0].sides[0]))

    def go(self, place: Place) -> None:
        """Show that side of that pair, and the difference that is named."""
        beside = self.beside
        if beside is None:
            return
        self.place = place
        pair = beside.pairs[place.pair]
        self._pairs.pair = place.pair
        self._pair.pair, self._pair.side = pair, place.side
        self._where.line = place_line(beside, place, self._glyphs)
        side = _Side(beside, place.pair, place.side, self._fold, self._unmasked)
        if side == self._ready.side:
            self._show(place, self._ready.rows)
        elif side.size <= _AT_ONCE:
            self._ready = _Ready(side, side.rows())
            self._show(place, self._ready.rows)
        else:
            self._pair.show(SideRows(note="comparing: it is large"), None)
            self._compare_side(side)

    @work(thread=True, exclusive=True, group="side", exit_on_error=False)
    def _compare_side(self, side: "_Side") -> None:
        known, rows = self._ready
        if known is None or known._replace(unmasked=side.unmasked) != side:
            rows = side.rows()
        self._pair.prepare(rows, unmasked=side.unmasked)
        self.post_message(self.SideCompared(_Ready(side, rows)))

    @on(SideCompared)
    def take_side(self, message: SideCompared) -> None:
        """Show it, unless the user has gone on."""
        self._ready = message.ready
        if message.ready.side is not None and message.ready.side.is_at(self.place):
            self.go(self.place)

    def _show(self, place: Place, shown: SideRows) -> None:
        self._pair.show(shown, place.row_in(self.beside, shown.rows), unmasked=self._unmasked)

    def go_to_pair(self, number: int) -> None:
        """Show that pair, at its first difference."""
        if self.beside is not None and number != self.place.pair:
            self.go(Place.of_pair(self.beside, number, self.place.side))

    def on_worker_state_changed(self, message: Worker.StateChanged) -> None:
        """A mistake of ours is shown as one."""
        if message.state is WorkerState.ERROR:
            error = message.worker.error
            self.app.push_screen(ErrorScreen("A mistake of cnistep", f"{type(error).__name__}: {error}"))
