"""What has happened to the calls of a trace between two looks at them."""

from collections.abc import Iterator, Mapping, Sequence

from traces.model.call import Call
from traces.model.events import CallEnded, CallStarted, Event


def call_events(before: Sequence[Call], now: Sequence[Call]) -> Iterator[Event]:
    """The events of the calls that are new or have changed, in the order in which they happened."""
    known = {call.id: call for call in before}
    events = [event for call in now if call != known.get(call.id) for event in _events(call, known)]
    yield from (event for _, event in sorted(events, key=lambda timed: timed[0]))


def _events(call: Call, known: Mapping[str, Call]) -> Iterator[tuple[int, Event]]:
    """What has happened to a call that is new or has changed, with the time of it."""
    before = known.get(call.id)
    if before is None or before.as_asked() != call.as_asked():
        yield call.started, CallStarted(call.as_asked())
    if call.ended is not None:
        yield call.ended, CallEnded(call)
