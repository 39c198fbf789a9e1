"""The rows of a comparison as a page: both documents beside each other, or one below the other where it is narrow.

Each row has a sign and a word besides its colour.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rich.cells import cell_len

from panels.render.glyphs import Glyphs
from panels.render.json_text import cut, pieces
from panels.render.page import Kind, LazyLines, Line, Page, Span
from traces.timeline.diff_rows import DiffRow
from traces.timeline.identical import Identical
from traces.timeline.json_tree import State
from traces.timeline.masking import CLOSES, OPENS
from traces.timeline.printable import printable

BESIDE_FROM = 96
"""Cells from which on two documents stand beside each other."""
_WORDS = {
    State.SAME: "same",
    State.MASKED: "masked",
    State.DIFFERS: "differs",
    State.ONLY_LEFT: "only A",
    State.ONLY_RIGHT: "only B",
}
_GUTTER = max(map(len, _WORDS.values())) + 5
_INDENT = 2
_LONGEST = 2_000
"""Characters of a value that are shown; of a long one what both begin with is left out."""
_LONG = 400
_CONTEXT = 40
"""Characters shown before the place at which two long texts begin to differ."""
_ANGLES = str.maketrans({OPENS: "<", CLOSES: ">"})


def sign(state: State, glyphs: Glyphs) -> str:
    """The sign of what a comparison came to, one cell wide."""
    return {
        State.SAME: "=",
        State.MASKED: "m" if glyphs.ascii_only else "≈",
        State.DIFFERS: "~",
        State.ONLY_LEFT: "-",
        State.ONLY_RIGHT: "+",
    }[state]


def word(state: State) -> str:
    """The same as a short word."""
    return _WORDS[state]


def diff_page(
    rows: tuple[DiffRow, ...],
    width: int,
    glyphs: Glyphs,
    *,
    heads: tuple[str, str],
    unmasked: bool,
    here: int | None,
) -> Page:
    """The rows for a view of so many cells; ``here`` is the row that is marked, and comes into view.

    ``heads`` name A and B, in safe words. Unmasked, values that stand for each other are shown as they are.
    """
    laid = lay_out(Identical(rows), width, glyphs, unmasked)
    if width >= BESIDE_FROM:
        left, right = (glyphs.fit(text)[: laid.column].ljust(laid.column) for text in heads)
        head: Line = (Span(f" {left}{' ' * _GUTTER}{right}", Kind.HEADING),)
    else:
        signs = (State.ONLY_LEFT, State.ONLY_RIGHT, State.DIFFERS, State.MASKED)
        head = (Span(" " + "   ".join(f"{sign(state, glyphs)} {word(state)}" for state in signs), Kind.DIM),)
    focus = None if here is None else laid.starts[here]
    return Page(lines=_Marked(laid, here, glyphs), width=width, head=(head,), focus=focus)


class _Marked(LazyLines):
    """Laid-out lines, of which those of one row are marked."""

    def __init__(self, laid: "Laid", here: int | None, glyphs: Glyphs) -> None:
        self._laid, self._here, self._sign = laid, here, glyphs.here

    def __len__(self) -> int:
        return len(self._laid)

    def line(self, index: int) -> Line:
        """One line."""
        lead = self._sign if self._laid.row_at(index) == self._here else " "
        return (Span(lead, Kind.KEY), *self._laid.line(index))


@dataclass(frozen=True, slots=True)
class _Cell:
    """The text of one run in a row, in as many rows of the column as it takes."""

    line: Line
    places: tuple[tuple[int, int], ...]

    def piece(self, number: int) -> Line:
        """One of its rows; an empty one behind the last."""
        return cut(self.line, *self.places[number]) if number < len(self.places) else ()


class Laid(LazyLines):
    """Rows laid out for a width: how many lines each takes is known, a line is coloured when it is asked for."""

    def __init__(self, rows: Sequence[DiffRow], width: int, glyphs: Glyphs, *, unmasked: bool) -> None:
        self._rows = rows
        self._glyphs = glyphs
        self._unmasked = unmasked
        self._beside = width >= BESIDE_FROM
        self.column = (width - _GUTTER - 1) // 2 if self._beside else width - 4
        self.starts = [0, *accumulate(map(self._height, rows))]
        """The first line of each row, and the number of all lines."""

    def __len__(self) -> int:
        return self.starts[-1]

    def row_at(self, index: int) -> int:
        """The row that a line belongs to."""
        return bisect_right(self.starts, index) - 1

    def line(self, index: int) -> Line:
        """One line, without the mark before it."""
        place = self.row_at(index)
        row, number = self._rows[place], index - self.starts[place]
        if not self._beside:
            return self._stacked(row, number)
        left, right = self._cell(row, is_left=True), self._cell(row, is_left=False)
        middle = self._middle(row) if number == 0 else " " * _GUTTER
        ours = left.piece(number)
        gap = Span(" " * max(0, self.column - sum(cell_len(span.text) for span in ours)))
        return (*ours, gap, Span(middle, _kind_of(row)), *right.piece(number))

    def _middle(self, row: DiffRow) -> str:
        if row.state is State.SAME:
            return " " * _GUTTER
        return f"  {sign(row.state, self._glyphs)} {word(row.state)}".ljust(_GUTTER)

    def _stacked(self, row: DiffRow, number: int) -> Line:
        """A line of the row, first those of A, then those of B; where both say the same it is one."""
        left = self._cell(row, is_left=True)
        mark = sign(row.state, self._glyphs) if row.state is not State.SAME else " "
        if not self._tells_both(row):
            cell = left if row.left is not None or row.folded else self._cell(row, is_left=False)
            letter = {State.ONLY_LEFT: "A", State.ONLY_RIGHT: "B"}.get(row.state, " ")
            lead = f"{mark}{letter} " if number == 0 else "   "
            return (Span(lead, _kind_of(row)), *cell.piece(number))
        here, letter = (number, "A") if number < len(left.places) else (number - len(left.places), "B")
        cell = left if letter == "A" else self._cell(row, is_left=False)
        kind = Kind.BAD if letter == "A" else Kind.GOOD
        lead = f"{mark}{letter} " if here == 0 else "   "
        return (Span(lead, kind if row.is_unlike else _kind_of(row)), *cell.piece(here))

    def _height(self, row: DiffRow) -> int:
        texts = [text for text in (row.left, row.right, row.masked) if text]
        room = self.column - min(_INDENT * row.depth, self.column // 2)
        one_each = all(len(text) <= room and text.isascii() for text in texts) and not row.folded
        if self._beside:
            if one_each:
                return 1
            return max(len(self._cell(row, is_left=is_left).places) for is_left in (True, False))
        if not self._tells_both(row):
            only_right = row.left is None and not row.folded
            return 1 if one_each else len(self._cell(row, is_left=not only_right).places)
        return 2 if one_each else sum(len(self._cell(row, is_left=is_left).places) for is_left in (True, False))

    def _tells_both(self, row: DiffRow) -> bool:
        """Whether it takes a line for each of them."""
        if row.state is State.MASKED:
            return self._unmasked
        return row.state is State.DIFFERS or (row.left != row.right and row.state is State.SAME)

    def _cell(self, row: DiffRow, *, is_left: bool) -> _Cell:
        line = self._line(row, is_left)
        indent = min(_INDENT * row.depth, self.column // 2)
        text = "".join(span.text for span in line)
        places = pieces(text, self.column - indent, self.column - indent) if text else []
        if not indent:
            return _Cell(line, tuple(places) or ((0, 0),))
        # Each row of it is indented, so the indents become a part of the text that is cut.
        spans = [span for place in places for span in (Span(" " * indent), *cut(line, *place))]
        starts = [start + indent * number for number, (start, _) in enumerate(places)]
        ends = [end + indent * (number + 1) for number, (_, end) in enumerate(places)]
        return _Cell(tuple(spans), tuple(zip(starts, ends, strict=True)) or ((0, 0),))

    def _line(self, row: DiffRow, is_left: bool) -> Line:
        """What a run has in a row, in its kinds."""
        if row.folded:
            return (Span(self._safe(self._folded_text(row)), Kind.NOTE),)
        if row.state is State.MASKED and row.masked is not None and not self._unmasked:
            return tuple(self._masked_spans(row.masked))
        text, other = (row.left, row.right) if is_left else (row.right, row.left)
        if text is None:
            return ()
        if row.state is not State.DIFFERS or other is None:
            return (Span(self._safe(self._short(text)), _kind_of(row)),)
        return tuple(self._differing(text, other, Kind.BAD if is_left else Kind.GOOD))

    def _folded_text(self, row: DiffRow) -> str:
        opened = row.left or ""
        closing = {"{": " }", "[": " ]"}.get(opened[-1:], "")
        dots = "..." if self._glyphs.ascii_only else self._glyphs.ellipsis
        return f"{opened}{' ' if opened else ''}{dots} {row.folded:,} same{closing}"

    def _masked_spans(self, text: str) -> Iterator[Span]:
        """The text with its placeholders set off."""
        for number, part in enumerate(self._short(text).split(OPENS)):
            name, closes, rest = part.partition(CLOSES)
            if number and closes:
                yield Span(self._safe(f"{OPENS}{name}{CLOSES}"), Kind.LABEL)
                yield Span(self._safe(rest), Kind.DIM)
            else:
                yield Span(self._safe(f"{OPENS if number else ''}{part}"), Kind.DIM)

    def _differing(self, text: str, other: str, kind: Kind) -> Iterator[Span]:
        """The text with what is not in the other one set off."""
        start = common_start(text, other)
        most = min(len(text), len(other)) - start
        tail = common_start(text[len(text) - most :][::-1], other[len(other) - most :][::-1])
        before, middle, after = text[:start], text[start : len(text) - tail], text[len(text) - tail :]
        if len(before) > _LONG:
            left_out = len(before) - 2 * _CONTEXT
            gap = f" {self._glyphs.ellipsis} {left_out:,} same {self._glyphs.ellipsis} "
            before = f"{before[:_CONTEXT]}{gap}{before[-_CONTEXT:]}"
        yield Span(self._safe(before), Kind.TEXT)
        yield Span(self._safe(self._short(middle)), kind)
        yield Span(self._safe(after[:_LONG]), Kind.TEXT)
        if len(after) > _LONG:
            yield Span(f" {self._glyphs.ellipsis} {len(after) - _LONG:,} same", Kind.NOTE)

    def _short(self, text: str) -> str:
        more = len(text) - _LONGEST
        return text if more <= 0 else f"{text[:_LONGEST]} {self._glyphs.ellipsis} {more:,} more"

    def _safe(self, text: str) -> str:
        """The text as the terminal may have it."""
        return self._glyphs.fit(printable(text.translate(_ANGLES) if self._glyphs.ascii_only else text))


@lru_cache(maxsize=4)
def lay_out(rows: Identical[tuple[DiffRow, ...]], width: int, glyphs: Glyphs, unmasked: bool) -> Laid:
    """The rows laid out; it is remembered, so that a thread can do it beforehand where there are very many."""
    return Laid(rows.value, width, glyphs, unmasked=unmasked)


def common_start(one: str, other: str) -> int:
    """How many characters both texts begin with: found by halves, as texts may have megabytes."""
    same, beyond = 0, min(len(one), len(other)) + 1
    while beyond - same > 1:
        middle = (same + beyond) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            beyond = middle
    return same


def _kind_of(row: DiffRow) -> Kind:
    return {
        State.SAME: Kind.DIM,
        State.MASKED: Kind.LABEL,
        State.DIFFERS: Kind.WARNING,
        State.ONLY_LEFT: Kind.BAD,
        State.ONLY_RIGHT: Kind.GOOD,
    }[row.state]
