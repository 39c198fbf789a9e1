import pytest

from panels.render.glyphs import ASCII, UNICODE
from panels.render.page import line_width, plain
from panels.render.traces_text import heading_line, short_id, trace_line, trace_rows
from tests.support.calls import summary

ALL = (
    summary("a", "ADD", 1),
    summary("b", "DEL", 9),
    summary("a1", "ADD", 20, branch_of="a", branch_link=2, how="materialise", error="x", failed_plugin="portmap"),
    summary("a2", "ADD", 30, branch_of="a", branch_link=0, how="first"),
    summary("a11", "ADD", 40, branch_of="a1", branch_link=2, how="in-place"),
    summary("old", "ADD", 0, series="s0", container_id="db-0"),
)


def ids(query: str = "") -> list[str]:
    return [row.summary.id for row in trace_rows(ALL, query) if not row.heading]


def test_branches_follow_the_trace_they_were_made_from() -> None:
    assert ids() == ["a", "a1", "a11", "a2", "b", "old"]
    assert [row.depth for row in trace_rows(ALL) if not row.heading] == [0, 1, 2, 1, 0, 0]


def test_newest_series_comes_first_under_its_heading() -> None:
    assert [row.summary.series for row in trace_rows(ALL) if row.heading] == ["s1", "s0"]


def test_branch_whose_parent_is_gone_stays_listed() -> None:
    orphan = summary("o", branch_of="gone", branch_link=1, how="first")
    assert [row.summary.id for row in trace_rows((orphan,)) if not row.heading] == ["o"]


@pytest.mark.parametrize(
    ("query", "found"), [("del", ["b"]), ("DB-0 add", ["old"]), ("failed portmap", ["a1"]), ("nothing", [])]
)
def test_every_word_of_the_filter_must_be_found(query: str, found: list[str]) -> None:
    assert ids(query) == found


@pytest.mark.parametrize("width", [20, 26, 40, 60, 80, 120])
def test_no_row_is_wider_than_the_list(width: int) -> None:
    for row in trace_rows(ALL):
        line = heading_line(row, width, UNICODE) if row.heading else trace_line(row, width, UNICODE, current=True)
        assert line_width(line) <= width


def test_branch_says_from_where_and_how() -> None:
    row = next(row for row in trace_rows(ALL) if row.summary.id == "a1")
    assert plain(trace_line(row, 100, UNICODE, current=False)).startswith(
        "   └ ✗ +1 ADD from link 2, materialised failed at portmap"
    )


def test_narrow_branch_keeps_its_outcome() -> None:
    row = next(row for row in trace_rows(ALL) if row.summary.id == "a2")
    assert plain(trace_line(row, 26, UNICODE, current=False)) == "   └ ✓ +2 from link 0 ok"


def test_current_trace_is_marked_by_a_sign() -> None:
    row = trace_rows(ALL)[1]
    assert plain(trace_line(row, 40, ASCII, current=True)).startswith("> + ADD")


def test_only_long_hexadecimal_ids_are_shortened() -> None:
    assert short_id("3f2a9be1c0ffee3f2a9be1c0ffee") == "3f2a9be1c0ff"
    assert short_id("cnitool-bb388fe9f8313cc01b18") == "cnitool-bb388fe9f8313cc01b18"
