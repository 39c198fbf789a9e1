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
    """A row of cells; later strokes lie over earlier ones, and what is beyond the row is cut off."""

    def __init__(self, width: int) -> None:
        self.width = max(0, width)
        self._cells = [_BLANK] * self.width

    def put(self, x: int, text: str, ink: Ink) -> None:
        """Write the text from cell x on."""
        for char in text:
            wide = max(0, wcwidth(char))
            if wide == 0 and 0 < x <= self.width:
                before = self._cells[x - 1]
                self._cells[x - 1] = _Cell(before.text + char, before.ink)
            elif x >= 0 and x + wide <= self.width:
                self._cells[x] = _Cell(char, ink)
                if wide == 2:
                    self._cells[x + 1] = _Cell("", ink)
            x += wide

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
