from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from app.looks.ascii_filter import AsciiFilter
from panels.render.glyphs import ASCII, UNICODE

BLACK = Color(0, 0, 0)


def filtered(text: str) -> str:
    """What becomes of a text."""
    return "".join(segment.text for segment in AsciiFilter().apply([Segment(text)], BLACK))


def test_what_we_draw_has_lookalikes() -> None:
    assert filtered("«web» … → ▕ ─ ✗ ▅") == '"web" ~ > | - x  '
    ours = "".join(value for name in UNICODE.__slots__ if isinstance(value := getattr(UNICODE, name), str))
    assert "?" not in filtered(ours)
    assert ASCII.ascii_only


def test_styles_stay() -> None:
    style = Style(bold=True)
    assert AsciiFilter().apply([Segment("→", style)], BLACK) == [Segment(">", style)]


@given(st.text(st.characters(min_codepoint=0x20, exclude_categories=("C", "Z", "M")), max_size=20))
def test_any_text_is_ascii_of_the_same_width(text: str) -> None:
    shown = filtered(text)
    assert shown.isascii()
    if all(cell_len(char) > 0 for char in text):
        assert len(shown) == sum(max(cell_len(char), 1) for char in text)
