"""Finding a place again in a page that was laid out anew: by the ink before it, which is all but white space."""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from panels.render.page import Kind, LazyLines, Line, Page, Span, plain
from traces.timeline.search import Hit, Wanted, ink

Spot = tuple[int, int]
"""A row of a page, and a character in it."""
_MOST_LIT = 100
"""Hits that are lit in one row."""


class InkedLines(LazyLines, ABC):
    """Lines that know where their ink is."""

    @abstractmethod
    def place(self, count: int) -> Spot | None:
        """Where the character stands before which there is so much ink; None behind the last."""

    @property
    @abstractmethod
    def all_ink(self) -> int:
        """How much ink they have."""


class JoinedLines(InkedLines):
    """Two runs of lines, one after the other."""

    def __init__(self, first: InkedLines, second: InkedLines) -> None:
        """Show them so."""
        self._first = first
        self._second = second

    def __len__(self) -> int:
        return len(self._first) + len(self._second)

    def line(self, index: int) -> Line:
        """One row."""
        cut = len(self._first)
        return self._first[index] if index < cut else self._second[index - cut]

    def place(self, count: int) -> Spot | None:
        """Where the character stands before which there is so much ink."""
        found = self._first.place(count)
        if found is not None:
            return found
        found = self._second.place(count - self._first.all_ink)
        return found and (found[0] + len(self._first), found[1])

    @property
    def all_ink(self) -> int:
        """How much ink both have."""
        return self._first.all_ink + self._second.all_ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A piece of a page: from a character of a row up to, and not with, one of the same row or of a later one."""

    start: Spot
    end: Spot

    def on(self, row: int, length: int) -> tuple[int, int] | None:
        """Which characters of a row so long belong to it."""
        if not self.start[0] <= row <= self.end[0]:
            return None
        first = self.start[1] if row == self.start[0] else 0
        return first, self.end[1] if row == self.end[0] else length


class Inks:
    """Counts the ink of pieces of text, one behind the other."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Count once."""
        self._texts = texts
        self._ends = list(accumulate(map(ink, texts)))

    @property
    def total(self) -> int:
        """All of it."""
        return self._ends[-1] if self._ends else 0

    def find(self, count: int) -> Spot | None:
        """The piece and its character before which there is so much ink."""
        piece = bisect_right(self._ends, count)
        if piece >= len(self._ends):
            return None
        left = count - (self._ends[piece - 1] if piece else 0)
        for place, char in enumerate(self._texts[piece]):
            if not char.isspace():
                if left == 0:
                    return piece, place
                left -= 1
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What is searched for, and the hit that one stands at, where there is one on the page."""

    pattern: Wanted
    hit: Hit | None = None

    def stretch(self, page: Page) -> Stretch | None:
        """The piece of the page that is the hit."""
        if self.hit is None:
            return None
        if page.entries:
            return self._in_entry(page, self.hit.entry)
        lines, last = page.lines, self.hit.ink + self.hit.size - 1
        if not isinstance(lines, InkedLines) or not self.hit.size:
            return None
        start, end = lines.place(self.hit.ink), lines.place(last)
        return None if start is None or end is None else Stretch(start=start, end=(end[0], end[1] + 1))

    def lit(self, line: Line, row: int, here: Stretch | None) -> Line:
        """A row of the page with its hits lit."""
        text = plain(line)
        for found, _ in zip(self.pattern.finditer(text), range(_MOST_LIT), strict=False):
            line = lit(line, *found.span(), Kind.HIT)
        own = here.on(row, len(text)) if here is not None else None
        return lit(line, *own, Kind.HERE) if own is not None else line

    def _in_entry(self, page: Page, entry: int) -> Stretch | None:
        """Its first row that has what is searched for; where that is folded, or laid out otherwise, its first row."""
        if entry >= len(page.entries):
            return None
        begins = (*page.entries, len(page.lines))
        for row in range(begins[entry], begins[entry + 1]):
            if found := self.pattern.search(plain(page.lines[row])):
                return Stretch(start=(row, found.start()), end=(row, found.end()))
        first = begins[entry]
        return Stretch(start=(first, 0), end=(first, len(plain(page.lines[first]))))


def lit(line: Line, start: int, end: int, kind: Kind) -> Line:
    """The line with some of its characters of another kind."""
    spans: list[Span] = []
    place = 0
    for text, own in line:
        first, last = (min(max(edge - place, 0), len(text)) for edge in (start, end))
        pieces = ((text[:first], own), (text[first:last], kind), (text[last:], own))
        spans += [Span(piece, of) for piece, of in pieces if piece]
        place += len(text)
    return tuple(spans)
