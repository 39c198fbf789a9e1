"""Lines of spans to strips of cells."""

from collections.abc import Callable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from panels.render.glyphs import Glyphs
from panels.render.page import Kind, Line, Span, line_width

StyleOf = Callable[[Kind], Style]

COMPONENTS = frozenset(f"page--{kind}" for kind in Kind)
"""The component classes that a widget needs to draw spans of every kind."""


def strip_of(line: Line, style_of: StyleOf, glyphs: Glyphs) -> Strip:
    """A line as a strip; what the terminal cannot show is escaped."""
    segments = [Segment(glyphs.fit(span.text), style_of(span.kind)) for span in line if span.text]
    return Strip(segments, sum(cell_len(segment.text) for segment in segments))


def over(strip: Strip, style: Style) -> Strip:
    """The strip with a style laid over those that it has."""
    segments = [Segment(text, style if under is None else under + style) for text, under, _ in strip]
    return Strip(segments, strip.cell_length)


def shorten(text: str, width: int, glyphs: Glyphs) -> str:
    """The text in at most so many cells; a cut is shown."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + glyphs.ellipsis if width > 1 else ""


def fit_line(line: Line, width: int, glyphs: Glyphs) -> Line:
    """The line in at most so many cells, cut at its end."""
    if line_width(line) <= width:
        return line
    spans: list[Span] = []
    room = width
    for span in line:
        text = shorten(span.text, room, glyphs)
        spans.append(Span(text, span.kind))
        room -= cell_len(text)
        if text != span.text:
            break
    return tuple(spans)
