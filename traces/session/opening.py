"""Finds the traces that a user means, and makes and writes the document of several."""

import os
from collections.abc import Callable
from pathlib import Path

from traces.errors import InputError, StoreError
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.session.collection import Collection, recorded_here
from traces.store.archive import SCHEMA_VERSION, document_of, read_file, refuse_special, write_content, write_document
from traces.store.library import Library, default_state_dir

__all__ = [
    "SCHEMA_VERSION",
    "document_of",
    "kept_summaries",
    "open_trace",
    "open_traces",
    "refuse_special",
    "write_content",
    "write_document",
]


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


def kept_summaries(complain: Callable[[str], None]) -> tuple[Summary, ...]:
    """The traces that this user keeps and those in the spool of this node, newest first.

    Where the spool may not be believed, its reason is given to complain, and those kept are all.
    """
    library = Library(default_state_dir())
    try:
        return Collection(library, node=recorded_here()).summaries()
    except InputError as error:
        complain(str(error))
        return library.summaries()
