"""One row of terminal cells to draw on, and the spans that it becomes."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from wcwidth import wcwidth

from traces.timeline.measure import cells


class Ink(StrEnum):
    """What a piece of a diagram means; a screen gives each its colours, a text has none."""

    BLANK = "blank"
    LIFE = "life"
    IDLE = "idle"
    BAR = "bar"
    BAR_FAILED = "bar-failed"
    CALL = "call"
    REPLY = "reply"
    LABEL = "label"
    ANSWER = "answer"
    DROPPED = "dropped"
    DISPUTED = "disputed"
    FAILED = "failed"
    NUMBER = "number"
    NOTE = "note"
    UNREACHED = "unreached"
    RUNNING = "running"
    HELD = "held"
    STOP = "stop"
    MARK = "mark"
    NOTABLE = "notable"
    POINTER = "pointer"
    HEAD_RUNTIME = "head-runtime"
    HEAD = "head"
    HEAD_DELEGATE = "head-delegate"
    HEAD_FAILED = "head-failed"
    HEAD_UNREACHED = "head-unreached"
    SUBHEAD = "subhead"


class Span(NamedTuple):
    """A run of characters of one meaning."""

    text: str
    ink: Ink


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    """One character with what combines with it; empty behind a wide one."""
    ink: Ink


_BLANK = _Cell(" ", Ink.BLANK)


class CellRow:
    """A row of cells; later strokes lie over earlier ones, and what is beyond the row is cut off.

    Where only a window of it is to be seen, no other cell is kept, and strokes beside it cost nothing.
    """

    def __init__(self, width: int, window: range | None = None) -> None:
        """So many cells; with a window only those of them are drawn."""
        self.width = max(0, width)
        self.window = range(self.width) if window is None else window
        self._cells = [_BLANK] * len(self.window)

    def put(self, x: int, text: str, ink: Ink) -> None:
        """Write the text from cell x on."""
        first = self.window.start
        for char in text:
            wide = max(0, wcwidth(char))
            if wide == 0 and x - 1 in self.window:
                before = self._cells[x - 1 - first]
                self._cells[x - 1 - first] = _Cell(before.text + char, before.ink)
            elif x >= 0 and x + wide <= self.width:
                self._set(x, char, ink, wide)
            x += wide

    def _set(self, x: int, char: str, ink: Ink, wide: int) -> None:
        """Write a character; of a wide one that stands across the window's edge the half that is seen is blank."""
        first = self.window.start
        cells_of = ((x, char), (x + 1, "")) if wide == 2 else ((x, char),)
        seen = [(at - first, text) for at, text in cells_of if at in self.window]
        for at, text in seen:
            self._break_wide(at)
            self._cells[at] = _Cell(text if len(seen) == len(cells_of) else " ", ink)

    def _break_wide(self, at: int) -> None:
        """Blank the other half of a wide character that one half of is written over."""
        if not self._cells[at].text and at:
            self._cells[at - 1] = _Cell(" ", self._cells[at - 1].ink)
        if at + 1 < len(self._cells) and self._cells[at].text and not self._cells[at + 1].text:
            self._cells[at + 1] = _Cell(" ", self._cells[at + 1].ink)

    def fill(self, x: int, count: int, char: str, ink: Ink) -> None:
        """Write a character that is one cell wide so many times from cell x on."""
        for place in self.seen(x, x + count):
            self._break_wide(place - self.window.start)
            self._cells[place - self.window.start] = _Cell(char, ink)

    def seen(self, first: int, behind: int, step: int = 1) -> range:
        """Of every so many cells from the first on those in the window."""
        start = max(first, first + -((first - self.window.start) // step) * step)
        return range(start, min(behind, self.window.stop), step)

    def centre(self, x: int, text: str, ink: Ink) -> None:
        """Write the text so that its middle is at cell x, shifted where it would leave the row at the left."""
        self.put(max(0, x - (cells(text) - 1) // 2), text, ink)

    def spans(self) -> tuple[Span, ...]:
        """The row as runs of one meaning, from left to right, as wide as the row."""
        runs = groupby(self._cells, key=lambda cell: cell.ink)
        return tuple(Span("".join(cell.text for cell in run), ink) for ink, run in runs)


def plain(spans: tuple[Span, ...]) -> str:
    """The text of the spans alone."""
    return "".join(span.text for span in spans)
