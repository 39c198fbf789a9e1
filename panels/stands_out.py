"""What stands out in a trace, and what its user has marked: a row for each, with the step it is at."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.marks_text import EntryRow, mark_rows
from panels.render.page import Kind, Line, Span, wrap
from panels.render.row_list import RowList
from panels.render.tab_row import TabRow
from traces.model.finding import Finding
from traces.timeline.marks import Grade, StepMark

_GUESSED_WIDTH = 28
"""Cells to wrap for before the panel's own are known."""
_BESIDE = 2
"""Cells beside the text: the sign of the step that one is at, and a scrollbar."""
_MOST_NOTHING = 4
_GRADES = tuple(Grade)


def _severity(mark: StepMark) -> int:
    """Errors first; of the same grade they stay in the order of the steps."""
    return _GRADES.index(mark.grade)


class StandsOutPanel(Widget):
    """Lists marks and says which one the user wants to see."""

    ALLOW_MAXIMIZE = True

    marks: reactive[tuple[StepMark, ...]] = reactive((), init=False, repaint=False)
    """In the order of the steps. What was found wrong is listed first, whatever its step."""
    cursor: reactive[int] = reactive(0, init=False, repaint=False)
    """The step that one is at: its rows are shown as such."""
    count: reactive[int] = reactive(0, init=False, repaint=False)
    """The number of steps."""
    empty_text: reactive[str] = reactive("nothing stands out in this trace; m marks a step", init=False, repaint=False)
    """What is said where there is no mark."""

    @dataclass
    class Chosen(Message):
        """The user wants to be at a step."""

        index: int

    @dataclass
    class FindingChosen(Message):
        """The user wants to know more of the finding that is picked by now, and to be at its step."""

        index: int

    def __init__(
        self, *, glyphs: Glyphs = UNICODE, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        """List nothing yet."""
        super().__init__(name=name, id=id, classes=classes)
        self._glyphs = glyphs
        self.picked: Finding | None = None
        """The finding that was chosen last."""
        self._listed: Sequence[StepMark] = ()
        self._rows: Sequence[EntryRow] = ()
        self._first_rows: Sequence[int] = ()
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

    def watch_marks(self) -> None:
        """Draw the new list."""
        self.draw()

    def watch_empty_text(self) -> None:
        """Say the other."""
        self.draw()

    def watch_cursor(self, old: int, new: int) -> None:
        """Show where one is; the list goes along while nobody looks through it."""
        if self._is_marked(old) or self._is_marked(new):
            self._list.redraw()
        if not self._list.has_focus and self.marks:
            self._list.cursor = self._row_before(new)

    @on(RowList.Picked)
    def choose(self, message: RowList.Picked) -> None:
        """Say which step was picked."""
        message.stop()
        mark = self._listed[self._rows[message.index].entry]
        if mark.finding is None:
            self.post_message(self.Chosen(mark.step))
        else:
            self.picked = mark.finding
            self.post_message(self.FindingChosen(mark.step))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those among the marks, in their order."""
        return tuple(mark.finding for mark in self.marks if mark.finding is not None)

    @property
    def view(self) -> RowList:
        """The list: what is focused to choose."""
        return self._list

    def draw(self) -> None:
        """Draw everything; the cursor of the list goes where the step is."""
        if not self.is_mounted:
            return
        width = (self.size.width or _GUESSED_WIDTH) - _BESIDE
        found = sorted((mark for mark in self.marks if mark.finding is not None), key=_severity)
        self._listed = (*found, *(mark for mark in self.marks if mark.finding is None)) if found else self.marks
        self._rows = mark_rows(self._listed, width, self._glyphs, count=self.count)
        one_each = len(self._rows) == len(self._listed)
        rows = range(len(self._rows))
        self._first_rows = rows if one_each else [place for place in rows if self._rows[place].is_first]
        self._heading.heading = ("STANDS OUT", self._counted())
        self._heading.alert = any(mark.grade is Grade.ERROR for mark in self.marks)
        if self.marks:
            at = self._list.cursor if self._list.has_focus else self._row_before(self.cursor)
            self._list.show(len(self._rows), self._line, lambda index: self._rows[index].is_first, at)
        else:
            self._list.show(_MOST_NOTHING, self._nothing_line, lambda index: False)

    def _counted(self) -> str:
        by_hand = sum(mark.by_hand for mark in self.marks)
        own = len(self.marks) - by_hand
        parts = (f"{own:,}" if own or not by_hand else "", f"{by_hand:,} marked" if by_hand else "")
        return ", ".join(part for part in parts if part)

    def _is_marked(self, step: int) -> bool:
        place = bisect_left(self.marks, step, key=lambda mark: mark.step)
        return place < len(self.marks) and self.marks[place].step == step

    def _row_before(self, step: int) -> int:
        """The row of the last mark that is at the step or before it; the first row where there is none."""
        count = sum(mark.finding is not None for mark in self._listed)
        entry = bisect_right(self._listed, step, lo=count, key=lambda mark: mark.step) - 1
        return self._first_rows[entry if entry >= count else 0]

    def _line(self, index: int, width: int) -> Line:
        row = self._rows[index]
        here = self._listed[row.entry].step == self.cursor
        return (Span(self._glyphs.here if here else " ", Kind.KEY), *row.line)

    def _nothing_line(self, index: int, width: int) -> Line:
        rows = list(wrap(self.empty_text, width - 1))
        return (Span(f" {rows[index].rstrip()}" if index < len(rows) else "", Kind.NOTE),)
