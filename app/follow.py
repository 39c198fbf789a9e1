"""The one worker of the screen: it takes a run's events as they come, and posts each as a message."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from app.gate import Gate
from traces.errors import TraceError
from traces.model.events import CallEnded, Event, TraceStarted
from traces.model.trace import Trace
from traces.timeline.replay import grow
from traces.timeline.steps import next_link


@dataclass
class EventArrived(Message):
    """Something happened in the run that is followed."""

    event: Event


@dataclass
class RunHeld(Message):
    """The run stands before a link, or, with None, goes on."""

    link: int | None


@dataclass
class FollowEnded(Message):
    """The run is over, or could not be had; then there is an error to show."""

    error: str | None = None


def follow(events: Iterator[Event], receiver: Widget, gate: Gate | None = None) -> None:
    """Post every event to the receiver until there are no more. For a thread worker; touches no widget.

    A gate that is held stops it before each link, and at the end of a verb before the next one takes its place. A run
    whose screen is gone is pulled to its end all the same, so that its trace is kept.
    """
    worker = get_current_worker()
    run: Trace | None = None
    try:
        for event in events:
            before, run = run, grow(run, event)
            if worker.is_cancelled:
                continue
            if before is not None and isinstance(event, TraceStarted):
                _hold(receiver, gate, next_link(run))
            receiver.post_message(EventArrived(event))
            _hold(receiver, gate, _link_ahead(run, event))
    except TraceError as error:
        receiver.post_message(FollowEnded(str(error)))
        return
    receiver.post_message(FollowEnded())


def _hold(receiver: Widget, gate: Gate | None, link: int | None) -> None:
    """Wait at a gate that is held, before the link that is next."""
    if gate is None or not gate.is_held or link is None:
        return
    receiver.post_message(RunHeld(link))
    gate.wait()
    receiver.post_message(RunHeld(None))


def _link_ahead(run: Trace, event: Event) -> int | None:
    """The link that is executed next, where the runtime is at work between two of them."""
    if isinstance(event, TraceStarted):
        return next_link(run)
    if isinstance(event, CallEnded) and event.call.parent is None and not event.call.failed:
        return next_link(run)
    return None
