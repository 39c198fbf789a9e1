"""The list of traces: series by series, branches beside their parents, with a filter."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line, Span
from panels.render.row_list import RowList
from panels.render.strips import fit_line
from panels.render.tab_row import TabRow
from panels.render.traces_text import TraceRow, heading_line, trace_line, trace_rows
from traces.model.summary import Summary


class TracesPanel(Widget):
    """Lists traces and says which one the user chose."""

    ALLOW_MAXIMIZE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority it is run before the next key is given to whatever has the focus, so that none is lost.
        Binding("slash", "filter", "Filter", show=False, id="traces.filter", priority=True),
        Binding("escape", "leave_filter", "Leave the filter", show=False, id="traces.leave_filter"),
    ]

    summaries: reactive[tuple[Summary, ...]] = reactive((), init=False)
    current: reactive[str | None] = reactive(None, init=False)
    """The id of the trace that is open."""
    query_text: reactive[str] = reactive("", init=False)
    """Only traces that hold all of these words are listed."""

    @dataclass
    class Chosen(Message):
        """The user chose a trace."""

        trace_id: str

    def __init__(
        self, *, glyphs: Glyphs = UNICODE, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        """List nothing yet."""
        super().__init__(name=name, id=id, classes=classes)
        self._glyphs = glyphs
        self._rows: tuple[TraceRow, ...] = ()
        self._heading = TabRow(glyphs=glyphs)
        self._heading.can_focus = False
        self._input = Input(placeholder="verb, container, plugin, failed …", compact=True)
        self._list = RowList(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Title, filter and list."""
        self._input.display = False
        yield self._heading
        yield self._input
        yield self._list

    def on_mount(self) -> None:
        """Draw what was set before."""
        self.draw()

    def watch_summaries(self) -> None:
        """Draw the new list."""
        self.draw()

    def watch_query_text(self) -> None:
        """Draw the traces that match."""
        self.draw()

    def watch_current(self, current: str | None) -> None:
        """Mark the open trace, and go to it."""
        index = self._index_of(current)
        self._list.redraw()
        if index >= 0:
            self._list.cursor = index

    @on(Input.Changed)
    def take_query(self, message: Input.Changed) -> None:
        """Filter while the user types."""
        message.stop()
        self.query_text = message.value
        if message.value:
            self._list.action_end(-1)

    @on(Input.Submitted)
    def leave_input(self, message: Input.Submitted) -> None:
        """Go to the list, where the first match has the cursor; the filter stays.

        A second enter may have been given to the input before the list had the focus: it opens the match.
        """
        message.stop()
        if self.screen.focused is self._list:
            self._list.action_pick()
        self.screen.set_focus(self._list)

    @on(RowList.Picked)
    def choose(self, message: RowList.Picked) -> None:
        """Say which trace was picked."""
        message.stop()
        self.post_message(self.Chosen(self._rows[message.index].summary.id))

    def action_filter(self) -> None:
        """Open the filter; it has the focus at once."""
        self._input.display = True
        self.screen.set_focus(self._input)

    def action_leave_filter(self) -> None:
        """Clear the filter and close it."""
        self._input.value = ""
        self._input.display = False
        self.screen.set_focus(self._list)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape is the filter's only while it is open, and in an open filter a slash is a slash."""
        if action == "filter":
            return self.screen.focused is not self._input
        return self._input.display if action == "leave_filter" else True

    @property
    def view(self) -> RowList:
        """The list: what is focused to choose."""
        return self._list

    def draw(self) -> None:
        """Draw everything; the cursor stays on its trace."""
        if not self.is_mounted:
            return
        before = self._rows[self._list.cursor].summary.id if 0 <= self._list.cursor < len(self._rows) else self.current
        self._rows = trace_rows(self.summaries, self.query_text)
        shown = sum(not row.heading for row in self._rows)
        total = len(self.summaries)
        count = f"{total:,}" if shown == total else f"{shown:,} of {total:,}"
        self._heading.heading = ("TRACES", f"{count}, times in UTC" if total else count)
        if self._rows:
            self._list.show(len(self._rows), self._line, self._is_trace, max(self._index_of(before), 0))
        else:
            self._list.show(1, self._nothing_line, lambda index: False)

    def _is_trace(self, index: int) -> bool:
        return not self._rows[index].heading

    def _index_of(self, trace_id: str | None) -> int:
        found = (place for place, row in enumerate(self._rows) if not row.heading and row.summary.id == trace_id)
        return next(found, -1)

    def _line(self, index: int, width: int) -> Line:
        row = self._rows[index]
        if row.heading:
            return heading_line(row, width, self._glyphs)
        return trace_line(row, width, self._glyphs, current=row.summary.id == self.current)

    def _nothing_line(self, index: int, width: int) -> Line:
        said = "nothing matches; esc clears the filter" if self.summaries else "no traces are kept yet"
        return fit_line((Span(said, Kind.NOTE),), width, self._glyphs)
