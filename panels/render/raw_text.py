"""Recorded text as it came: its own lines, long ones folded, a place in it marked, rows made on demand."""

from collections.abc import Callable, Iterable
from functools import cached_property

from rich.cells import cell_len

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.ink import InkedLines, Inks, Spot
from panels.render.page import FOLD, Kind, Line, Page, Span
from traces.timeline.fold import Place, fold_any
from traces.timeline.printable import printable

_LOOKAHEAD = 8
"""Characters that are marked at most from the offending place on."""


class RawLines(InkedLines):
    """The rows of a text: cut at its newlines and after so many cells."""

    def __init__(self, text: str, *, fold: int = FOLD, mark: int | None = None, glyphs: Glyphs = UNICODE) -> None:
        """Of the text, only the places of its rows are worked out; mark is the character to point at."""
        self._text = text
        self._mark = mark
        self._glyphs = glyphs
        self._rows = list(_rows(text, max(fold, 8), self._shown))

    def __len__(self) -> int:
        return len(self._rows)

    def line(self, index: int) -> Line:
        """One row."""
        start, end, folded = self._rows[index]
        lead = (Span(f"{self._glyphs.folded} ", Kind.DIM),) if folded else ()
        if self._mark is None or not self._holds_mark(index):
            return (*lead, Span(self._shown(self._text[start:end])))
        return (*lead, *self._marked(start, end, self._mark))

    @property
    def marked_row(self) -> int | None:
        """The row with the offending place."""
        if self._mark is None:
            return None
        return next((index for index in range(len(self)) if self._holds_mark(index)), None)

    @property
    def longest(self) -> int:
        """Cells of the longest row, at most."""
        return max((self._width(start, end) + 2 * folded for start, end, folded in self._rows), default=0)

    def place(self, count: int) -> Spot | None:
        """Where the character stands before which there is so much ink."""
        found = self._inks.find(count)
        if found is None:
            return None
        row, place = found
        start, end, folded = self._rows[row]
        return row, len(self._glyphs.fit(printable(self._text[start:end])[:place])) + 2 * folded

    @property
    def all_ink(self) -> int:
        """How much ink the text has."""
        return self._inks.total

    @cached_property
    def _inks(self) -> Inks:
        return Inks([printable(self._text[start:end]) for start, end, _ in self._rows])

    def _holds_mark(self, index: int) -> bool:
        start, end, _ = self._rows[index]
        after = self._rows[index + 1][0] if index + 1 < len(self._rows) else len(self._text) + 1
        return self._mark is not None and start <= self._mark < max(after, end + 1)

    def _marked(self, start: int, end: int, mark: int) -> Line:
        mark = min(mark, end)
        stop = mark + 1
        while stop < min(end, mark + _LOOKAHEAD) and self._text[stop].isalnum() and self._text[mark].isalnum():
            stop += 1
        wrong = self._shown(self._text[mark : min(stop, end)]) or " "
        before, after = self._shown(self._text[start:mark]), self._shown(self._text[stop:end])
        return (Span(before), Span(wrong, Kind.MARK), Span(after))

    def _shown(self, text: str) -> str:
        return self._glyphs.fit(printable(text))

    def _width(self, start: int, end: int) -> int:
        text = self._text[start:end]
        return len(text) if text.isascii() and text.isprintable() else cell_len(self._shown(text))


def raw_page(
    text: str, *, fold: int = FOLD, mark: int | None = None, head: tuple[Line, ...] = (), glyphs: Glyphs = UNICODE
) -> Page:
    """A page of the text as it came."""
    lines = RawLines(text, fold=fold, mark=mark, glyphs=glyphs)
    return Page(lines=lines, width=lines.longest, head=head, focus=lines.marked_row)


def decode(raw: bytes) -> str:
    """The bytes as text in which every wrong byte is one character: printable shows it as ``\\xff``."""
    return raw.decode(errors="surrogateescape")


def _rows(text: str, fold: int, shown: Callable[[str], str]) -> list[tuple[int, int, bool]]:
    rows: list[tuple[int, int, bool]] = []
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
            if start == end and rows:
                break
        rows.extend((first, stop, first > start) for first, stop in _places(text, (start, end), fold, shown))
        start = end + 1
    return rows


def _places(text: str, piece: Place, fold: int, shown: Callable[[str], str]) -> Iterable[Place]:
    """The rows of a piece; of one in which each character takes one cell there is nothing to find out."""
    start, end = piece
    straight = text[start:end]
    if straight.isascii() and straight.isprintable():
        return ((place, min(place + fold, end)) for place in range(start, max(end, start + 1), fold))
    return fold_any(text, piece, fold, fold, shown)
