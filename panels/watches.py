"""The watch expressions, and what each is at the step that one is at."""

from textual.app import ComposeResult
from textual.reactive import reactive
from textual.widget import Widget

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.marks_text import EntryRow, watch_rows
from panels.render.page import Kind, Line, Span, wrap
from panels.render.row_list import RowList
from panels.render.tab_row import TabRow
from traces.timeline.watches import Seen

_GUESSED_WIDTH = 28
"""Cells to wrap for before the panel's own are known."""
_MOST_NOTHING = 5
_NOTHING = "nothing is watched: + adds an expression, like ips[0].address or interfaces|len"


class WatchesPanel(Widget):
    """Shows expressions with their values."""

    ALLOW_MAXIMIZE = True

    watched: reactive[tuple[tuple[str, Seen], ...]] = reactive((), init=False)
    """Each expression as safe text, and what it is."""

    def __init__(
        self, *, glyphs: Glyphs = UNICODE, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        """Show nothing yet."""
        super().__init__(name=name, id=id, classes=classes)
        self._glyphs = glyphs
        self._rows: list[EntryRow] = []
        self._heading = TabRow(glyphs=glyphs)
        self._heading.can_focus = False
        self._list = RowList(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Title and list."""
        yield self._heading
        yield self._list

    def on_mount(self) -> None:
        """Draw what was set before."""
        self.draw()

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self.call_after_refresh(self.draw)

    def watch_watched(self) -> None:
        """Draw the new values."""
        self.draw()

    @property
    def view(self) -> RowList:
        """The list: what is focused to choose."""
        return self._list

    @property
    def entry(self) -> int | None:
        """The place of the expression under the cursor; None where there is none."""
        return self._rows[self._list.cursor].entry if 0 <= self._list.cursor < len(self._rows) else None

    def draw(self) -> None:
        """Draw everything; the cursor stays on its expression."""
        if not self.is_mounted:
            return
        entry = self.entry
        self._rows = watch_rows(self.watched, (self.size.width or _GUESSED_WIDTH) - 1, self._glyphs)
        changed = sum(seen.changed for _, seen in self.watched)
        count = f"{len(self.watched)}" if self.watched else ""
        self._heading.heading = ("WATCH", f"{count}, {changed} changed" if changed else count)
        if self.watched:
            first = (place for place, row in enumerate(self._rows) if row.entry == entry)
            self._list.show(len(self._rows), self._line, lambda index: self._rows[index].is_first, next(first, 0))
        else:
            self._list.show(_MOST_NOTHING, self._nothing_line, lambda index: False)

    def _line(self, index: int, width: int) -> Line:
        return self._rows[index].line

    def _nothing_line(self, index: int, width: int) -> Line:
        rows = list(wrap(_NOTHING, width - 1))
        return (Span(f" {rows[index].rstrip()}" if index < len(rows) else "", Kind.NOTE),)
