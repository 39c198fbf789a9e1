from dataclasses import replace

from tests.support.calls import summary
from traces.model.summary import Summary
from traces.timeline.attempts import Attempts, fold_attempts


def attempt(number: int, **changes: object) -> Summary:
    """One of the runtime's attempts: each is another container, the higher the newer."""
    row = summary(f"t{number}", second=number, place="node", container_id=f"c{number}", pod="web-0", namespace="shop")
    return replace(row, **{"error": "no", "failed_plugin": "portmap", **changes})  # type: ignore[arg-type]


def rows(*summaries: Summary) -> list[tuple[str, int]]:
    return [(row.newest.id, row.count) for row in fold_attempts(reversed(summaries))]


def test_two_thousand_retries_are_one_row_with_the_newest() -> None:
    (row,) = fold_attempts(attempt(number) for number in range(2096, 0, -1))
    assert row == Attempts(newest=attempt(2096), count=2096, since=attempt(1).created)


def test_what_differs_is_a_row_of_its_own() -> None:
    first = attempt(1)
    for other in (
        {"pod": "web-1"},
        {"namespace": "other"},
        {"network": "green"},
        {"ifname": "net1"},
        {"verb": "DEL"},
        {"failed_plugin": "tuning"},
        {"error": None, "failed_plugin": None},
        {"error": None, "failed_plugin": None, "finished": False},
    ):
        assert rows(first, attempt(2, **other)) == [("t2", 1), ("t1", 1)], other
    assert rows(first, attempt(2, error="other words")) == [("t2", 2)]


def test_without_a_pods_name_the_container_counts() -> None:
    same = {"pod": "", "namespace": ""}
    assert rows(attempt(1, **same), attempt(2, **same)) == [("t2", 1), ("t1", 1)]
    assert rows(attempt(1, **same, container_id="c"), attempt(2, **same, container_id="c")) == [("t2", 2)]


def test_rows_stand_where_their_newest_is() -> None:
    other = attempt(2, pod="web-1")
    assert rows(attempt(1), other, attempt(3)) == [("t3", 2), ("t2", 1)]


def test_own_runs_are_never_folded() -> None:
    assert rows(attempt(1, place="sandbox"), attempt(2, place="sandbox")) == [("t2", 1), ("t1", 1)]
