from dataclasses import replace

import pytest

from panels.render.glyphs import ASCII, UNICODE
from panels.render.page import line_width, plain
from panels.render.trace_rows import short_id, trace_rows
from panels.render.traces_text import heading_line, trace_line
from tests.support.calls import summary
from traces.timeline.query import parse

ALL = (
    summary("a", "ADD", 1),
    summary("b", "DEL", 9),
    summary(
        "a1",
        "ADD",
        20,
        branch_of="a",
        branch_link=2,
        how="materialise",
        edited=True,
        error="x",
        failed_plugin="portmap",
    ),
    summary("a2", "ADD", 30, branch_of="a", branch_link=0, how="first"),
    summary("a11", "ADD", 40, branch_of="a1", branch_link=2, how="in-place"),
    summary("old", "ADD", 0, series="s0", container_id="db-0"),
)


def ids(query: str = "") -> list[str]:
    return [
        row.summary.id
        for row in trace_rows([each for each in ALL if parse(query).fits_summary(each)])
        if not row.heading
    ]


def test_branches_follow_the_trace_they_were_made_from() -> None:
    assert ids() == ["a", "a1", "a11", "a2", "b", "old"]
    assert [row.depth for row in trace_rows(ALL) if not row.heading] == [0, 1, 2, 1, 0, 0]


def test_newest_series_comes_first_under_its_heading() -> None:
    assert [row.summary.series for row in trace_rows(ALL) if not row.depth] == ["s1", "s1", "s1", "s0"]


def test_a_single_trace_needs_no_heading() -> None:
    assert [row.heading for row in trace_rows(ALL)] == [True, False, False, False, False, False, False]
    old = trace_rows(ALL)[-1]
    assert "k8s-pod db-0  ok" in plain(trace_line(old, 60, UNICODE, current=False))


def test_where_it_is_narrow_a_failure_is_told_before_a_name() -> None:
    row = trace_rows((summary("a", pod="web-0", error="x", failed_plugin="portmap"),))[0]
    assert plain(trace_line(row, 35, UNICODE, current=False)).startswith("  ✗ ADD    at portmap ")


def test_headings_name_what_tells_series_apart() -> None:
    twice = [summary(f"{series}{n}", second=n, series=series) for series in "xy" for n in range(2)]
    assert [row.names for row in trace_rows(twice) if row.heading] == [("k8s-pod",), ("k8s-pod",)]
    other = [replace(row, container_id=row.series) for row in twice]
    assert {row.names for row in trace_rows(other) if row.heading} == {("k8s-pod", "y"), ("k8s-pod", "x")}
    pods = [replace(row, pod=f"pod-{row.series}") for row in other]
    assert {row.names for row in trace_rows(pods) if row.heading} == {("pod-y", "k8s-pod"), ("pod-x", "k8s-pod")}


def test_a_heading_ends_with_its_time() -> None:
    heading = trace_rows(ALL)[0]
    assert plain(heading_line(heading, 60, UNICODE)).endswith("2025-11-29  12:00")
    assert plain(heading_line(heading, 30, UNICODE)).endswith("12:00")


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
        "   └ ✗ from link 2, edited, materialised failed at portmap"
    )


def test_narrow_branch_keeps_its_outcome() -> None:
    row = next(row for row in trace_rows(ALL) if row.summary.id == "a2")
    assert plain(trace_line(row, 26, UNICODE, current=False)) == "   └ ✓ link 0 ok    12:00"


def test_where_it_is_narrow_the_edit_stays_longest() -> None:
    row = next(row for row in trace_rows(ALL) if row.summary.id == "a1")
    assert plain(trace_line(row, 30, UNICODE, current=False)) == "   └ ✗ link 2, edited   12:00"
    assert plain(trace_line(row, 36, UNICODE, current=False)).startswith("   └ ✗ link 2, edited ")


def test_current_trace_is_marked_by_a_sign() -> None:
    row = trace_rows(ALL)[1]
    assert plain(trace_line(row, 40, ASCII, current=True)).startswith("> + ADD")


def test_only_long_hexadecimal_ids_are_shortened() -> None:
    assert short_id("3f2a9be1c0ffee3f2a9be1c0ffee") == "3f2a9be1c0ff"
    assert short_id("cnitool-bb388fe9f8313cc01b18") == "cnitool-bb388fe9f8313cc01b18"
