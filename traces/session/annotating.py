"""Marks of a user, kept in the trace that they are on."""

from collections.abc import Sequence

from traces.errors import InputError
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.session.collection import Collection
from traces.session.keeping import keep_parent, same
from traces.store.library import Library
from traces.store.watch_list import WatchList
from traces.timeline.marks import with_mark
from traces.timeline.printable import printable


class Annotations:
    """The marks and the watch expressions of a user, kept in a library."""

    def __init__(self, library: Library, collection: Collection) -> None:
        """What the collection opens from memory gets its marks there too."""
        self._library = library
        self._collection = collection
        self._watches = WatchList(library.state_dir)

    def annotate(self, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
        """Put a mark on a trace, or take it away; gives the trace as it is now kept. Raises InputError, StoreError."""
        kept = annotate(self._library, trace, mark, remove=remove)
        self._collection.put(kept)
        return kept

    def is_kept(self, trace_id: str) -> bool:
        """Whether a trace of that id is kept."""
        return self._library.holds(trace_id)

    def watches(self, network: str) -> tuple[str, ...]:
        """The expressions that are watched in traces of a network. Raises StoreError."""
        return self._watches.of(network)

    def watch(self, network: str, expression: str, *, remove: bool = False) -> tuple[str, ...]:
        """Watch one more, or one less, and give all that are watched by now. Raises StoreError."""
        return self._watches.change(network, expression, remove=remove)


class _AnotherError(Exception):
    """The library has another trace under that id."""


def annotate(library: Library, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
    """Put a mark on a trace, or take it away, and give the trace as it is now kept, with the marks of others on it.

    One that is not kept yet (it came from a file, from a spool or from the demo) is kept first: under an id of its own
    where another trace has its id. Raises InputError where it is still being run, StoreError.
    """
    if not trace.finished:
        raise InputError(f"the {printable(trace.verb)} is still being run: its marks can be kept when it has ended")

    def changed(found: Trace) -> Sequence[Mark]:
        if not same(found, trace):
            raise _AnotherError
        return with_mark(found, mark, remove=remove).marks

    if library.holds(trace.id):
        try:
            return library.annotate(trace.id, changed)
        except _AnotherError:
            pass
    return keep_parent(library, with_mark(trace, mark, remove=remove))
