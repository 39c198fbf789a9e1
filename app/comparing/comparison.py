"""Where one is in a comparison, and how one goes on: values and questions, no widget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from panels.render.diff_text import sign, word
from panels.render.glyphs import ASCII, Glyphs
from panels.render.page import Kind, Line, Span
from traces.timeline.beside import Beside, Stop
from traces.timeline.beside_sides import title_of
from traces.timeline.compare_text import cause_sentence
from traces.timeline.diff_rows import DiffRow
from traces.timeline.json_tree import State
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

_LONGEST = 2_000
"""Characters of a row that are copied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A side of a pair, and a difference on it."""

    pair: int = 0
    side: str = "given"
    stop: int | None = None
    """The difference that is looked at, by its number among the stops; None for none."""

    @classmethod
    def of_side(cls, beside: Beside, pair: int, side: str) -> "Place":
        """That side, at its first difference."""
        here = (place for place, stop in enumerate(beside.stops) if (stop.pair, stop.side) == (pair, side))
        return cls(pair=pair, side=side, stop=next(here, None))

    @classmethod
    def of_pair(cls, beside: Beside, number: int, side: str) -> "Place":
        """That pair: at its first difference, else the side that was looked at before."""
        pair = beside.pairs[number]
        unlike = next((each for each in pair.sides if pair.counts.get(each)), None)
        return cls.of_side(beside, number, unlike or (side if side in pair.sides else pair.sides[0]))

    def row_in(self, beside: Beside | None, rows: Sequence[DiffRow]) -> int | None:
        """The row of the difference that is looked at, among those of its side."""
        if beside is None or self.stop is None:
            return None
        at = beside.stops[self.stop].at
        unlike = [number for number, row in enumerate(rows) if row.is_unlike]
        return next((number for number in unlike if rows[number].at == at), next(iter(unlike), None))


def place_at(beside: Beside, number: int) -> Place:
    """The place of a difference, by its number among the stops."""
    stop = beside.stops[number]
    return Place(pair=stop.pair, side=stop.side, stop=number)


def next_stop(beside: Beside, place: Place, by: int) -> int | None:
    """The number of the difference after that place, or before it; None where there is none."""
    if place.stop is not None:
        number = place.stop + by
        return number if 0 <= number < len(beside.stops) else None
    here = _order(beside, place.pair, place.side)
    orders = [_order(beside, stop.pair, stop.side) for stop in beside.stops]
    if by > 0:
        return next((number for number, order in enumerate(orders) if order > here), None)
    return next((number for number in reversed(range(len(orders))) if orders[number] < here), None)


def place_line(beside: Beside, place: Place, glyphs: Glyphs) -> Line:
    """Which difference of how many is looked at, and what it is, in a line."""
    total = len(beside.stops)
    if place.stop is None:
        said = "no difference on this side" if total else "nothing differs"
        return (Span(f" {said}{f', {total:,} elsewhere: ] and [ go there' if total else ''}", Kind.NOTE),)
    stop = beside.stops[place.stop]
    return (
        Span(f" difference {place.stop + 1:,} of {total:,}  ", Kind.HEADING),
        Span(f"{_what(stop, glyphs)}  ", Kind.DIM if stop.difference.follows else Kind.WARNING),
        *((Span(f"{note}  ", Kind.NOTE),) if (note := _remark(beside, stop)) else ()),
        Span(f"{stop.side} {one_line(stop.at)}"),
    )


def difference_text(beside: Beside, place: Place, rows: Sequence[DiffRow], *, unmasked: bool) -> str:
    """The side of a pair as a diff in text, with what A and B are and the first cause above it. As recorded."""
    pair = beside.pairs[place.pair]
    lines = [
        f"A: {beside.left.verb} {beside.left.id}, B: {beside.right.verb} {beside.right.id}",
        cause_sentence(beside.comparison),
        f"{title_of(pair)}, {place.side}:",
        *(line for row in rows for line in _copied(row, unmasked)),
    ]
    return "\n".join(lines) + "\n"


def _copied(row: DiffRow, unmasked: bool) -> Iterator[str]:
    indent = "  " * row.depth
    if row.folded:
        yield f"  {indent}{printable(row.left or '')} ... {row.folded:,} same"
    elif row.state is State.SAME or (row.state is State.MASKED and not unmasked):
        text = row.masked or row.left or row.right or ""
        yield f"  {indent}{printable(text[:_LONGEST])}"
    else:
        for mark, value in (("-", row.left), ("+", row.right)):
            if value is not None:
                yield f"{mark} {indent}{printable(value[:_LONGEST])}"


def _what(stop: Stop, glyphs: Glyphs = ASCII) -> str:
    each = stop.difference
    state = State.DIFFERS
    if each.before is None or each.after is None:
        state = State.ONLY_RIGHT if each.before is None else State.ONLY_LEFT
    return f"{sign(state, glyphs)} {word(state)}"


def _remark(beside: Beside, stop: Stop) -> str:
    """That it is the first cause, or why it is none."""
    each = stop.difference
    if each is beside.comparison.first_cause:
        return "first cause" + (", the edit" if each.edited else ", changed by hand" if each.touched else "")
    if each.follows:
        return "only follows"
    if each.edited or each.touched:
        return "the edit" if each.edited else "changed by hand"
    return "of the surroundings" if each.surrounding else ""


def _order(beside: Beside, pair: int, side: str) -> tuple[int, int]:
    return pair, beside.pairs[pair].sides.index(side)
