"""The traces that are listed and opened: those given, those kept, and those in the spool of this node's recorders."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from traces.errors import PlaceError, StoreError
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.session.surroundings import DEFAULT_CONF_DIR
from traces.shim.trusted import check_spool, default_spool
from traces.store.library import Library
from traces.store.summarise import summary_of

if TYPE_CHECKING:
    from traces.session.node import NodeTraces

_NAMED = 6
"""Traces that a complaint names."""


def recorded_here() -> "NodeTraces | None":
    """What the recorders on this node have written; None where there is nothing, or it is not this user's to read.

    Raises InputError where another user may have had a hand in it.
    """
    spool = default_spool()
    try:
        if not check_spool(spool):
            return None
    except PlaceError:
        return None
    from traces.session.node import NodeTraces

    return NodeTraces(spool, os.environ.get("NETCONFPATH") or DEFAULT_CONF_DIR)


class Collection:
    """Given traces (of a file, or of the demo), those of the library, and those of a node's spool."""

    def __init__(
        self,
        library: Library,
        given: Sequence[Trace] = (),
        node: "NodeTraces | None" = None,
        *,
        is_watched: bool = False,
    ) -> None:
        """The given ones come first in the list, and are opened from memory. What is opened is not kept by it.

        With ``is_watched`` somebody polls the node all the time, and nothing is read to list its traces.
        """
        self._library = library
        self._given = {trace.id: trace for trace in given}
        self._node = node
        self._is_watched = is_watched
        self._kept: tuple[object, tuple[Summary, ...]] = (None, ())

    def open(self, trace_id: str) -> Trace:
        """The trace of that id. Raises StoreError."""
        if trace_id in self._given:
            return self._given[trace_id]
        if self._node is not None and not self._library.holds(trace_id) and self._is_recorded(trace_id):
            return self._node.open(trace_id)
        return self._library.open(trace_id)

    def put(self, trace: Trace) -> None:
        """A trace as it is now: one that was given is opened like that from now on."""
        if trace.id in self._given:
            self._given[trace.id] = trace

    def give(self, traces: Sequence[Trace]) -> None:
        """More traces that are listed first and opened from memory."""
        self._given = {**{trace.id: trace for trace in traces}, **self._given}

    def find(self, reference: str) -> Trace:
        """The trace of an id, of the only id that begins so, or the ``last`` one. Raises StoreError."""
        recorded = self._recorded()
        names = [summary.id for summary in recorded if reference and summary.id.startswith(reference)]
        if reference == "last" and self._is_newest(recorded[:1]):
            return self.open(recorded[0].id)
        if not names or self._library.holds(reference):
            return self._library.open(reference)
        return self.open(reference if reference in names else self._only(reference, names))

    def _is_newest(self, recorded: Sequence[Summary]) -> bool:
        kept = self._library.summaries()[:1]
        return any(not kept or summary.created > kept[0].created for summary in recorded)

    def _only(self, reference: str, recorded: Sequence[str]) -> str:
        """The only id that begins so. Raises StoreError."""
        kept = (summary.id for summary in self._library.summaries() if summary.id.startswith(reference))
        both = list(dict.fromkeys((*recorded, *kept)))
        if len(both) > 1:
            shown = ", ".join(both[:_NAMED]) + (", …" if len(both) > _NAMED else "")
            raise StoreError(f"{len(both)} traces begin with {reference!r}: {shown}")
        return both[0]

    def summaries(self) -> tuple[Summary, ...]:
        """All of them: the given ones, then the others, newest first."""
        kept = {summary.id: summary for summary in self._kept_now()}
        others = [*kept.values(), *(summary for summary in self._recorded() if summary.id not in kept)]
        others.sort(key=lambda summary: summary.created.removesuffix("Z"), reverse=True)
        given = (summary_of(trace) for trace in self._given.values())
        return (*given, *(summary for summary in others if summary.id not in self._given))

    def _kept_now(self) -> tuple[Summary, ...]:
        """What the library has; read again only where something was kept or removed since. Raises StoreError."""
        stamp = self._library.stamp
        if stamp is None or stamp != self._kept[0]:
            self._kept = (stamp, self._library.summaries())
        return self._kept[1]

    def _recorded(self) -> tuple[Summary, ...]:
        """What the spool has by now, newest first. Raises InputError."""
        if self._node is None:
            return ()
        if not self._is_watched:
            self._node.refresh()
        return self._node.summaries()

    def _is_recorded(self, trace_id: str) -> bool:
        # What is known already need not be looked for in the spool again.
        known = self._node.summaries() if self._node is not None else ()
        return any(row.id == trace_id for row in known) or any(row.id == trace_id for row in self._recorded())
