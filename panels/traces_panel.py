"""The list of traces: series by series, branches beside their parents, with a filter."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from panels.render.filter_line import FilterLine
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Line
from panels.render.row_list import RowList
from panels.render.tab_row import TabRow
from panels.render.trace_rows import AttemptKey, TraceRow, trace_rows
from panels.render.traces_text import heading_line, note_line, title_detail, trace_line
from traces.model.summary import Summary
from traces.timeline.query import parse

_MOST_ADVICE = 6
"""Rows that are kept for what is said where there is no trace."""


class TracesPanel(Widget):
    """Lists traces and says which one the user chose."""

    ALLOW_MAXIMIZE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority it is run before the next key is given to whatever has the focus, so that none is lost.
        Binding("slash", "filter", "Filter", show=False, id="traces.filter", priority=True),
        Binding("escape", "leave_filter", "Leave the filter", show=False, id="traces.leave_filter"),
        Binding("right,l", "unfold(True)", "Unfold the attempts", show=False, id="traces.unfold"),
        Binding("left,h", "unfold(False)", "Fold the attempts", show=False, id="traces.fold"),
    ]

    summaries: reactive[tuple[Summary, ...]] = reactive((), init=False, repaint=False)
    current: reactive[str | None] = reactive(None, init=False, repaint=False)
    """The id of the trace that is open."""
    marked: reactive[str | None] = reactive(None, init=False, repaint=False)
    """The id of the trace that is marked for comparing."""
    query_text: reactive[str] = reactive("", init=False, repaint=False)
    """Only traces that this query wants are listed."""
    found: reactive[frozenset[str] | None] = reactive(None, init=False, repaint=False)
    """For a query that asks for what only traces themselves have: the ids of those that were found by now."""
    progress: reactive[str] = reactive("", init=False, repaint=False)
    """How far the search for them has come."""
    news: reactive[str] = reactive("", init=False, repaint=False)
    """What is new, as a few words in the title."""
    now: reactive[int] = reactive(0, init=False, repaint=False)
    """The time in nanoseconds since the epoch, where what runs has its seconds shown; else 0."""
    advice: reactive[str] = reactive("no traces are kept yet", init=False, repaint=False)
    """What is said where there is no trace."""

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
        self._opened: frozenset[AttemptKey] = frozenset()
        self._heading = TabRow(glyphs=glyphs)
        self._heading.can_focus = False
        self._filter = FilterLine(glyphs=glyphs)
        self._list = RowList(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """Title, filter and list."""
        self._filter.display = False
        yield self._heading
        yield self._filter
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

    def watch_found(self) -> None:
        """Draw those that were found."""
        self.draw()

    def watch_progress(self, progress: str) -> None:
        """Say how far the search is."""
        self._filter.told = progress
        if not self._rows:
            self._list.redraw()

    def watch_marked(self) -> None:
        """Show the mark."""
        self._list.redraw()
        self._draw_heading()

    def watch_news(self) -> None:
        """Say what is new."""
        self._draw_heading()

    def watch_advice(self) -> None:
        """Say the other."""
        self.draw()

    def watch_now(self) -> None:
        """Move the seconds of what runs."""
        if any(not row.summary.finished for row in self._rows):
            self._list.redraw()

    def watch_current(self, current: str | None) -> None:
        """Mark the open trace, and go to it."""
        index = self._index_of(current)
        self._list.redraw()
        if index >= 0:
            self._list.cursor = index

    @on(FilterLine.Asked)
    def take_query(self, message: FilterLine.Asked) -> None:
        """Filter while the user types."""
        message.stop()
        self.query_text = message.text
        if message.text:
            self._list.action_end(-1)

    @on(FilterLine.Submitted)
    def leave_input(self, message: FilterLine.Submitted) -> None:
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

    def ask_for(self, query: str) -> None:
        """Filter by a query that nobody typed here; it can be changed as if somebody had."""
        self._filter.display = bool(query)
        self._filter.write(query)

    def toggle_filter(self) -> bool:
        """Take the filter out of force, or put it back: what was typed stays. False where nothing is typed."""
        if not self._filter.text:
            return False
        self._filter.display = True
        self._filter.is_off = not self._filter.is_off
        return True

    def action_unfold(self, is_open: bool) -> None:
        """Give the attempts before their own rows below the newest, or take them back."""
        row = self._rows[self._list.cursor] if 0 <= self._list.cursor < len(self._rows) else None
        if row is None or row.heading:
            return
        self._opened = self._opened | {row.key} if is_open else self._opened - {row.key}
        self.draw()

    def action_filter(self) -> None:
        """Open the filter; it has the focus at once."""
        self._filter.display = True
        self.screen.set_focus(self._filter.field)

    def action_leave_filter(self) -> None:
        """Clear the filter and close it."""
        self._filter.remember()
        self._filter.write("")
        self._filter.display = False
        self.screen.set_focus(self._list)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape is the filter's only while it is open, and in an open filter a slash is a slash."""
        if action == "filter":
            return self.screen.focused is not self._filter.field
        return self._filter.display if action == "leave_filter" else True

    @property
    def filter_line(self) -> FilterLine:
        """The filter: it has the queries that were asked before."""
        return self._filter

    @property
    def pointed(self) -> str | None:
        """The id of the trace under the list's cursor."""
        row = self._rows[self._list.cursor] if 0 <= self._list.cursor < len(self._rows) else None
        return None if row is None or row.heading else row.summary.id

    @property
    def view(self) -> RowList:
        """The list: what is focused to choose."""
        return self._list

    def draw(self) -> None:
        """Draw everything; the cursor stays on its trace."""
        if not self.is_mounted:
            return
        before = self._rows[self._list.cursor] if 0 <= self._list.cursor < len(self._rows) else None
        self._rows = trace_rows(self._wanted(), self._opened)
        self._draw_heading()
        if self._rows:
            self._list.show(len(self._rows), self._line, self._is_trace, max(self._place_of(before), 0))
        else:
            self._list.show(_MOST_ADVICE, self._nothing_line, lambda index: False)

    def _wanted(self) -> tuple[Summary, ...]:
        """The traces to list."""
        query = parse(self.query_text)
        if not query.terms:
            return self.summaries
        if query.needs_trace:
            return tuple(each for each in self.summaries if each.id in (self.found or ()))
        return tuple(each for each in self.summaries if query.fits_summary(each))

    def _draw_heading(self) -> None:
        off = "filter off" if self._filter.is_off else ""
        self._heading.heading = ("TRACES", title_detail(self._rows, len(self.summaries), off, self.news))

    def _place_of(self, before: TraceRow | None) -> int:
        """Where the row is now: the same trace, or the row that has become of it."""
        if before is None:
            return self._index_of(self.current)
        place = self._index_of(before.summary.id)
        same = (place for place, row in enumerate(self._rows) if not row.heading and row.key == before.key)
        return place if place >= 0 and not before.earlier else next(same, place)

    def _is_trace(self, index: int) -> bool:
        return not self._rows[index].heading

    def _index_of(self, trace_id: str | None) -> int:
        return next((place for place, row in enumerate(self._rows) if row.shows(trace_id)), -1)

    def _line(self, index: int, width: int) -> Line:
        row = self._rows[index]
        if row.heading:
            return heading_line(row, width, self._glyphs)
        is_marked = self.marked is not None and row.shows(self.marked)
        current = row.shows(self.current)
        return trace_line(row, width, self._glyphs, current=current, marked=is_marked, now=self.now)

    def _nothing_line(self, index: int, width: int) -> Line:
        said = self.advice
        if self.summaries:
            said = "nothing found yet" if self.progress else "nothing matches; esc clears the filter"
        return note_line(said, index, width, self._glyphs)
