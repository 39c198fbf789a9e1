"""Breakpoints: queries that hold a run at the calls that they fit."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.query import Query, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakpoint:
    """A query that holds calls: at their end where it asks for what only an answer has, else before they start."""

    text: str
    """As it was typed."""
    query: Query
    is_on: bool = True
    hits: int = 0
    """How many calls it has held."""


class Breakpoints:
    """The breakpoints of a screen, in the order in which they were set. Safe from any thread."""

    def __init__(self, *texts: str) -> None:
        """Set one for each text. Raises InputError."""
        self._lock = threading.Lock()
        self._known: dict[str, Breakpoint] = {}
        for text in texts:
            self.add(text)

    @property
    def all(self) -> tuple[Breakpoint, ...]:
        """All of them, those that are off too."""
        with self._lock:
            return tuple(self._known.values())

    def add(self, text: str) -> Breakpoint:
        """Set one, and give it; one that was there is on again, and keeps its count. Raises InputError."""
        text = text.strip()
        fresh = Breakpoint(text=text, query=parse(text))
        with self._lock:
            known = self._known.get(text, fresh)
            self._known[text] = found = replace(known, is_on=True)
            return found

    def toggle(self, text: str) -> None:
        """Turn one off, or on again; nothing where there is none of that text."""
        with self._lock:
            known = self._known.get(text)
            if known is not None:
                self._known[text] = replace(known, is_on=not known.is_on)

    def remove(self, text: str) -> None:
        """Take one away, if it is there."""
        with self._lock:
            self._known.pop(text, None)

    def clear(self) -> None:
        """Take all away."""
        with self._lock:
            self._known.clear()

    def hit(self, call: Call, trace: Callable[[], Trace], *, is_ended: bool) -> str | None:
        """The text of the first that holds a call which is about to start, or has ended; all that fit count it."""
        with self._lock:
            asked = [each for each in self._known.values() if each.is_on and each.query.needs_answer is is_ended]
            fitting = [each for each in asked if each.query.fits_call(call, trace())]
            for each in fitting:
                self._known[each.text] = replace(each, hits=each.hits + 1)
            return fitting[0].text if fitting else None
