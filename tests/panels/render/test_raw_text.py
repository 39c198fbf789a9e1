from panels.render.page import Kind, Span, plain
from panels.render.raw_text import RawLines, decode, raw_page


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
