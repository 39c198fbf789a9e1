"""The marks of a trace: what stands out at its steps by itself, and what a user has marked, each with one sentence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from traces.model.finding import Finding
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.steps import Step, StepKind, steps

_LONGEST_NOTE = 1_000
"""Characters of a note that are shown."""
Place = tuple[str | None, int | None, bool]
"""What a mark of a user is on: call, link, whether it is the reply."""


class MarkKind(StrEnum):
    """Why a step is marked, in one word."""

    FINDING = "finding"
    """Something is wrong, and a rule knows why."""
    FAILURE = "failure"
    HAND = "mark"
    """A user has marked it."""
    LEFT = "left"
    """DEL left something behind."""
    DROPPED = "dropped"
    """Something of prevResult is not in the answer."""
    DISPUTED = "disputed"
    """The kernel does not have what the answer claims."""
    VERSION = "version"
    TOUCHED = "edited"
    """A user changed what the plugin was given, or answered in its place."""
    STDERR = "stderr"
    SLOWEST = "slowest"


class Grade(StrEnum):
    """How much a mark matters, as a list shows it."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    HAND = "mark"


_GRADES = {
    MarkKind.FAILURE: Grade.ERROR,
    MarkKind.HAND: Grade.HAND,
    MarkKind.LEFT: Grade.WARNING,
    MarkKind.DROPPED: Grade.WARNING,
    MarkKind.DISPUTED: Grade.WARNING,
}
_ORDER = {kind: place for place, kind in enumerate(MarkKind)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepMark:
    """One mark at a step."""

    step: int
    """The step's index."""
    kind: MarkKind
    sentence: str
    """What there is to see: safe text. Of a mark by hand the step in words, and its note."""
    finding: Finding | None = None
    """Of a finding the whole of it."""

    @property
    def grade(self) -> Grade:
        """How much it matters."""
        return Grade(self.finding.severity) if self.finding else _GRADES.get(self.kind, Grade.NOTE)

    @property
    def by_hand(self) -> bool:
        """Whether a user has made it."""
        return self.kind is MarkKind.HAND


def in_order(marks: Iterable[StepMark]) -> tuple[StepMark, ...]:
    """The marks in the order of their steps; at one step what matters most first."""
    return tuple(sorted(marks, key=lambda mark: (mark.step, _ORDER[mark.kind])))


def strongest(marks: Iterable[StepMark]) -> dict[int, StepMark]:
    """Of each step that is marked the mark that matters most."""
    found: dict[int, StepMark] = {}
    for mark in marks:
        known = found.get(mark.step)
        if known is None or _ORDER[mark.kind] < _ORDER[known.kind]:
            found[mark.step] = mark
    return found


def marked_steps(marks: Iterable[StepMark]) -> tuple[int, ...]:
    """The steps that are marked, each once, in order."""
    return tuple(sorted({mark.step for mark in marks}))


def mark_on(step: Step, note: str = "") -> Mark:
    """The mark of a user on a step, as it is kept."""
    call, link, reply = _place(step)
    return Mark(call=call, link=link, reply=reply, note=note)


def place_of(mark: Mark) -> Place:
    """What the mark is on; two marks on the same are one."""
    return mark.call, mark.link, mark.reply


def mark_at(marks: Iterable[Mark], step: Step) -> Mark | None:
    """The user's mark on that step, or None."""
    return next((mark for mark in marks if place_of(mark) == _place(step)), None)


def with_mark(trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
    """The trace with the mark on it, or without: one that was on the same is replaced. In the order of the steps."""
    kept = [other for other in trace.marks if place_of(other) != place_of(mark)]
    marks = [*kept, *([] if remove else [mark])]
    order = _indexes(marks, steps(trace))
    marks.sort(key=lambda each: order.get(place_of(each), len(trace.calls) * 2))
    return replace(trace, marks=tuple(marks))


def hand_marks(marks: Sequence[Mark], found: Sequence[Step]) -> tuple[StepMark, ...]:
    """The user's marks at their steps; one on what the trace has not got is left out."""
    if not marks:
        return ()
    order = _indexes(marks, found)
    placed = ((order.get(place_of(mark)), mark) for mark in marks)
    return in_order(
        StepMark(step=step, kind=MarkKind.HAND, sentence=_hand_words(found[step], mark))
        for step, mark in placed
        if step is not None
    )


def _hand_words(step: Step, mark: Mark) -> str:
    note = one_line(mark.note, _LONGEST_NOTE)
    return f"{step_words(step)}: {note}" if note else step_words(step)


def step_words(step: Step) -> str:
    """A step in a few words, as safe text: «request to portmap», «reply of portmap», «portmap, never reached»."""
    plugin = one_line(step.plugin)
    if step.is_request:
        return f"request to {plugin}"
    if step.is_reply:
        return f"reply of {plugin}"
    return f"{plugin}, never reached" if step.kind is StepKind.NOT_REACHED else f"{plugin}, not started"


def mark_lines(trace: Trace) -> tuple[str, ...]:
    """The user's marks, a line each: «mark at 7, reply of portmap: why this chain?»; safe text."""
    marks = hand_marks(trace.marks, steps(trace)) if trace.marks else ()
    return tuple(f"mark at {mark.step + 1}, {mark.sentence}" for mark in marks)


def _indexes(marks: Iterable[Mark], found: Sequence[Step]) -> Mapping[Place, int]:
    """The places on the timeline of the steps that are marked."""
    wanted = {place_of(mark) for mark in marks}
    return {place: step.index for step in found if (place := _place(step)) in wanted}


def _place(step: Step) -> Place:
    """What a mark on the step names."""
    return (None, step.link, False) if step.call is None else (step.call, None, step.is_reply)
