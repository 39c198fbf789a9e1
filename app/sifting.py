"""Opens trace after trace, to find those that a query wants or that hold a text: in a thread, with news."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from traces.errors import TraceError
from traces.model.trace import Trace

BEAT = 0.1
"""Seconds between two pieces of news."""
BREATH = 0.001
"""Seconds of rest behind each trace: the screen's thread, which has the keys, is to have its turn."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted(Generic[Found]):
    """How far it has come."""

    searched: int
    """Traces that were looked into by now."""
    total: int
    new: tuple[Found, ...]
    """What was found since the last news."""
    unread: int = 0
    """Traces that could not be opened."""


def sift(
    ids: Sequence[str],
    open_trace: Callable[[str], Trace],
    look: Callable[[Trace], Sequence[Found]],
    is_over: Callable[[], bool],
    seconds: Callable[[], float] = time.monotonic,
) -> Iterator[Sifted[Found]]:
    """Look into the traces in their order; news at once when something is found first, then every BEAT, and at the end.

    It ends early when ``is_over`` says so. A trace that can't be opened is passed over, and counted.
    """
    new: list[Found] = []
    unread, told = 0, seconds()
    is_first = True
    for place, trace_id in enumerate(ids):
        if is_over():
            return
        try:
            new += look(open_trace(trace_id))
        except TraceError:
            unread += 1
        time.sleep(BREATH)
        if (new and is_first) or seconds() - told >= BEAT:
            yield Sifted(searched=place + 1, total=len(ids), new=tuple(new), unread=unread)
            is_first = is_first and not new
            new, told = [], seconds()
    yield Sifted(searched=len(ids), total=len(ids), new=tuple(new), unread=unread)
