from dataclasses import replace

import pytest

from tests.support.traces import MULTUS, failing_add, failing_del, hostile, missing_plugin, recorded, running
from traces.model.call import Outcome
from traces.model.events import CallEnded, CallStarted, SnapshotTaken, TraceEnded, TraceStarted
from traces.model.snapshot import Moment, Snapshot
from traces.model.trace import Trace
from traces.timeline.replay import grow, replay


@pytest.mark.parametrize(
    "trace", [recorded(), recorded(MULTUS, "DEL"), failing_add(), failing_del(), missing_plugin(), hostile()]
)
def test_a_replayed_trace_grows_into_itself(trace: Trace) -> None:
    grown = None
    for event in replay(trace):
        grown = grow(grown, event)
    assert grown == trace


def test_events_come_in_the_order_of_a_run() -> None:
    kinds = [type(event) for event in replay(recorded())][:6]
    assert kinds == [TraceStarted, CallStarted, CallStarted, CallEnded, CallEnded, CallStarted]


def test_a_begun_trace_gives_nothing_away() -> None:
    begun = next(replay(failing_add()))
    assert isinstance(begun, TraceStarted)
    assert (begun.trace.calls, begun.trace.failure, begun.trace.finished) == ((), None, False)


def test_a_started_call_has_only_its_request() -> None:
    started = next(event for event in replay(recorded()) if isinstance(event, CallStarted))
    assert started.call.stdin == recorded().calls[0].stdin
    assert (started.call.stdout, started.call.exit_code, started.call.ended) == (b"", None, None)
    assert started.call.outcome is Outcome.RUNNING


def test_a_trace_under_way_does_not_end() -> None:
    events = list(replay(running()))
    assert isinstance(events[-1], CallStarted)
    assert not any(isinstance(event, TraceEnded) for event in events)


def test_the_next_trace_begins_anew() -> None:
    assert grow(recorded(), TraceStarted(failing_del())) == failing_del()


def test_a_call_before_any_trace_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with TraceStarted"):
        grow(None, CallStarted(recorded().calls[0]))


def test_a_look_comes_before_the_end_that_it_is_for() -> None:
    first, *_ = (call for call in recorded().calls if call.link is not None)
    before = Moment(call=None, when="before", snapshot=Snapshot())
    after = Moment(call=first.id, when="after", snapshot=Snapshot())
    trace = replace(recorded(), snapshots=(before, after))
    events = list(replay(trace))
    assert isinstance(events[0], TraceStarted) and events[0].trace.snapshots == (before,)
    place = events.index(SnapshotTaken(after))
    assert events[place + 1] == CallEnded(first)
    grown = None
    for event in events[:-1]:
        grown = grow(grown, event)
    assert grown and grown.snapshots == trace.snapshots
