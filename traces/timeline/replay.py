"""A trace as the events that made it, and the trace that events make: a recording and a live run speak the same."""

from collections.abc import Iterator
from dataclasses import replace

from traces.model.events import CallEnded, CallStarted, Event, Held, Released, SnapshotTaken, TraceEnded, TraceStarted
from traces.model.trace import Trace
from traces.timeline.steps import has_ended, walk


def replay(trace: Trace) -> Iterator[Event]:
    """The events of a recorded trace, as a live run would have given them."""
    first = trace.snapshots[:1] if trace.snapshots and trace.snapshots[0].call is None else ()
    begin = replace(trace, calls=(), result=None, failure=None, cache_after=None, snapshots=first, finished=False)
    yield TraceStarted(begin)
    moments = {(moment.call, moment.when): moment for moment in reversed(trace.snapshots)}
    for visit in walk(trace.calls):
        before, after = (moments.get((visit.call.id, when)) for when in ("before", "after"))
        if not visit.ends:
            yield CallStarted(visit.call.as_asked())
            if before is not None:
                yield SnapshotTaken(before)
        elif has_ended(visit.call):
            if after is not None:
                yield SnapshotTaken(after)
            yield CallEnded(visit.call)
    if trace.finished:
        yield TraceEnded(trace)


def grow(trace: Trace | None, event: Event) -> Trace:
    """The trace after the event. Raises ValueError for a call's event before any TraceStarted."""
    if isinstance(event, TraceStarted | TraceEnded):
        return event.trace
    if trace is None:
        raise ValueError("a trace begins with TraceStarted")
    if isinstance(event, Held | Released):
        return trace
    if isinstance(event, SnapshotTaken):
        return replace(trace, snapshots=(*trace.snapshots, event.moment))
    known = any(call.id == event.call.id for call in trace.calls)
    if not known:
        return replace(trace, calls=(*trace.calls, event.call))
    return replace(trace, calls=tuple(event.call if call.id == event.call.id else call for call in trace.calls))
