from dataclasses import replace

from tests.support.traces import recorded
from traces.model.events import CallEnded, CallStarted
from traces.session.call_events import call_events

CALLS = recorded().calls


def test_new_calls_start_and_end_in_the_order_of_time() -> None:
    events = list(call_events((), CALLS))
    times = [event.call.started if isinstance(event, CallStarted) else event.call.ended or 0 for event in events]  # type: ignore[union-attr]
    assert times == sorted(times)
    assert len(events) == 2 * len(CALLS)


def test_what_has_not_changed_has_no_event() -> None:
    assert list(call_events(CALLS, CALLS)) == []


def test_a_call_that_ends_has_ended() -> None:
    assert list(call_events((CALLS[0].as_asked(),), CALLS[:1])) == [CallEnded(CALLS[0])]


def test_a_request_that_has_grown_starts_again() -> None:
    running = CALLS[0].as_asked()
    grown = replace(running, stdin=b"more")
    assert list(call_events((running,), (grown,))) == [CallStarted(grown)]
