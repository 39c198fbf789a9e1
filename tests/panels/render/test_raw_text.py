from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.page import Kind, Span, plain
from panels.render.raw_text import RawLines, decode, raw_page
from traces.timeline.printable import printable


def test_rows_are_the_lines_of_the_text() -> None:
    assert [plain(line) for line in RawLines("one\n\ntwo\n")] == ["one", "", "two"]


def test_long_line_is_folded_and_marked_so() -> None:
    lines = RawLines("a" * 25, fold=10)
    assert [plain(line) for line in lines] == ["a" * 10, "↪ " + "a" * 10, "↪ " + "a" * 5]


def test_mark_in_a_folded_line_is_in_its_row() -> None:
    lines = RawLines("a" * 25 + "!" + "b", fold=10, mark=25)
    assert lines.marked_row == 2
    assert Span("!", Kind.MARK) in lines[2]


def test_mark_beyond_the_end_is_a_blank() -> None:
    page = raw_page("{", mark=1)
    assert page.focus == 0
    assert page.lines[0][1] == Span(" ", Kind.MARK)


def test_mark_on_an_empty_last_line_is_found() -> None:
    lines = RawLines("{\n", mark=2)
    assert lines.marked_row is not None


def test_control_characters_become_pictures() -> None:
    assert plain(RawLines(decode(b"\x1b]52;c;aGk=\x07\xff"))[0]) == "␛]52;c;aGk=␇\\xff"


@given(st.text(max_size=80), st.integers(12, 30), st.sampled_from([ASCII, UNICODE]))
def test_folded_rows_lose_nothing_and_fit(text: str, width: int, glyphs: Glyphs) -> None:
    rows = [plain(line) for line in RawLines(text.replace("\n", " "), fold=width - 2, glyphs=glyphs)]
    shown = rows[0] + "".join(row.removeprefix(f"{glyphs.folded} ") for row in rows[1:])
    assert shown == glyphs.fit(printable(text.replace("\n", " ")))
    assert all(cell_len(row) <= width for row in rows)
