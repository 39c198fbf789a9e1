"""The calls of two traces, aligned by link, with a cursor."""

from collections.abc import Callable
from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.line_row import LineRow
from panels.render.page import Line
from panels.render.pairs_text import Picture, head_line, pair_line, picture
from panels.render.row_list import RowList
from traces.timeline.beside import Beside


class _PairList(RowList):
    """Rows, of which both of a pair are under the cursor together."""

    def __init__(self, same_pair: Callable[[int, int], bool], *, glyphs: Glyphs) -> None:
        super().__init__(glyphs=glyphs)
        self._same_pair = same_pair

    def is_under_cursor(self, index: int) -> bool:
        """Whether the row is one of the pair that the cursor is at."""
        return self._same_pair(index, self.cursor)

    def on_click(self, event: events.Click) -> None:
        """Go to the pair under the pointer, and stay here."""
        event.prevent_default()
        self._move(event.y + self.scroll_offset.y, -1)

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw the rows below too."""
        super().watch_cursor(old, new)
        for index in (old + 1, new + 1):
            self.refresh(Region(0, index - self.scroll_offset.y, self.size.width, 1))


class PairsPanel(Widget):
    """Lists pairs and says at which one the cursor is."""

    beside: reactive[Beside | None] = reactive(None, init=False)
    pair: reactive[int] = reactive(0, init=False)
    """The pair under the cursor, by its number."""

    @dataclass
    class Moved(Message):
        """The user moved to a pair."""

        pair: int

    @dataclass
    class Picked(Message):
        """The user picked a pair."""

        pair: int

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """List nothing yet."""
        super().__init__(id=id)
        self._glyphs = glyphs
        self._head = LineRow(glyphs=glyphs)
        self._list = _PairList(lambda one, other: self._pair_at(one) == self._pair_at(other), glyphs=glyphs)
        self._drawn: Picture | None = None

    def compose(self) -> ComposeResult:
        """The names over the lanes, and the rows."""
        yield self._head
        yield self._list

    def on_mount(self) -> None:
        """Follow the cursor."""
        self.watch(self._list, "cursor", self._follow_cursor, init=False)

    def watch_beside(self) -> None:
        """Draw the new rows."""
        self.draw()

    def watch_pair(self, pair: int) -> None:
        """Bring the cursor there."""
        place = self._place_of(pair)
        if place >= 0 and self._pair_at(self._list.cursor) != pair:
            self._list.cursor = place

    def on_resize(self) -> None:
        """Draw what has room now."""
        self.draw()

    @on(RowList.Picked)
    def choose(self, message: RowList.Picked) -> None:
        """Say which pair was picked."""
        message.stop()
        self.post_message(self.Picked(self._pair_at(message.index)))

    @property
    def view(self) -> RowList:
        """The list: what is focused to move."""
        return self._list

    def draw(self) -> None:
        """Draw everything; the cursor stays on its pair."""
        width = self.size.width - 1
        if self.beside is None or width < 1:
            return
        drawn = self._drawn = picture(self.beside.pairs, width)
        self._head.line = head_line(drawn, width, self._glyphs)
        count = len(drawn.rows)
        self._list.show(count, self._line, lambda index: drawn.rows[index].is_first, self._place_of(self.pair))
        self._list.refresh(layout=True)

    def _follow_cursor(self, index: int) -> None:
        pair = self._pair_at(index)
        if pair not in (-1, self.pair):
            self.post_message(self.Moved(pair))

    def _pair_at(self, index: int) -> int:
        rows = self._drawn.rows if self._drawn else ()
        return rows[index].pair if 0 <= index < len(rows) else -1

    def _place_of(self, pair: int) -> int:
        rows = self._drawn.rows if self._drawn else ()
        return next((place for place, row in enumerate(rows) if row.pair == pair), -1)

    def _line(self, index: int, width: int) -> Line:
        if self._drawn is None or self.beside is None:
            return ()
        row = self._drawn.rows[index]
        pairs, first = self.beside.pairs, self.beside.first_stop
        is_cause = first is not None and self.beside.stops[first].pair == row.pair
        return pair_line(pairs[row.pair], row, self._drawn, width, self._glyphs, is_cause=is_cause)
