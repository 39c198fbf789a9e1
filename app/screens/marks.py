"""All marks of a trace in a list, to go to one of them."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.marks_text import EntryRow, mark_rows
from panels.render.page import Kind, Line, Span
from panels.render.row_list import RowList
from traces.timeline.marks import StepMark

_MARGIN = 8
"""Cells of the dialog that are no text."""
_WIDEST = 110


class MarksScreen(Dialog[int | None]):
    """Lists marks; gives the step of the one that was chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,apostrophe", "leave", "Leave", show=False, id="marks.leave"),
        Binding("m", "only_mine", "Only mine", show=False, id="marks.only_mine"),
    ]

    def __init__(
        self, marks: Sequence[StepMark], *, count: int, cursor: int, title: str = "", glyphs: Glyphs = UNICODE
    ) -> None:
        """The marks of a trace of ``count`` steps, seen from the step ``cursor``."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._glyphs = glyphs
        self._all = tuple(marks)
        self._marks = self._all
        self._count = count
        self._cursor = cursor
        self._heading = title
        self._rows: Sequence[EntryRow] = ()
        self._list = RowList(glyphs=glyphs)
        self._dialog = Vertical(classes="dialog -marks")

    def compose(self) -> ComposeResult:
        """The list, and what can be done."""
        with self._dialog:
            yield self._list

    def on_mount(self) -> None:
        """Show all."""
        self._list.focus()
        self._draw()

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self._draw()

    @on(RowList.Picked)
    def choose(self, message: RowList.Picked) -> None:
        """Give the step of the row."""
        message.stop()
        self.dismiss(self._marks[self._rows[message.index].entry].step)

    def action_only_mine(self) -> None:
        """Show only the user's own marks, or all again."""
        is_all = len(self._marks) == len(self._all)
        self._marks = tuple(mark for mark in self._all if mark.by_hand) if is_all else self._all
        self._draw()

    def action_leave(self) -> None:
        """Go nowhere."""
        self.dismiss(None)

    def _draw(self) -> None:
        mine = sum(mark.by_hand for mark in self._all)
        only_mine = len(self._marks) < len(self._all)
        shown = f"only yours: {mine}" if only_mine else f"{len(self._all)} marks, {mine} of them yours"
        self._dialog.border_title = Content(self._glyphs.fit(f"{self._heading}: {shown}"))
        others = "all" if only_mine else "only yours"
        self._dialog.border_subtitle = Content(f"enter goes there, m {others}, esc leaves")
        width = max(min(self.size.width, _WIDEST) - _MARGIN, 20)
        self._rows = mark_rows(self._marks, width, self._glyphs, count=self._count, words=True)
        ahead = (place for place, row in enumerate(self._rows) if self._marks[row.entry].step >= self._cursor)
        here = next(ahead, -1)
        if self._rows:
            at = here if here >= 0 else len(self._rows) - 1
            self._list.show(len(self._rows), self._line, lambda index: self._rows[index].is_first, at)
        else:
            self._list.show(1, self._nothing_line, lambda index: False)
        self._list.styles.height = min(max(len(self._rows), 1), max(self.size.height - 4, 1))

    def _line(self, index: int, width: int) -> Line:
        row = self._rows[index]
        here = row.is_first and self._marks[row.entry].step == self._cursor
        return (Span(self._glyphs.here if here else " ", Kind.KEY), *row.line)

    def _nothing_line(self, index: int, width: int) -> Line:
        return (Span("no step is marked by you: m marks one on the sequence", Kind.NOTE),)
