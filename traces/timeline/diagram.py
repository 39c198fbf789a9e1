"""The sequence of a trace as plain values: lanes, rows of meaningful spans, and where each step's arrow is.

The canvas of the screen and the printed text both draw from it. Nothing here knows a colour or a terminal.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.cells import Ink, Span
from traces.timeline.fold import fold_words
from traces.timeline.folding import Folding
from traces.timeline.glyphs import Glyphs, glyphs
from traces.timeline.headline import failure_line, remark_lines, tells_of_leftovers
from traces.timeline.lanes import Lanes, place_lanes
from traces.timeline.measure import cells
from traces.timeline.steps import Step, StepKind
from traces.timeline.words import running_note

_LEAST_TEXT = 20
_FOLDED_ARROW, _DEEPER = 4, 2
"""Cells of the arrow of a delegate that has no lane of its own, and how much longer it is for a delegate's delegate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to draw."""

    ascii_only: bool = False
    spacious: bool = False
    """An empty row after each link."""
    folding: Folding = field(default_factory=Folding)
    """Which callers' delegates have lanes of their own."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The way of a step's message, in cells of the lanes; `start` is where the message comes from."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What a row shows: a step, only lifelines, or a line of text below all steps."""

    step: int | None
    busy: tuple[tuple[int, bool], ...] = ()
    """The lanes at work meanwhile, and whether they will fail."""
    closing: str | None = None
    ink: Ink = Ink.NOTE
    """What the line of text tells of: how the trace failed, what is left behind, anything else."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row in three parts, of which only the middle one scrolls sideways."""

    gutter: tuple[Span, ...]
    body: tuple[Span, ...]
    note: tuple[Span, ...]


@dataclass(frozen=True, kw_only=True)
class Diagram:
    """A laid out sequence. Rows are drawn when they are asked for."""

    trace: Trace
    steps: tuple[Step, ...]
    lanes: Lanes
    plans: tuple[RowPlan, ...]
    step_rows: tuple[range, ...]
    """The rows of each step."""
    arrows: tuple[Arrow | None, ...]
    """The way of each step's message; None for a link that was never reached."""
    gutter_width: int
    width: int
    """Cells of the whole, more than there was room for where the lanes would have become too narrow."""
    options: Options

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.plans)

    @cached_property
    def steps_height(self) -> int:
        """The number of rows without the text below the steps."""
        return sum(plan.closing is None for plan in self.plans)

    @cached_property
    def failure_height(self) -> int:
        """The number of rows down to the end of what is said of the failure."""
        failed = (place + 1 for place, plan in enumerate(self.plans) if plan.ink is Ink.FAILED)
        return max(failed, default=self.steps_height)

    @cached_property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return glyphs(self.options.ascii_only)

    @cached_property
    def calls(self) -> dict[str, Call]:
        """The calls by id."""
        return {call.id: call for call in self.trace.calls}

    @cached_property
    def running(self) -> tuple[int, ...]:
        """The steps whose call still runs: their notes change with the clock."""
        answered = {step.call for step in self.steps if step.is_reply}
        return tuple(step.index for step in self.steps if step.is_request and step.call not in answered)

    def step_at(self, row: int) -> int | None:
        """The step that a row belongs to."""
        if not 0 <= row < self.steps_height:
            return None
        return bisect_right(self.step_rows, row, key=lambda rows: rows.start) - 1

    def running_text(self, step: int, now: int) -> str:
        """The note of a step whose call still runs; `now` in nanoseconds since the epoch, 0 for none."""
        note = running_note(self.calls[self.steps[step].call or ""], now, self.glyphs)
        fitting = (text for text in (f"  {note}", f" {note}", f" {note.removeprefix('running ')}"))
        return next((text for text in fitting if cells(text) <= self.lanes.note_width), "")


def layout(trace: Trace, found: Sequence[Step], width: int, options: Options | None = None) -> Diagram:
    """Lay out the trace's steps in so many cells. Pure: the same values give the same diagram."""
    options = options or Options()
    gutter = max(2, len(str(len(found)))) + 3
    lanes = place_lanes(trace, found, max(1, width - gutter), options.folding)
    plans, ranges = _plan_rows(found, lanes, options)
    plans += _plan_closing(trace, width - gutter - 1, options)
    return Diagram(
        trace=trace,
        steps=tuple(found),
        lanes=lanes,
        plans=plans,
        step_rows=ranges,
        arrows=_arrows(trace, found, lanes),
        gutter_width=gutter,
        width=gutter + lanes.width + lanes.note_width,
        options=options,
    )


def _plan_rows(found: Sequence[Step], lanes: Lanes, options: Options) -> tuple[tuple[RowPlan, ...], tuple[range, ...]]:
    """One row a step, and what is at work in each: a plugin from its request to its reply."""
    fails = {step.call: step.failed for step in found if step.is_reply}
    at_work: dict[str, tuple[int, bool]] = {}
    plans: list[RowPlan] = []
    ranges: list[range] = []
    for step in found:
        if step.is_request and step.call is not None:
            at_work[step.call] = (lanes.lane_of_call[step.call], fails.get(step.call, False))
        first = len(plans)
        plans.append(RowPlan(step.index, tuple(at_work.values())))
        if step.is_reply and step.call is not None:
            at_work.pop(step.call, None)
        if options.spacious and _ends_group(step, found):
            plans.append(RowPlan(None, tuple(at_work.values())))
        ranges.append(range(first, len(plans)))
    return tuple(plans), tuple(ranges)


def _plan_closing(trace: Trace, width: int, options: Options) -> tuple[RowPlan, ...]:
    """An empty row, how the trace failed, and what else there is to say; all wrapped, nothing cut off."""
    marks = glyphs(options.ascii_only)
    failure = failure_line(trace, marks)
    plans = [RowPlan(None, closing=text, ink=Ink.FAILED) for text in _wrapped(failure, width)] if failure else []
    for line in remark_lines(trace, marks):
        ink = Ink.DISPUTED if tells_of_leftovers(line) else Ink.NOTE
        plans += [RowPlan(None, closing=text, ink=ink) for text in _wrapped(line, width)]
    return (RowPlan(None, closing=""), *plans) if plans else ()


def _wrapped(line: str, width: int) -> Iterator[str]:
    return fold_words(line, max(width, _LEAST_TEXT), "  ")


def _ends_group(step: Step, found: Sequence[Step]) -> bool:
    """Whether a link is done with this step; links that were never reached stay together."""
    if step.depth or step.is_request or step.index + 1 >= len(found):
        return False
    return step.kind is not StepKind.NOT_REACHED


def _arrows(trace: Trace, found: Sequence[Step], lanes: Lanes) -> tuple[Arrow | None, ...]:
    parents = {call.id: call.parent for call in trace.calls}
    return tuple(_arrow(step, lanes, parents.get(step.call or "")) for step in found)


def _arrow(step: Step, lanes: Lanes, parent: str | None) -> Arrow | None:
    places = lanes.lanes
    if step.kind is StepKind.NOT_REACHED:
        return None
    if step.call is None:
        return Arrow(places[0].x, places[lanes.lane_of_link[step.link or 0]].x)
    callee = places[lanes.lane_of_call[step.call]].x
    caller = places[lanes.lane_of_call[parent] if step.depth and parent else 0].x
    if caller == callee:
        callee += _FOLDED_ARROW + _DEEPER * (lanes.folded_calls.get(step.call, 1) - 1)
    return Arrow(caller, callee) if step.is_request else Arrow(callee, caller)
