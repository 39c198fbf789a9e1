"""A pair of calls side by side: its sides as tabs, and the rows of the chosen one."""

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from panels.render.diff_text import diff_page, lay_out, sign, word
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Span, page, wrap
from panels.render.page_view import PageView
from panels.render.tab_row import TabRow
from traces.timeline.beside import Pair
from traces.timeline.beside_sides import SideRows, title_of
from traces.timeline.identical import Identical

_LEAST = 20
"""Cells that the view lays pages out for, at least."""


class PairPanel(Widget):
    """Shows one side of a pair. The pair and the side are set first, then its rows are shown."""

    pair: reactive[Pair | None] = reactive(None, init=False)
    side: reactive[str] = reactive("", init=False)

    @dataclass
    class SideChosen(Message):
        """The user chose a side."""

        side: str

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Show nothing yet."""
        super().__init__(id=id)
        self._glyphs = glyphs
        self._tabs = TabRow(glyphs=glyphs)
        self._view = PageView(glyphs=glyphs)
        self.shown = SideRows(note="comparing")
        self.here: int | None = None
        """The row that is marked."""
        self.heads = ("A", "B")
        self.unmasked = False

    def compose(self) -> ComposeResult:
        """Tabs above the rows."""
        yield self._tabs
        yield self._view

    @property
    def view(self) -> PageView:
        """The viewer: what is focused to scroll."""
        return self._view

    def show(self, shown: SideRows, here: int | None, *, unmasked: bool = False) -> None:
        """Show these rows, and bring one of them into view.

        Unmasked, values that stand for each other are shown as they are.
        """
        self.shown, self.here, self.unmasked = shown, here, unmasked
        self.draw()

    def prepare(self, shown: SideRows, *, unmasked: bool) -> None:
        """Lay rows out for the room there is, so that showing them takes no time. For a thread of its own."""
        room = self._view.content_region.width - self._view.styles.scrollbar_size_vertical
        lay_out(Identical(shown.rows), max(room, _LEAST), self._glyphs, unmasked)

    @on(TabRow.Chosen)
    def choose_side(self, message: TabRow.Chosen) -> None:
        """Say which side was chosen."""
        message.stop()
        self.post_message(self.SideChosen(message.tab))

    def on_resize(self) -> None:
        """Bring the marked row into view again."""
        self.draw()

    def draw(self) -> None:
        """Draw everything."""
        pair, shown, here = self.pair, self.shown, self.here
        if pair is None or not self.is_mounted:
            return
        self._tabs.heading = (self._glyphs.fit(title_of(pair)), self._verdict(pair))
        self._tabs.tabs = tuple((side, self._label(pair, side)) for side in pair.sides)
        self._tabs.active = self.side
        glyphs, heads, unmasked = self._glyphs, self.heads, self.unmasked
        key = (pair.subject, self.side, here, len(shown.rows), self.unmasked, self.size.height)
        if shown.rows:
            self._view.show(
                lambda width: diff_page(shown.rows, width, glyphs, heads=heads, unmasked=unmasked, here=here), key
            )
        else:
            said = glyphs.fit(shown.note)
            self._view.show(lambda width: page([(Span(row, Kind.NOTE),) for row in wrap(said, width)]), key)

    def _verdict(self, pair: Pair) -> str:
        return f"{sign(pair.state, self._glyphs)} {word(pair.state)}{', only follows' if pair.follows else ''}"

    def _label(self, pair: Pair, side: str) -> str:
        count = pair.counts.get(side, 0)
        return f"{side} {count}" if count else side
