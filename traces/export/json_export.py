"""The trace file itself, as `cnistep open` reads it."""

from collections.abc import Sequence

from traces.model.trace import Trace
from traces.store.archive import document_of, encoded
from traces.store.codec import to_document


def json_text(traces: Sequence[Trace]) -> str:
    """One trace as a trace file, several as a document of them; all of it is ASCII. Raises StoreError."""
    document = to_document(traces[0]) if len(traces) == 1 else document_of(traces)
    return encoded(document).decode("ascii")
