from dataclasses import replace

from tests.support.traces import failing_add, recorded
from traces.model.trace import Branch, Trace
from traces.timeline.beside import Beside, lay_beside
from traces.timeline.json_tree import State

ADD = recorded()
FAILED = replace(failing_add(), id="failed")


def states(beside: Beside) -> dict[str, str]:
    """What each pair came to."""
    return {pair.subject: pair.state for pair in beside.pairs}


def moved(trace: Trace, old: bytes = b"10.88.0.2/16", new: bytes = b"10.88.0.77/16") -> Trace:
    """The trace with another text in all that its calls were given and answered."""
    calls = (
        replace(call, stdin=call.stdin.replace(old, new), stdout=call.stdout.replace(old, new)) for call in trace.calls
    )
    return replace(trace, id="moved", calls=tuple(calls))


def test_every_call_has_a_pair_between_both_ends() -> None:
    subjects = [pair.subject for pair in lay_beside(ADD, ADD).pairs]
    assert (subjects[0], subjects[-1]) == ("trace", "outcome")
    assert subjects[1:4] == ["link 0 bridge", "link 0 bridge > host-local", "link 1 portmap"]


def test_a_pair_is_same_or_differs_or_one_alone() -> None:
    found = states(lay_beside(ADD, FAILED))
    assert found["link 0 bridge"] == State.SAME
    assert found["link 1 portmap"] == State.DIFFERS
    assert found["link 2 bandwidth"] == State.ONLY_LEFT
    assert states(lay_beside(FAILED, ADD))["link 2 bandwidth"] == State.ONLY_RIGHT


def test_what_is_equal_but_for_masked_values_says_so() -> None:
    text = ADD.calls[0].stdout.decode()
    mac = next(word for word in text.split('"') if word.count(":") == 5)
    other = moved(ADD, mac.encode(), b"0a:bb:cc:dd:ee:ff")
    beside = lay_beside(ADD, other)
    assert beside.comparison.equal
    assert states(beside)["link 0 bridge"] == State.MASKED
    assert states(beside)["link 0 bridge > host-local"] == State.SAME


def test_stops_go_from_pair_to_pair_and_begin_at_the_cause() -> None:
    beside = lay_beside(ADD, FAILED)
    order = [(stop.pair, beside.pairs[stop.pair].sides.index(stop.side)) for stop in beside.stops]
    assert order == sorted(order)
    assert len(order) == len(beside.comparison.differences)
    first = beside.first_stop
    assert first is not None
    assert beside.stops[first].difference is beside.comparison.first_cause


def test_each_side_has_its_count_of_differences() -> None:
    beside = lay_beside(ADD, FAILED)
    portmap = next(pair for pair in beside.pairs if pair.subject == "link 1 portmap")
    assert portmap.counts["exit"] == 1
    assert sum(sum(pair.counts.values()) for pair in beside.pairs) == len(beside.stops)


def test_pairs_of_mere_consequences_are_marked() -> None:
    follows = {pair.subject: pair.follows for pair in lay_beside(ADD, FAILED).pairs}
    assert follows["link 2 bandwidth"]
    assert not follows["link 1 portmap"]
    assert not follows["link 0 bridge"]


def test_links_that_were_not_rerun_are_left_out() -> None:
    calls = tuple(call for call in ADD.calls if call.link not in (None, 0))
    branch = replace(ADD, id="b", calls=calls, branch_of=Branch(trace=ADD.id, link=1, how="materialise"))
    left_out = [pair.subject for pair in lay_beside(ADD, branch).pairs if pair.is_left_out]
    assert left_out == ["link 0 bridge", "link 0 bridge > host-local"]


def test_equal_traces_have_no_stop() -> None:
    beside = lay_beside(ADD, ADD)
    assert (beside.stops, beside.first_stop) == ((), None)
