import json
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len

from panels.render.diff_text import common_start, diff_page
from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.page import Kind, Page, line_width, plain
from tests.support.traces import HOSTILE, recorded
from traces.timeline.diff_rows import DiffRow, document_rows, text_row
from traces.timeline.json_tree import State
from traces.timeline.masking import Masking

LEFT = {"mac": "0a:00:00:00:00:01", "address": "10.0.0.2/24", "gone": 1, "a": 1, "b": 2, "c": 3}
RIGHT = {"mac": "0a:00:00:00:00:02", "address": "10.0.0.3/24", "new": 2, "a": 1, "b": 2, "c": 3}


def rows_of(left: Any = LEFT, right: Any = RIGHT) -> tuple[DiffRow, ...]:
    """Two documents side by side."""
    texts = [json.dumps(value).encode() for value in (left, right)]
    return document_rows(texts[0], texts[1], Masking(recorded(), recorded()))


def page_of(
    rows: tuple[DiffRow, ...], width: int, *, glyphs: Glyphs = UNICODE, unmasked: bool = False, here: int | None = None
) -> Page:
    """They as a page."""
    return diff_page(rows, width, glyphs, heads=("A", "B"), unmasked=unmasked, here=here)


def lines(page: Page) -> list[str]:
    """Its lines, without spaces at their ends."""
    return [plain(line).rstrip() for line in page.lines]


def test_both_stand_beside_each_other_where_there_is_room() -> None:
    (line,) = [text for text in lines(page_of(rows_of(), 120)) if "address" in text]
    assert line.split("~ differs")[0].strip() == '"address": "10.0.0.2/24"'
    assert line.split("~ differs")[1].strip() == '"address": "10.0.0.3/24"'


def test_they_stand_below_each_other_where_it_is_narrow() -> None:
    assert lines(page_of(rows_of(), 70)) == [
        "    {",
        ' \u2248    "mac": "\u2039mac 1\u203a"',
        ' ~A   "address": "10.0.0.2/24"',
        ' ~B   "address": "10.0.0.3/24"',
        ' -A   "gone": 1',
        "      \u2026 3 same",
        ' +B   "new": 2',
        "    }",
    ]


def test_every_state_has_its_sign_and_word() -> None:
    text = "\n".join(lines(page_of(rows_of(), 120)))
    for said in ("~ differs", "- only A", "+ only B", "\u2248 masked", "\u2026 3 same"):
        assert said in text
    (head,) = page_of(rows_of(), 70).head
    assert plain(head).split() == ["-", "only", "A", "+", "only", "B", "~", "differs", "\u2248", "masked"]


def test_unmasked_rows_show_both_values() -> None:
    wide = [text for text in lines(page_of(rows_of(), 120, unmasked=True)) if "mac" in text]
    assert "00:01" in wide[0]
    assert "00:02" in wide[0]
    narrow = [text for text in lines(page_of(rows_of(), 70, unmasked=True)) if "mac" in text]
    assert narrow == [' \u2248A   "mac": "0a:00:00:00:00:01"', ' \u2248B   "mac": "0a:00:00:00:00:02"']


def test_only_what_differs_of_a_value_is_set_off() -> None:
    rows = (text_row(('"10.0.0.2/24"', '"10.0.0.77/24"')),)
    spans = [span for span in page_of(rows, 120).lines[0] if span.kind in (Kind.BAD, Kind.GOOD)]
    assert [(span.text, span.kind) for span in spans] == [("2", Kind.BAD), ("77", Kind.GOOD)]


def test_a_marked_row_comes_into_view() -> None:
    page = page_of(rows_of(), 70, here=2)
    assert page.focus == 2
    assert [text[0] for text in lines(page)][1:5] == [" ", UNICODE.here, UNICODE.here, " "]
    assert page_of(rows_of(), 70).focus is None


@pytest.mark.parametrize("width", [20, 37, 58, 95, 96, 158])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_no_line_is_wider_than_the_view(width: int, glyphs: Glyphs) -> None:
    long = "wide \u7db2\u8def words " * 20
    deep = json.loads("[" * 60 + '"x"' + "]" * 60)
    rows = rows_of({"a": long, "d": deep, "n": 1}, {"a": long + "!", "d": [deep], "n": 1})
    for unmasked in (False, True):
        page = page_of(rows, width, glyphs=glyphs, unmasked=unmasked)
        assert max(line_width(line) for line in page.lines) <= width


def test_a_long_value_is_shown_whole_in_several_rows() -> None:
    text = "".join(f"{number:03}," for number in range(60))
    for width in (60, 120):
        found = "".join("".join(line.split()) for line in lines(page_of((text_row((text, None)),), width)))
        assert text in found.replace("-onlyA", "").replace("-A", "")


def test_of_megabytes_only_what_differs_is_shown() -> None:
    left, right = "x" * 2_000_000 + "1" + "y" * 9, "x" * 2_000_000 + "2" + "y" * 9
    page = page_of((text_row((left, right)),), 120)
    assert len(page.lines) < 10
    text = "".join(lines(page))
    assert "1,999,920 same" in text
    assert "1yyy" in text
    assert len(page_of((text_row((left, None)),), 120).lines) < 60


def test_common_beginnings_are_found() -> None:
    assert [common_start(*pair) for pair in (("", ""), ("ab", "ab"), ("abc", "abd"), ("x", "y"), ("a", "ab"))] == [
        0,
        2,
        2,
        0,
        1,
    ]


def test_ascii_is_ascii() -> None:
    page = page_of((*rows_of(), text_row(("\u7db2", "\u8def"))), 120, glyphs=ASCII)
    text = "\n".join([plain(page.head[0]), *lines(page)])
    assert text.isascii()
    assert "m masked" in text
    assert "<mac 1>" in text
    assert "... 3 same" in text


def test_hostile_rows_are_shown_as_text() -> None:
    row = text_row((HOSTILE, HOSTILE + "!"))
    for width in (60, 120):
        text = "\n".join(lines(page_of((row, replace(row, state=State.ONLY_LEFT, right=None)), width)))
        assert not {"\x1b", "\0", "\u202e", "\x07"} & set(text)
        assert all(cell_len(line) <= width for line in text.splitlines())
