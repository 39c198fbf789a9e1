"""The canvas: a trace as a sequence, with the step one is at and the message on its way.

Strips are kept for each row, and only the rows that changed are drawn again: over ssh the bytes decide.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from panels.render.sequence_strips import SequenceStrips
from panels.render.sequence_styles import COMPONENTS, SequenceStyles, When
from traces.model.trace import Trace
from traces.timeline.cells import Ink, Span
from traces.timeline.diagram import Diagram, Options, layout
from traces.timeline.fold import fold_words
from traces.timeline.folding import Folding
from traces.timeline.glyphs import glyphs
from traces.timeline.held import HeldMark, held_notes
from traces.timeline.identical import Unmarked
from traces.timeline.marks import Grade, MarkKind, StepMark
from traces.timeline.steps import Step, steps


class SequenceView(ScrollView, can_focus=True):
    """Draws a trace's steps, and says which one the user pointed at.

    Its reactives draw nothing by themselves: each is watched, and the watcher knows which rows have changed.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    trace: reactive[Trace | None] = reactive(None, init=False)
    cursor: reactive[int] = reactive(0, init=False, repaint=False)
    travelled: reactive[float] = reactive(1.0, init=False, repaint=False)
    """How far the message of the step at the cursor has come, from 0 to 1."""
    folding: reactive[Folding] = reactive(Folding, init=False, repaint=False)
    """Which callers' delegates have lanes of their own."""
    now: reactive[int] = reactive(0, init=False, repaint=False)
    """Nanoseconds since the epoch, for calls that still run."""
    held: reactive[tuple[HeldMark, ...]] = reactive((), init=False, repaint=False)
    """Where the run under way is held."""
    stops: reactive[frozenset[int]] = reactive(frozenset(), init=False, repaint=False)
    """The steps at which a breakpoint holds."""
    marks: reactive[tuple[StepMark, ...]] = reactive((), init=False, repaint=False)
    """What is marked, by hand or by itself."""
    empty_text: reactive[str] = reactive("")
    """What is said where there is no trace; safe text."""

    @dataclass
    class StepChosen(Message):
        """The user pointed at a step."""

        index: int

    @dataclass
    class LaidOut(Message):
        """The sequence has a new layout."""

        diagram: Diagram

    @dataclass
    class Scrolled(Message):
        """The lanes moved sideways."""

        x: int

    def __init__(self, *, ascii_only: bool = False, id: str | None = None, classes: str | None = None) -> None:
        """Show no trace yet."""
        super().__init__(id=id, classes=classes)
        self._ascii_only = ascii_only
        self._diagram: Diagram | None = None
        self._styles_of = SequenceStyles(self.get_component_rich_style)
        self._strips: SequenceStrips | None = None
        self._signs: dict[int, bool] = {}
        """The steps with a sign, and whether a user has marked them."""
        self._grave: set[int] = set()
        """The steps at which something is more than a note, besides a failure."""

    @property
    def diagram(self) -> Diagram | None:
        """The layout that is drawn."""
        return self._diagram

    def on_resize(self, event: events.Resize) -> None:
        """Lay out for the new size."""
        self._lay_out()

    def watch_trace(self, old: Trace | None, new: Trace | None) -> None:
        """Lay the new trace out; one that has only been marked looks as it did."""
        if old is None or new is None or Unmarked(old) != Unmarked(new):
            self._lay_out()

    def watch_marks(self, marks: tuple[StepMark, ...]) -> None:
        """Draw the signs: of a failure the row has one already."""
        self._signs = {mark.step: False for mark in marks if mark.kind is not MarkKind.FAILURE}
        self._signs |= {mark.step: True for mark in marks if mark.by_hand}
        grave = (mark for mark in marks if mark.kind is not MarkKind.FAILURE)
        self._grave = {mark.step for mark in grave if mark.grade in (Grade.ERROR, Grade.WARNING)}
        self.refresh()

    def watch_folding(self) -> None:
        """Lay out with other lanes."""
        self._lay_out()

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw what lies between, and bring the new row into view."""
        self._refresh_steps(min(old, new), max(old, new))
        self._follow_cursor()

    def watch_travelled(self) -> None:
        """Draw the cursor's row."""
        self._refresh_steps(self.cursor, self.cursor)

    def watch_now(self) -> None:
        """Draw the rows of the calls that run."""
        for step in self._diagram.running if self._diagram else ():
            self._refresh_steps(step, step)

    def watch_held(self) -> None:
        """Draw the rows of what is held, and of what was."""
        self.refresh()

    def watch_stops(self) -> None:
        """Draw the dots."""
        self.refresh()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Say so: the heads of the lanes move along."""
        super().watch_scroll_x(old_value, new_value)
        self.post_message(self.Scrolled(round(new_value)))

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles_of.clear()
        if self._strips is not None:
            self._strips.clear()

    def on_click(self, event: events.Click) -> None:
        """Choose the step of the row under the pointer."""
        step = self._diagram.step_at(event.y + self.scroll_offset.y) if self._diagram else None
        if step is not None:
            self.post_message(self.StepChosen(step))

    def render_line(self, y: int) -> Strip:
        """One row of the view."""
        row, diagram, strips = y + self.scroll_offset.y, self._diagram, self._strips
        if self.trace is None:
            return self._empty_line(y)
        if diagram is None or strips is None or row >= diagram.height:
            return Strip.blank(self.size.width, self._styles_of.style(Ink.BLANK))
        step, offset = diagram.plans[row].step, self.scroll_offset.x
        when = self._when(diagram, row)
        if when is When.HERE and step is not None and self.travelled < 1.0:
            strip = strips.message(row, step, self.travelled, offset)
        else:
            strip = strips.row(row, when, offset)
        if step is not None:
            strip = self._with_signs(strips, strip, diagram.steps[step], when)
        return strip.adjust_cell_length(self.size.width, self._styles_of.style(Ink.BLANK, when))

    def _with_signs(self, strips: SequenceStrips, strip: Strip, step: Step, when: When) -> Strip:
        """The row with what changes while its trace does not: seconds, where the run is held, breakpoints."""
        mark = next((mark for mark in self.held if mark.call == step.call and mark.is_ended == step.is_reply), None)
        if mark is not None and step.call is not None:
            notes = held_notes(mark, self.now, glyphs(self._ascii_only))
            strip = strips.with_held(strip, step.index, notes, when, self.scroll_offset.x)
        elif self.now and self._diagram is not None and step.index in self._diagram.running:
            strip = strips.with_running_note(strip, step.index, self.now, when)
        by_hand, stops = self._signs.get(step.index), step.index in self.stops
        grave = step.index in self._grave
        marked = by_hand is not None and (by_hand or grave or not step.failed)
        if marked:
            strip = strips.with_mark(strip, when, by_hand=bool(by_hand), beside=step.failed, grave=grave)
        return strips.with_stop(strip, when, beside=marked and step.failed) if stops else strip

    def _empty_line(self, y: int) -> Strip:
        """Where there is no trace, a row of what is said instead."""
        width, blank = self.size.width, self._styles_of.style(Ink.BLANK)
        rows = list(fold_words(self.empty_text, max(width, 1), ""))
        row = self._styles_of.strip((Span(rows[y] if y < len(rows) else "", Ink.NOTE),), When.PAST)
        return row.adjust_cell_length(width, blank)

    def _when(self, diagram: Diagram, row: int) -> When:
        """Where the row is in time; an empty row goes with the step above it."""
        step = diagram.step_at(row)
        if step is None or step < self.cursor:
            return When.PAST
        if step > self.cursor:
            return When.FUTURE
        return When.PAST if diagram.plans[row].step is None else When.HERE

    def _lay_out(self) -> None:
        width, height = self.size
        if self.trace is None or not width:
            return
        found = steps(self.trace)
        options = Options(ascii_only=self._ascii_only, spacious=True, folding=self.folding)
        airy = layout(self.trace, found, width, options) if len(found) < height else None
        dense = replace(options, spacious=False)
        is_airy = airy is not None and airy.height <= height
        self._diagram = airy if airy and is_airy else layout(self.trace, found, width, dense)
        self._strips = SequenceStrips(self._diagram, self._styles_of, width)
        self.virtual_size = Size(self._diagram.width, self._diagram.height)
        self.refresh()
        self._follow_cursor()
        self.post_message(self.LaidOut(self._diagram))

    def _refresh_steps(self, first: int, last: int) -> None:
        """Draw the rows of these steps again, as far as they are in view."""
        diagram = self._diagram
        if diagram is None or not diagram.steps:
            return
        top = diagram.step_rows[min(first, len(diagram.steps) - 1)].start
        bottom = diagram.step_rows[min(last, len(diagram.steps) - 1)].stop
        y = self.scroll_offset.y
        self.refresh(Region(0, top - y, self.size.width, bottom - top))

    def _follow_cursor(self) -> None:
        """Where the cursor has left the view, move on by half a page; sideways so far that its plugin is seen."""
        diagram, strips = self._diagram, self._strips
        if diagram is None or strips is None or not 0 <= self.cursor < len(diagram.steps):
            return
        row, height = diagram.step_rows[self.cursor].start, self.size.height
        x, y = self.scroll_offset
        if not y <= row < y + height:
            y = row - height // 2
        y = max(y, min(max(0, row - 1), self._wanted_bottom(diagram) - height))
        arrow = diagram.arrows[self.cursor]
        left, right = strips.window(x)
        plugin = max(arrow.start, arrow.end) if arrow else left
        if not left <= plugin < right:
            x = plugin - (right - left) // 2
        if (x, y) != self.scroll_offset:
            self.scroll_to(max(0, x), max(0, y), animate=False, force=True, immediate=True)
        self._place_terminal_cursor(row)

    def _wanted_bottom(self, diagram: Diagram) -> int:
        """The rows that should be seen with the cursor's: libcni's words at the failing step, all at the last one."""
        if self.cursor == len(diagram.steps) - 1:
            return diagram.height
        return diagram.failure_height if diagram.steps[self.cursor].failed else 0

    def _place_terminal_cursor(self, row: int) -> None:
        """Braille displays and screen magnifiers follow the terminal's own cursor."""
        if self.has_focus:
            corner = self.content_region.offset
            self.app.cursor_position = Offset(corner.x, corner.y + row - self.scroll_offset.y)
