"""How wide text is on a terminal, cutting it to a width, and durations and sizes in few characters."""

from functools import lru_cache

from wcwidth import wcswidth, wcwidth

from traces.timeline.glyphs import UNICODE, Glyphs
from traces.timeline.printable import printable

_LONGEST_LABEL = 400
"""Characters of a recorded text that can matter in one line of a diagram."""


def one_line(text: str | bytes, longest: int = _LONGEST_LABEL) -> str:
    """The beginning of a recorded text as one harmless line: what a label can show of it."""
    head = text[: longest * 2]
    if isinstance(head, bytes):
        head = head.decode(errors="ignore" if len(text) > len(head) else "backslashreplace")
    return printable(" ".join(head.split()))[:longest]


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """The cells that the text takes on a terminal."""
    return len(text) if text.isascii() else max(0, wcswidth(text))


def clip(text: str, width: int, ellipsis: str = UNICODE.ellipsis) -> str:
    """The text in at most so many cells, with an ellipsis where something was left out."""
    if width <= 0:
        return ""
    if cells(text) <= width:
        return text
    kept, used = [], 0
    for char in text:
        used += max(0, wcwidth(char))
        if used > width - 1:
            break
        kept.append(char)
    return "".join(kept).rstrip() + ellipsis


def duration_text(nanoseconds: int, marks: Glyphs = UNICODE) -> str:
    """A duration with two or three digits and its unit: «820 µs», «3.2 ms», «41 s», «2 m 05 s»."""
    if nanoseconds < 999_500:
        return f"{nanoseconds / 1e3:.0f} {marks.micro}s"
    milliseconds = nanoseconds / 1e6
    if milliseconds < 999.5:
        return f"{milliseconds:.1f} ms" if milliseconds < 9.95 else f"{milliseconds:.0f} ms"
    seconds = nanoseconds / 1e9
    if seconds < 59.5:
        return f"{seconds:.1f} s" if seconds < 9.95 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} m {rest:02d} s"


def size_text(count: int) -> str:
    """A number of bytes: «614 B», «12 kB», «3.1 MB»."""
    if count < 10_000:
        return f"{count} B"
    if count < 1_000_000:
        return f"{count / 1e3:.0f} kB"
    return f"{count / 1e6:.1f} MB"


def line_count(raw: bytes) -> int:
    """Lines of a text, a last one without its newline included."""
    return raw.count(b"\n") + (not raw.endswith(b"\n")) if raw else 0


def count_text(count: int, one: str, many: str) -> str:
    """A number with its noun: «1 line», «2 lines»."""
    return f"{count} {one if count == 1 else many}"
