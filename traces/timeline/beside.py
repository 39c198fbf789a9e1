"""Two traces laid side by side for looking at: what stands for what, how each pair differs, and where to stop."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.call_pairs import Meeting, meetings
from traces.timeline.compare import OUTCOME, TRACE, compare, links_left_out
from traces.timeline.compare_model import Aspect, Comparison, Difference
from traces.timeline.json_tree import State
from traces.timeline.masking import Masking

CALL_SIDES = ("stdin", "stdout", "stderr", "env", "exit", "kernel")
_SIDE_OF = {
    Aspect.STDIN: "stdin",
    Aspect.STDOUT: "stdout",
    Aspect.STDERR: "stderr",
    Aspect.ENV: "env",
    Aspect.KERNEL: "kernel",
    Aspect.RESULT: "result",
    Aspect.ERROR: "error",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A row of the comparison: a call in either trace or both; or what they were given; or what came of it."""

    subject: str
    """As the differences name it."""
    state: State
    meeting: Meeting | None = None
    """Of a call."""
    sides: tuple[str, ...] = CALL_SIDES
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many differences each side has."""
    follows: bool = False
    """Whether its differences are all only consequences."""
    is_left_out: bool = False
    """Whether one of the traces was begun behind it."""

    @property
    def calls(self) -> tuple[Call | None, Call | None]:
        """The call in A and in B."""
        return (self.meeting.left, self.meeting.right) if self.meeting else (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Where a difference is."""

    pair: int
    side: str
    difference: Difference

    @property
    def at(self) -> str:
        """Its place on that side, as the rows name it."""
        return place_of(self.difference)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """Two traces side by side. It equals itself alone: it may be large."""

    left: Trace
    right: Trace
    comparison: Comparison
    masking: Masking
    """It has learned which value of A is which of B."""
    pairs: tuple[Pair, ...]
    stops: tuple[Stop, ...]
    """The differences in the order of the pairs and their sides."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be compared, or was left out, and why; as recorded."""
        return self.comparison.notes

    @property
    def first_stop(self) -> int | None:
        """The first cause, by its number among the stops; None where nothing differs."""
        cause = self.comparison.first_cause
        return next((place for place, stop in enumerate(self.stops) if stop.difference is cause), None)


def lay_beside(left: Trace, right: Trace) -> Beside:
    """Compare two traces, and lay them side by side."""
    masking = Masking(left, right)
    comparison = compare(left, right, masking=masking)
    pairs = tuple(_pairs(left, right, comparison))
    return Beside(
        left=left,
        right=right,
        comparison=comparison,
        masking=masking,
        pairs=pairs,
        stops=tuple(_stops(pairs, comparison.differences)),
    )


def side_of(difference: Difference) -> str:
    """The side of a pair on which a difference stands."""
    return "given" if difference.subject == TRACE else _SIDE_OF.get(difference.aspect, "exit")


def place_of(difference: Difference) -> str:
    """Where on its side it stands, as the rows name it."""
    if side_of(difference) in ("given", "exit", "error"):
        return " ".join(filter(None, (difference.aspect, difference.at)))
    return difference.at


def _pairs(left: Trace, right: Trace, comparison: Comparison) -> Iterator[Pair]:
    groups: dict[str, list[Difference]] = {}
    for each in comparison.differences:
        groups.setdefault(each.subject, []).append(each)
    yield _end_pair(TRACE, ("given",), groups)
    left_out = links_left_out(left, right)
    for meeting in meetings(left, right):
        if not meeting.ends:
            yield _call_pair(meeting, comparison, groups.get(meeting.label, ()), left_out)
    yield _end_pair(OUTCOME, ("result", "error"), groups)


def _end_pair(subject: str, sides: tuple[str, ...], groups: Mapping[str, Sequence[Difference]]) -> Pair:
    found = groups.get(subject, ())
    return Pair(
        subject=subject,
        state=State.DIFFERS if found else State.SAME,
        sides=sides,
        counts=_counts(found),
        follows=_only_follows(found),
    )


def _call_pair(meeting: Meeting, comparison: Comparison, found: Sequence[Difference], left_out: frozenset[int]) -> Pair:
    state = State.DIFFERS
    if meeting.left is None or meeting.right is None:
        state = State.ONLY_RIGHT if meeting.left is None else State.ONLY_LEFT
    elif not found:
        state = State.MASKED if meeting.label in comparison.masked else State.SAME
    return Pair(
        subject=meeting.label,
        state=state,
        meeting=meeting,
        counts=_counts(found),
        follows=_only_follows(found),
        is_left_out=state in (State.ONLY_LEFT, State.ONLY_RIGHT) and meeting.link in left_out,
    )


def _counts(found: Sequence[Difference]) -> Mapping[str, int]:
    return Counter(map(side_of, found))


def _only_follows(found: Sequence[Difference]) -> bool:
    return bool(found) and all(each.follows for each in found)


def _stops(pairs: Sequence[Pair], differences: Sequence[Difference]) -> list[Stop]:
    places = {pair.subject: place for place, pair in reversed(list(enumerate(pairs)))}
    stops = [
        Stop(pair=places[each.subject], side=side_of(each), difference=each)
        for each in differences
        if each.subject in places
    ]
    return sorted(stops, key=lambda stop: (stop.pair, pairs[stop.pair].sides.index(stop.side)))
