"""The last thing before a terminal that shows nothing but ASCII: whatever else a widget drew is drawn with ASCII."""

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_LOOKALIKES = {
    '"': "«»“”„",
    "'": "\u2018\u2019",
    "~": "…◇",
    "-": "\u2013—─━╌·╴▁▔",
    "|": "│┃║▏▕▎▍",
    "+": "┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛✓",
    ">": "→►▸▶",
    "<": "←◄◂",
    "^": "↑▲",
    "v": "↓▼",
    "x": "✗✕\u00d7",
    "o": "○",
    "*": "●•",
    "?": "≠",
    "#": "█▌▐",
    "\\": "↪",
    " ": "▂▃▄▅▆▇▊▋▉\u00a0",
}
_TABLE = {ord(char): plain for plain, chars in _LOOKALIKES.items() for char in chars}


class AsciiFilter(LineFilter):
    """Puts a character of ASCII in the place of any other, cell by cell."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, as wide as they were."""
        return [Segment(_plain(text), style, control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    if text.isascii():
        return text
    return "".join(char if char.isascii() else "?" * cell_len(char) for char in text.translate(_TABLE))
