"""Marks and watched values as rows of a list: wrapped, so that a narrow column says all of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from rich.cells import cell_len

from panels.render.glyphs import Glyphs
from panels.render.page import Kind, Line, Span, wrap
from traces.timeline.glyphs import glyphs as sequence_glyphs
from traces.timeline.marks import Grade, StepMark
from traces.timeline.watches import Seen

_MOST_ROWS = 6
"""Rows of one entry; what does not fit is seen where the column is wider, or at the step itself."""
_MOST_WRAPPED = 300
"""Marks up to which each may take several rows: wrapping very many would keep the keys waiting."""
_CUT = 2
"""Cells of the sign that more is said than there is room for."""
_WORD_WIDTH = 9
_KINDS = {Grade.ERROR: Kind.BAD, Grade.WARNING: Kind.WARNING, Grade.NOTE: Kind.LABEL, Grade.HAND: Kind.MARK}


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of a list whose entries take several."""

    entry: int
    """The entry's place among all."""
    is_first: bool
    line: Line


def sign_of(mark: StepMark, glyphs: Glyphs) -> str:
    """The sign of a mark's grade."""
    drawn = sequence_glyphs(glyphs.ascii_only)
    signs = {Grade.ERROR: drawn.cross, Grade.WARNING: drawn.warning, Grade.HAND: drawn.mark}
    return signs.get(mark.grade, drawn.notable)


def mark_rows(
    marks: Sequence[StepMark], width: int, glyphs: Glyphs, *, count: int = 0, words: bool = False
) -> Sequence[EntryRow]:
    """The marks of a trace of so many steps; with ``words`` each says in a word what kind it is.

    Where there are very many, each has one row, which is made when it is asked for.
    """
    if len(marks) > _MOST_WRAPPED:
        return _OneRowEach(marks, width, glyphs, count, words)
    return [row for entry, mark in enumerate(marks) for row in _mark_rows(entry, mark, width, glyphs, count, words)]


class _OneRowEach(Sequence[EntryRow]):
    """A row for each of very many marks."""

    def __init__(self, marks: Sequence[StepMark], width: int, glyphs: Glyphs, count: int, words: bool) -> None:
        self._marks = marks
        self._options = (width - _CUT, glyphs, count, words)

    def __len__(self) -> int:
        return len(self._marks)

    @overload
    def __getitem__(self, index: int) -> EntryRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[EntryRow]: ...
    def __getitem__(self, index: int | slice) -> EntryRow | Sequence[EntryRow]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        entry = range(len(self))[index]
        first, *more = _mark_rows(entry, self._marks[entry], *self._options)
        cut = (*first.line, Span(f" {self._options[1].ellipsis}", Kind.DIM)) if more else first.line
        return EntryRow(entry, True, cut)


def _mark_rows(entry: int, mark: StepMark, width: int, glyphs: Glyphs, count: int, words: bool) -> Iterator[EntryRow]:
    kind, digits = _KINDS[mark.grade], max(2, len(str(count)))
    word = f"{mark.kind:<{_WORD_WIDTH}}" if words else ""
    head = (Span(f"{sign_of(mark, glyphs)} {word}", kind), Span(f"{mark.step + 1:0{digits}} ", Kind.DIM))
    return _wrapped(entry, head, mark.sentence, width, glyphs)


def watch_rows(watched: Sequence[tuple[str, Seen]], width: int, glyphs: Glyphs) -> list[EntryRow]:
    """Each expression with its value: beside it where there is room, else below it."""
    rows: list[EntryRow] = []
    for entry, (expression, seen) in enumerate(watched):
        sign = Span("* " if seen.changed else "  ", Kind.WARNING)
        value = _value_spans(seen, glyphs)
        name = glyphs.fit(expression)
        if sum(cell_len(span.text) for span in value) + cell_len(name) + 3 <= width:
            rows.append(EntryRow(entry, True, (sign, Span(f"{name} ", Kind.KEY), *value)))
            continue
        rows += _wrapped(entry, (sign,), name, width, glyphs, Kind.KEY)
        rows += _below(entry, seen, width, glyphs)
    return rows


def _value_spans(seen: Seen, glyphs: Glyphs) -> Line:
    text = Span(glyphs.fit(seen.text), _value_kind(seen))
    return (text, Span(" changed", Kind.WARNING)) if seen.changed else (text,)


def _below(entry: int, seen: Seen, width: int, glyphs: Glyphs) -> Iterator[EntryRow]:
    """The value on rows of its own."""
    said = glyphs.fit(f"{seen.text} changed" if seen.changed else seen.text)
    for row in _few(list(wrap(said, width - 4)), glyphs):
        yield EntryRow(entry, False, (Span("    "), Span(row.rstrip(), _value_kind(seen))))


def _value_kind(seen: Seen) -> Kind:
    return Kind.NOTE if not seen.is_there else Kind.HEADING if seen.changed else Kind.TEXT


def _wrapped(
    entry: int, head: Line, text: str, width: int, glyphs: Glyphs, kind: Kind = Kind.TEXT
) -> Iterator[EntryRow]:
    indent = sum(cell_len(span.text) for span in head)
    pieces = _few(list(wrap(glyphs.fit(text), width - indent)), glyphs)
    for place, piece in enumerate(pieces):
        lead = (Span(" " * indent),) if place else head
        yield EntryRow(entry, place == 0, (*lead, Span(piece.rstrip(), kind)))


def _few(rows: list[str], glyphs: Glyphs) -> list[str]:
    """No more rows than an entry may have; that there is more is shown."""
    if len(rows) <= _MOST_ROWS:
        return rows
    return [*rows[: _MOST_ROWS - 1], f"{rows[_MOST_ROWS - 1][:-1]}{glyphs.ellipsis}"]
