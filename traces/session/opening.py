"""Finds the traces that a user means, and makes and writes the document of several."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from traces.errors import InputError, StoreError
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.session.collection import Collection, recorded_here
from traces.store.archive import SCHEMA_VERSION, document_of, read_file, refuse_special, write_content, write_document
from traces.store.library import Library, default_state_dir
from traces.timeline.query import Query

if TYPE_CHECKING:
    from traces.session.node import NodeTraces

__all__ = [
    "SCHEMA_VERSION",
    "document_of",
    "kept_before",
    "kept_summaries",
    "open_trace",
    "open_traces",
    "refuse_special",
    "write_content",
    "write_document",
]

EVERYTHING = Query()
"""Fits every trace."""


def open_traces(reference: str) -> tuple[Trace, ...]:
    """The traces of an id, the beginning of one, ``last``, a file, or ``-``. Raises StoreError, InputError."""
    if reference == "-":
        return read_file("-")
    if os.sep in reference or os.path.isfile(reference):
        return read_file(Path(reference))
    library = Library(default_state_dir())
    if library.holds(reference):
        return (library.open(reference),)
    try:
        return (Collection(library, node=recorded_here()).find(reference),)
    except InputError as unsafe:
        # What is kept is opened all the same.
        try:
            return (library.open(reference),)
        except StoreError:
            raise unsafe from None


def open_trace(reference: str) -> Trace:
    """One trace: of several in a document the last. Raises StoreError."""
    return open_traces(reference)[-1]


def kept_before(trace: Trace) -> tuple[Trace, ...]:
    """The traces of its attachment from before it that help to judge one, as far as they are kept here."""
    if trace.verb != "DEL":
        return ()
    from traces.diagnosis.of_trace import traces_before

    library = Library(default_state_dir())
    found: list[Trace] = []
    for trace_id in traces_before(trace, library.summaries()):
        with suppress(StoreError):
            found.append(library.open(trace_id))
    return tuple(found)


def kept_summaries(complain: Callable[[str], None], query: Query = EVERYTHING) -> tuple[Summary, ...]:
    """The traces that this user keeps and those in the spool of this node that fit a query, newest first.

    What their summaries don't tell is looked for in the traces themselves. Where the spool may not be believed, or a
    trace can't be read, the reason is given to complain, and the others are all.
    """
    library = Library(default_state_dir())
    collection = Collection(library, node=_recorded(complain))
    fitting = (summary for summary in collection.summaries() if query.fits_summary(summary))
    if not query.needs_trace:
        return tuple(fitting)
    return tuple(summary for summary in fitting if _fits(collection, summary.id, query, complain))


def _recorded(complain: Callable[[str], None]) -> "NodeTraces | None":
    try:
        return recorded_here()
    except InputError as error:
        complain(str(error))
        return None


def _fits(collection: Collection, trace_id: str, query: Query, complain: Callable[[str], None]) -> bool:
    try:
        return query.fits_trace(collection.open(trace_id))
    except StoreError as error:
        complain(str(error))
        return False
