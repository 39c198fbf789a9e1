from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from panels.render.glyphs import ASCII, UNICODE
from panels.render.page import Kind, Span, line_width, plain
from panels.render.strips import fit_line, over, shorten, strip_of


def test_cut_text_shows_that_it_is_cut() -> None:
    assert shorten("bandwidth", 5, UNICODE) == "band…"
    assert shorten("bandwidth", 9, UNICODE) == "bandwidth"
    assert shorten("bandwidth", 0, UNICODE) == ""


def test_wide_characters_are_cut_by_cells() -> None:
    assert shorten("網路設定", 6, UNICODE) == "網路…"


def test_line_is_cut_at_its_end() -> None:
    line = (Span("ADD ", Kind.TEXT), Span("failed", Kind.BAD), Span(" at portmap"))
    cut = fit_line(line, 8, UNICODE)
    assert plain(cut) == "ADD fai…"
    assert line_width(cut) == 8


def test_strip_is_as_wide_as_its_text() -> None:
    strip = strip_of((Span("網"), Span(""), Span("é")), lambda kind: Style(), UNICODE)
    assert (strip.text, strip.cell_length) == ("網é", 3)


def test_strip_for_ascii_is_escaped() -> None:
    assert strip_of((Span("é"),), lambda kind: Style(), ASCII).text == "\\xe9"


def test_a_style_laid_over_a_strip_wins() -> None:
    strip = Strip([Segment("a", Style(color="red", bgcolor="black")), Segment("b")])
    styles = [segment.style for segment in over(strip, Style(bgcolor="blue", bold=True))]
    assert [style.bgcolor.name for style in styles if style and style.bgcolor] == ["blue", "blue"]
    assert styles[0] == Style(color="red", bgcolor="blue", bold=True)
