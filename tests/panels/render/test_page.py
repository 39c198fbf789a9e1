from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from panels.render.page import LazyLines, Line, Span, page, plain, recorded, wrap
from traces.timeline.printable import printable


class Numbers(LazyLines):
    """Five lines, made on demand."""

    def __len__(self) -> int:
        return 5

    def line(self, index: int) -> Line:
        """The number."""
        return (Span(str(index)),)


def test_lazy_lines_are_a_sequence() -> None:
    assert [plain(line) for line in Numbers()] == ["0", "1", "2", "3", "4"]
    assert [plain(line) for line in Numbers()[1:3]] == ["1", "2"]
    assert plain(Numbers()[-1]) == "4"


@given(st.text(max_size=60).map(lambda text: printable(text).lstrip(" ")), st.integers(12, 30))
def test_wrapping_loses_no_character(text: str, width: int) -> None:
    rows = list(wrap(text, width))
    assert "".join(rows) == text
    assert all(cell_len(row) <= width for row in rows)


def test_further_rows_keep_the_indent() -> None:
    assert list(wrap("  one two three", 10)) == ["  one two ", "  three"]
    assert list(wrap(" " * 30 + "x", 10))[-1] == " " * 5 + "x"


def test_words_stay_whole_where_they_can() -> None:
    assert list(wrap("the chain exists", 10)) == ["the chain ", "exists"]


def test_recorded_text_is_made_safe_once() -> None:
    assert [plain(line) for line in recorded(b"a\x1b[31m\n\xff", 40)] == ["a␛[31m", "\\xff"]


def test_page_is_as_wide_as_its_widest_line() -> None:
    assert page([(Span("ab"),), (Span("網"), Span("路x"))]).width == 5
