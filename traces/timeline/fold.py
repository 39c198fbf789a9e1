"""Folding: a text in rows of at most so many cells, without a character lost.

A character is counted as the widest that a terminal may draw it, so that a row fits whoever measures it. What stands
for an unsafe character («<U+200D>», «\\xff») is never cut in two, nor a character cut off from what combines with it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

from wcwidth import wcwidth

from traces.timeline.printable import printable

Place = tuple[int, int]
"""A row of a text: its first character, and the one behind its last."""

_WIDENS = "\ufe0f"
"""Variation selector 16: the character before it is drawn as a picture, which may be a cell wider."""
_ESCAPE = re.compile(r"<U\+[0-9A-F]{4,6}>|\\x[0-9a-f]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-f]{8}")
_LONGEST_ESCAPE = 10


@lru_cache(maxsize=4096)
def most_cells(char: str) -> int:
    """The most cells that a character of a safe text takes; one that Unicode does not know yet may take one."""
    least = char == _WIDENS or unicodedata.category(char) == "Cn"
    return max(least, wcwidth(char))


def fold(text: str, first: int, later: int | None = None, *, words: bool = False) -> list[Place]:
    """The rows of a safe text: the first of so many cells, those after it of others; one at least.

    With ``words`` a row ends behind a space where there is one; the spaces stay at the ends of the rows.
    """
    later = first if later is None else later
    places: list[Place] = []
    start, room = 0, max(1, first)
    while start < len(text) or not places:
        end = _end(text, start, room, most_cells)
        if end < len(text):
            end = _whole_escape(text, start, end)
            end = _whole_word(text, start, end) if words else end
        places.append((start, end))
        start, room = end, max(1, later)
    return places


def fold_any(
    text: str, piece: Place, first: int, later: int, shown: Callable[[str], str] = printable
) -> Iterator[Place]:
    """The rows of a piece of any text, so that what is shown for the characters of each fits; one at least."""
    (place, end), room = piece, max(1, first)
    width = lru_cache(maxsize=512)(lambda char: sum(map(most_cells, shown(char))))
    while True:
        stop = _end(text, place, room, width, end)
        yield place, stop
        if stop >= end:
            return
        place, room = stop, max(1, later)


def fold_words(text: str, width: int, indent: str = "") -> Iterator[str]:
    """A safe text in rows of at most so many cells, ended at spaces where that is possible; all but the first indented.

    The rows without their indents are the text.
    """
    for start, end in fold(text, width, width - len(indent), words=True):
        yield text[start:end] if start == 0 else indent + text[start:end]


def _end(text: str, start: int, room: int, width: Callable[[str], int], stop: int | None = None) -> int:
    """The character behind the last that fits into a row; one fits always."""
    stop = len(text) if stop is None else stop
    straight = text[start : min(start + room, stop)]
    place, used = start, 0
    if straight.isascii() and straight.isprintable():
        place, used = start + len(straight), len(straight)
    while place < stop:
        used += width(text[place])
        if used > room and place > start:
            break
        place += 1
    widened = place < stop and text[place] == _WIDENS and place - 1 > start
    return place - widened


def _whole_escape(text: str, start: int, end: int) -> int:
    """The end of the row, before an escape that would be cut in two, unless the row is nothing but its beginning."""
    for found in _ESCAPE.finditer(text, max(start, end - _LONGEST_ESCAPE), end + _LONGEST_ESCAPE):
        if found.start() < end < found.end() and found.start() > start:
            return found.start()
    return end


def _whole_word(text: str, start: int, end: int) -> int:
    """The end of the row, behind the last space in it; where it has none but before its words, the row is cut."""
    if text[end - 1] == " ":
        return end
    space = text.rfind(" ", start, end)
    return space + 1 if text[start : space + 1].strip() else end
