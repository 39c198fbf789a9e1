"""The marks that a user sets on this screen: shown at once, and kept one after the other when their trace has ended."""

import asyncio
from dataclasses import replace

from app.notebook import Notebook
from traces.errors import TraceError
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.timeline.marks import Place, place_of, with_mark

Change = tuple[Mark, bool]
"""A mark, and whether it is taken away."""


class MarkBook:
    """Knows the marks of traces better than the traces that are opened again, or that grow."""

    def __init__(self, notebook: Notebook) -> None:
        """Nothing is marked yet; the notebook keeps what will be."""
        self._notebook = notebook
        self._marks: dict[str, tuple[Mark, ...]] = {}
        self._kept: dict[str, tuple[Mark, ...]] = {}
        """The marks as they were kept last."""
        self._waiting: dict[str, list[Change]] = {}
        self._taken: dict[tuple[str, Place], str] = {}
        self._one_by_one = asyncio.Lock()

    def marked(self, trace: Trace) -> Trace:
        """The trace with the marks that it has by now."""
        marks = self._marks.get(trace.id, trace.marks)
        return trace if marks == trace.marks else replace(trace, marks=marks)

    def change(self, trace: Trace, mark: Mark, *, remove: bool) -> Trace:
        """The trace with the mark, or without; that waits to be kept."""
        if remove:
            self._taken[trace.id, place_of(mark)] = mark.note
        self._kept.setdefault(trace.id, trace.marks)
        changed = with_mark(trace, mark, remove=remove)
        self._marks[trace.id] = changed.marks
        self._waiting.setdefault(trace.id, []).append((mark, remove))
        return changed

    def note_taken(self, trace: Trace, mark: Mark) -> str:
        """The note of a mark that was taken away from there: whoever did so by mistake gets it back."""
        return self._taken.get((trace.id, place_of(mark)), "")

    @property
    def waiting(self) -> tuple[str, ...]:
        """The traces with changes that wait to be kept."""
        return tuple(self._waiting)

    async def keep(self, trace: Trace) -> tuple[Trace, bool]:
        """Keep what waits for a trace, without keeping the keys waiting: the store may be another program's just now.

        Gives the trace as it is kept then, under its own id or another, and whether it was not kept before. Raises
        TraceError: then it has the marks again that were kept last.
        """
        async with self._one_by_one:
            first_id, is_new = trace.id, False
            while self._waiting.get(first_id):
                mark, remove = self._waiting[first_id].pop(0)
                try:
                    is_new |= not await asyncio.to_thread(self._notebook.is_kept, trace.id)
                    kept = await asyncio.to_thread(self._notebook.annotate, trace, mark, remove=remove)
                except TraceError:
                    self._waiting.pop(first_id, None)
                    self._marks[first_id] = self._kept.get(first_id, ())
                    raise
                # The very calls and snapshots stay: what was found out about them is remembered by them.
                trace = replace(trace, id=kept.id, notes=kept.notes, marks=kept.marks)
                self._settle(first_id, trace)
            self._waiting.pop(first_id, None)
            return trace, is_new

    def _settle(self, trace_id: str, kept: Trace) -> None:
        """What waits still is laid over what is kept."""
        self._kept[trace_id] = self._kept[kept.id] = kept.marks
        for mark, remove in self._waiting.get(trace_id, ()):
            kept = with_mark(kept, mark, remove=remove)
        self._marks[trace_id] = self._marks[kept.id] = kept.marks
