from dataclasses import replace

import pytest

from tests.support.diffing import one_call
from tests.support.kernel_trace import kernel_trace
from tests.support.traces import failing_add, hostile, recorded
from traces.model.trace import Trace
from traces.timeline.beside import CALL_SIDES, lay_beside
from traces.timeline.beside_sides import SideRows, side_rows, side_size, title_of
from traces.timeline.json_tree import State


def shown(left: Trace, right: Trace, subject: str, side: str, *, fold: bool = True) -> SideRows:
    """A side of the pair of that name."""
    beside = lay_beside(left, right)
    return side_rows(beside, next(pair for pair in beside.pairs if pair.subject == subject), side, fold=fold)


def unlike(found: SideRows) -> list[tuple[str, str | None, str | None]]:
    """The rows with a difference."""
    return [(row.at, row.left, row.right) for row in found.rows if row.is_unlike]


def test_every_difference_has_a_row_on_its_side() -> None:
    for left, right in ((recorded(), failing_add()), (failing_add(), recorded()), (hostile(), recorded())):
        beside = lay_beside(left, replace(right, id="other"))
        for stop in beside.stops:
            rows = side_rows(beside, beside.pairs[stop.pair], stop.side).rows
            assert any(row.is_unlike for row in rows), stop
    found = lay_beside(recorded(), failing_add())
    assert all(
        any(row.at == stop.at for row in side_rows(found, found.pairs[stop.pair], stop.side).rows)
        for stop in found.stops
        if stop.difference.before and stop.difference.after
    )


def test_variables_stand_with_their_values() -> None:
    left = one_call(environment=(b"CNI_COMMAND=ADD", b"A=1", b"B=2", b"C=3"))
    right = one_call(environment=(b"CNI_COMMAND=DEL", b"A=1", b"B=2", b"C=3"))
    found = shown(left, right, "link 0 bridge", "env")
    assert unlike(found) == [("CNI_COMMAND", "CNI_COMMAND=ADD", "CNI_COMMAND=DEL")]
    assert [row.folded for row in found.rows] == [0, 3]


def test_durations_stand_beside_each_other_without_a_difference() -> None:
    left, right = one_call(), one_call(ended=one_call().calls[0].started + 90_000_000)
    last = shown(left, right, "link 0 bridge", "exit").rows[-1]
    assert (last.state, last.left, last.right) == (State.SAME, "took 4.0 ms", "took 90 ms")


def test_a_call_that_one_lacks_is_called_so() -> None:
    found = shown(recorded(), failing_add(), "link 2 bandwidth", "exit")
    assert found.rows[0].left == "was called"
    assert found.rows[0].right == "was not called"
    whole = shown(recorded(), failing_add(), "link 2 bandwidth", "stdin")
    assert {row.state for row in whole.rows} == {State.ONLY_LEFT}


def test_streams_that_are_empty_say_so() -> None:
    found = shown(one_call(), one_call(), "link 0 bridge", "stderr")
    assert (found.rows, found.note) == ((), "stderr is empty in both")


def test_changes_of_the_kernel_are_compared() -> None:
    trace = kernel_trace()
    subject = next(pair.subject for pair in lay_beside(trace, trace).pairs if pair.meeting)
    found = shown(trace, trace, subject, "kernel", fold=False)
    assert found.rows
    assert not unlike(found)


def test_a_kernel_nobody_looked_at_is_explained() -> None:
    found = shown(recorded(), recorded(), "link 0 bridge", "kernel")
    assert found.rows == ()
    assert found.note.startswith("A: no snapshots")


def test_what_was_given_otherwise_is_listed() -> None:
    other = replace(recorded(), policy="continue")
    assert unlike(shown(recorded(), other, "trace", "given")) == [
        ("policy", "policy: libcni", "policy: continue"),
    ]
    assert "given the same" in shown(recorded(), recorded(), "trace", "given").note


def test_an_error_stands_beside_none() -> None:
    found = unlike(shown(recorded(), failing_add(), "outcome", "error"))
    assert [(at, left) for at, left, _ in found] == [("error code", None), ("error", None)]


@pytest.mark.parametrize("side", CALL_SIDES)
def test_hostile_calls_have_rows_on_every_side(side: str) -> None:
    beside = lay_beside(hostile(), recorded())
    for pair in beside.pairs:
        if pair.meeting:
            assert side_rows(beside, pair, side)


def test_sizes_are_known_before_anything_is_compared() -> None:
    left, right = one_call(stdin=b"x" * 7), one_call(stdin=b"y" * 5)
    beside = lay_beside(left, right)
    assert [side_size(beside.pairs[1], beside, side) for side in ("stdin", "env")] == [12, 0]


def test_pairs_have_titles_in_safe_words() -> None:
    titles = [title_of(pair) for pair in lay_beside(hostile(), hostile()).pairs]
    assert titles[0] == "what they were given"
    assert not any("\x1b" in title for title in titles)
