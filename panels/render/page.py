"""A page: lines of spans, each span with the kind of thing it is. What a viewer shows, made without a screen."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, overload

from rich.cells import cell_len

from traces.timeline.fold import fold_words
from traces.timeline.printable import printable

_LEAST_ROW = 8
FOLD = 1_000
"""The longest row, in characters: a longer line goes on in the next, so that a line of a megabyte costs nothing."""


class Kind(StrEnum):
    """What a span is; the stylesheet gives each kind its looks (component class ``page--KIND``)."""

    TEXT = "text"
    DIM = "dim"
    LABEL = "label"
    HEADING = "heading"
    KEY = "key"
    STRING = "string"
    NUMBER = "number"
    CONSTANT = "constant"
    GOOD = "good"
    BAD = "bad"
    WARNING = "warning"
    NOTE = "note"
    MARK = "mark"
    """The offending place."""
    HIT = "hit"
    """What was searched for."""
    HERE = "here"
    """The hit that one stands at."""


class Span(NamedTuple):
    """A piece of a line. Its text is safe to show: recorded text passes through printable when a span is made."""

    text: str
    kind: Kind = Kind.TEXT


Line = tuple[Span, ...]


class LazyLines(Sequence[Line], ABC):
    """Lines that are made when they are asked for."""

    @abstractmethod
    def line(self, index: int) -> Line:
        """The line at that place, counted from 0."""

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        if isinstance(index, slice):
            return [self.line(place) for place in range(*index.indices(len(self)))]
        return self.line(range(len(self))[index])


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a viewer shows."""

    lines: Sequence[Line]
    """They may be made on demand; the viewer asks only for those that are visible."""
    width: int
    """Cells of the widest line."""
    head: tuple[Line, ...] = ()
    """Lines that stay on top while the rest scrolls."""
    focus: int | None = None
    """The line to bring into view first."""
    entries: tuple[int, ...] = ()
    """Where the page is a list of entries: the lines that they begin at."""


def page(
    lines: Sequence[Line], *, head: tuple[Line, ...] = (), focus: int | None = None, entries: Sequence[int] = ()
) -> Page:
    """A page of lines that are made already."""
    width = max((line_width(line) for line in lines), default=0)
    return Page(lines=lines, width=width, head=head, focus=focus, entries=tuple(entries))


def line_width(line: Line) -> int:
    """Cells that a line takes."""
    return sum(cell_len(span.text) for span in line)


def plain(line: Line) -> str:
    """The text of a line, without its kinds."""
    return "".join(span.text for span in line)


def note(text: str) -> Page:
    """A page that says why there is nothing else to show."""
    return page([(Span(text, Kind.NOTE),)])


def wrap(text: str, width: int) -> Iterator[str]:
    """The text in rows of at most so many cells, broken behind spaces where that is possible; nothing is lost.

    Further rows keep the text's own indent.
    """
    width = max(width, _LEAST_ROW)
    indent = len(text) - len(text.lstrip(" "))
    return fold_words(text, width, " " * min(indent, width // 2))


def recorded(text: str | bytes, width: int, kind: Kind = Kind.TEXT) -> Iterator[Line]:
    """Recorded text as wrapped lines; the one pass through printable that it gets."""
    for line in printable(text, lines=True).split("\n"):
        for row in wrap(line, width):
            yield (Span(row, kind),)
