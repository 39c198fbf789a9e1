"""Holds a live run before each of its links, until the user lets it go on.

A run is a generator: as long as nobody pulls it, it does not execute the next plugin.
"""

import threading


class Gate:
    """Stands between a run and whoever pulls its events. Safe to use from any thread."""

    def __init__(self, *, held: bool = True) -> None:
        """Held from the first link on, or open."""
        self._changed = threading.Condition()
        self._held = held
        self._passes = 0

    @property
    def is_held(self) -> bool:
        """Whether the run is held before each link."""
        return self._held

    def pass_one(self) -> None:
        """Let the one link be executed that the run stands before."""
        with self._changed:
            self._passes = 1
            self._changed.notify_all()

    def hold(self, held: bool) -> None:
        """Hold the run before its next link, or let it run on."""
        with self._changed:
            self._held, self._passes = held, 0
            self._changed.notify_all()

    def wait(self) -> None:
        """Return when the run may go on."""
        with self._changed:
            self._changed.wait_for(lambda: self._passes or not self._held)
            self._passes = 0
