"""Finds the traces that a user means, and makes and writes the document of several."""

import os
from pathlib import Path

from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.store.archive import SCHEMA_VERSION, document_of, read_file, refuse_special, write_document
from traces.store.library import Library, default_state_dir

__all__ = [
    "SCHEMA_VERSION",
    "document_of",
    "kept_summaries",
    "open_trace",
    "open_traces",
    "refuse_special",
    "write_document",
]


def open_traces(reference: str) -> tuple[Trace, ...]:
    """The traces of an id, the beginning of one, ``last``, a file, or ``-``. Raises StoreError."""
    if reference == "-":
        return read_file("-")
    if os.sep in reference or os.path.isfile(reference):
        return read_file(Path(reference))
    return (Library(default_state_dir()).open(reference),)


def open_trace(reference: str) -> Trace:
    """One trace: of several in a document the last. Raises StoreError."""
    return open_traces(reference)[-1]


def kept_summaries() -> tuple[Summary, ...]:
    """The traces that this user keeps, newest first."""
    return Library(default_state_dir()).summaries()
