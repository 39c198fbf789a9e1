"""The traces that the screen lists and opens: those it was started with, and those that are kept."""

from collections.abc import Sequence

from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.store.library import Library
from traces.store.summarise import summary_of


class Collection:
    """Given traces (of a file, or of the demo) beside those of the library."""

    def __init__(self, library: Library, given: Sequence[Trace] = ()) -> None:
        """The given ones come first in the list, and are opened from memory."""
        self._library = library
        self._given = {trace.id: trace for trace in given}

    def open(self, trace_id: str) -> Trace:
        """The trace of that id. Raises StoreError."""
        return self._given.get(trace_id) or self._library.open(trace_id)

    def summaries(self) -> tuple[Summary, ...]:
        """All of them: the given ones, then those kept, newest first."""
        kept = (summary for summary in self._library.summaries() if summary.id not in self._given)
        return (*(summary_of(trace) for trace in self._given.values()), *kept)
