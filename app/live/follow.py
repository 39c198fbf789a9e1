"""The one worker of the screen: it takes a run's events as they come, and posts each as a message."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from traces.errors import TraceError
from traces.model.events import Event


@dataclass
class EventArrived(Message):
    """Something happened in the run that is followed."""

    event: Event


@dataclass
class FollowEnded(Message):
    """The run is over, or could not be had; then there is an error to show."""

    error: str | None = None


def follow(events: Iterator[Event], receiver: Widget) -> None:
    """Post every event to the receiver until there are no more. For a thread worker; touches no widget.

    A run whose screen is gone is pulled to its end all the same, so that its trace is kept.
    """
    worker = get_current_worker()
    try:
        for event in events:
            if not worker.is_cancelled:
                receiver.post_message(EventArrived(event))
    except TraceError as error:
        receiver.post_message(FollowEnded(str(error)))
        return
    receiver.post_message(FollowEnded())
