"""Holds a live run before each of its links, until the user lets it go on.

A run is a generator: whoever does not pull it keeps it from executing the next plugin.
"""

import threading
from collections.abc import Iterator

from traces.model.events import CallEnded, Event, TraceEnded, TraceStarted


class Gate:
    """Stands between a run and the screen that follows it. Safe to use from any thread."""

    def __init__(self, *, held: bool = True) -> None:
        """Held from the first link on, or open."""
        self._changed = threading.Condition()
        self._held = held
        self._passes = 0
        self._waiting = False

    @property
    def is_waiting(self) -> bool:
        """Whether the run stands before a link."""
        return self._waiting

    @property
    def is_held(self) -> bool:
        """Whether the run will be held before its next link."""
        return self._held

    def pass_one(self) -> None:
        """Let the link be executed that the run stands before."""
        with self._changed:
            self._passes = 1
            self._changed.notify_all()

    def hold(self, held: bool) -> None:
        """Hold the run before its next link, or let it run on."""
        with self._changed:
            self._held = held
            self._changed.notify_all()

    def through(self, events: Iterator[Event]) -> Iterator[Event]:
        """The events; between two links the next one is asked for only when the user lets it be."""
        for event in events:
            yield event
            if _before_a_link(event):
                self._wait()

    def _wait(self) -> None:
        with self._changed:
            self._waiting = self._held and not self._passes
            self._changed.wait_for(lambda: self._passes or not self._held)
            self._passes = 0
            self._waiting = False


def _before_a_link(event: Event) -> bool:
    """Whether the runtime is at work between two of its calls; at the end of a verb nothing is held."""
    if isinstance(event, CallEnded):
        return event.call.parent is None
    return isinstance(event, TraceStarted) and not isinstance(event, TraceEnded)
