from dataclasses import replace

from panels.render.glyphs import ASCII, UNICODE
from panels.render.page import plain
from panels.render.trace_rows import TraceRow, trace_rows
from panels.render.traces_text import trace_line
from tests.support.calls import summary
from traces.model.summary import Summary


def attempt(number: int, verb: str = "ADD", **changes: object) -> Summary:
    """What the runtime ran at that second for a new container of the same pod."""
    row = summary(f"{verb}{number}", verb, number, place="node", container_id=f"c{number}", series=f"s{number}")
    told = {"pod": "web-0", "namespace": "shop", "error": "no", "failed_plugin": "portmap", **changes}
    return replace(row, **told)  # type: ignore[arg-type]


TRIES = (*(attempt(2 * number) for number in range(3)), attempt(5, "DEL", error=None, failed_plugin=None))


def told(rows: tuple[TraceRow, ...]) -> list[tuple[str, int, int]]:
    """Of each trace its id, how many it stands for, and its depth."""
    return [(row.summary.id, row.count, row.depth) for row in rows if not row.heading]


def test_attempts_at_a_pod_stand_under_it_the_newest_first() -> None:
    heading, *rows = trace_rows(TRIES)
    assert heading.heading and heading.names[:2] == ("shop/web-0", "k8s-pod")
    assert told(tuple(rows)) == [("DEL5", 1, 0), ("ADD4", 3, 0)]


def test_an_open_row_has_the_attempts_before_below_it() -> None:
    key = trace_rows(TRIES)[2].key
    assert told(trace_rows(TRIES, opened={key})) == [("DEL5", 1, 0), ("ADD4", 3, 0), ("ADD2", 1, 1), ("ADD0", 1, 1)]
    assert key == trace_rows((*TRIES, attempt(9)))[1].key


def test_a_row_shows_what_is_folded_into_it_until_it_is_open() -> None:
    row = trace_rows(TRIES)[2]
    assert row.shows("ADD0") and row.shows("ADD4") and not row.shows("DEL5")
    assert not trace_rows(TRIES, opened={row.key})[2].shows("ADD0")


def test_a_branch_stands_below_the_attempts_it_was_made_from() -> None:
    branch = summary("b", second=50, branch_of="ADD2", branch_link=1, how="materialise")
    key = trace_rows(TRIES)[2].key
    assert told(trace_rows((*TRIES, branch)))[-1] == ("b", 1, 1)
    assert told(trace_rows((*TRIES, branch), opened={key}))[-2:] == [("b", 1, 2), ("ADD0", 1, 1)]


def test_a_row_tells_how_often_and_whether_it_is_open() -> None:
    row = trace_rows(TRIES[:3])[0]
    assert plain(trace_line(row, 60, UNICODE, current=False)).startswith(
        " +✗ ADD    shop/web-0  failed at portmap \N{MULTIPLICATION SIGN}3"
    )
    assert "x3" in plain(trace_line(row, 60, ASCII, current=False))
    assert plain(trace_line(replace(row, is_open=True), 60, UNICODE, current=True)).startswith("▌-✗ ADD")


def test_what_runs_is_told_with_its_seconds() -> None:
    (row,) = trace_rows((attempt(0, error=None, failed_plugin=None, finished=False),))
    noon = 1_764_417_600_000_000_000
    text = plain(trace_line(row, 60, UNICODE, current=False, now=noon + 43_200_000_000))
    assert text.startswith("  ● ADD    shop/web-0 k8s-pod  running 43 s")
    assert "running" in plain(trace_line(row, 60, UNICODE, current=False))
