"""The traces of what a node's runtime runs: read from the spool of its recorders, once or while they write."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from traces.errors import StoreError
from traces.model.events import NodeEvent, Seen, TraceEnded, TraceGone, TraceStarted
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.session.call_events import call_events
from traces.session.node_network import Conflists
from traces.session.node_trace import trace_id, trace_of
from traces.shim.asked import Asked, asked_in
from traces.shim.record import Record
from traces.shim.spool import SpoolReader
from traces.shim.trusted import check_spool
from traces.shim.verb_runs import QUIET, VerbRun, verb_runs
from traces.store.summarise import summary_of

MOST_SUMMARIES = 20_000
"""Traces of which a summary is remembered; the oldest are forgotten."""
_UNREAD = 1_000_000_000
"""Nanoseconds that the beginning of a run is waited for: its configuration, or a call before it."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A trace as it was told last, and the run that it was made of."""

    run: VerbRun
    trace: Trace


class NodeTraces:
    """The traces of one spool. It remembers the calls of what is under way, and of the rest the summaries."""

    def __init__(self, spool: Path, conf_dir: str, *, root: str = "/", clock: Callable[[], int] = time.time_ns) -> None:
        """Nothing is read yet. ``root`` is where the node's file tree is; the clock gives nanoseconds since the epoch.

        The spool need not be there: then there are no traces, until it is.
        """
        self.spool = spool
        self.conflists = Conflists(conf_dir, root)
        self._clock = clock
        self._reader = SpoolReader(spool)
        self._asked: dict[str, Asked] = {}
        self._told: dict[str, _Told] = {}
        self._summaries: dict[str, Summary] = {}
        self._members: dict[str, tuple[str, ...]] = {}
        self._lock = threading.Lock()
        self._polling = threading.Lock()

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way, so that a look is worth while though nothing in the spool has changed."""
        return bool(self._asked)

    def poll(self) -> Iterator[NodeEvent]:
        """What has happened since the last poll. Raises InputError where the spool may not be believed, or read.

        One polls at a time; any thread may ask for summaries and traces meanwhile.
        """
        with self._polling:
            yield from self._poll()

    def refresh(self) -> None:
        """Look at the spool, so that the summaries are of now, unless somebody polls anyway. Raises InputError."""
        if self._polling.acquire(blocking=False):
            try:
                for _ in self._poll():
                    pass
            finally:
                self._polling.release()

    def _poll(self) -> Iterator[NodeEvent]:
        now = self._clock()
        for record in self._read():
            self._asked[record.name] = asked_in(record)
        self.conflists.refresh()
        runs = {trace_id(run): run for run in verb_runs(self._asked.values())}
        for gone in [known for known in self._told if known not in runs]:
            self._forget(gone)
            yield TraceGone(gone)
        for name, run in runs.items():
            yield from self._look(name, run, now)
        self._let_go(runs, now)

    def summaries(self) -> tuple[Summary, ...]:
        """What was seen, the newest first."""
        with self._lock:
            found = tuple(self._summaries.values())
        return tuple(sorted(found, key=lambda summary: summary.created, reverse=True))

    def open(self, name: str) -> Trace:
        """The trace of that id, read from the spool. Raises StoreError where its records are gone."""
        told = self._told.get(name)
        if told is not None:
            return told.trace
        with self._lock:
            members = self._members.get(name, ())
        runs = verb_runs(asked_in(record) for record in self._reader.named(members))
        run = next((run for run in runs if trace_id(run) == name), None)
        if run is None:
            raise StoreError(f"the records of trace {name} are no longer in the spool {self.spool}")
        return trace_of(run, self.conflists, self._clock())

    def _read(self) -> tuple[Record, ...]:
        if not check_spool(self.spool):
            return self._reader.vanished()
        return self._reader.poll()

    def _look(self, name: str, run: VerbRun, now: int) -> Iterator[NodeEvent]:
        """What is new of one run."""
        told = self._told.get(name)
        if told is None and not _is_ready(run, now):
            return
        if told is not None and told.trace.finished and told.run.is_same(run):
            return
        trace = trace_of(run, self.conflists, now)
        before = told.trace if told else None
        self._told[name] = _Told(run, trace)
        if trace == before:
            return
        self._remember(trace, run)
        yield from _changes(before, trace)

    def _remember(self, trace: Trace, run: VerbRun) -> None:
        with self._lock:
            self._summaries[trace.id] = summary_of(trace)
            self._members[trace.id] = tuple(asked.name for asked in run.members)
            while len(self._summaries) > MOST_SUMMARIES:
                oldest = next(iter(self._summaries))
                del self._summaries[oldest], self._members[oldest]

    def _forget(self, name: str) -> None:
        del self._told[name]
        with self._lock:
            self._summaries.pop(name, None)
            self._members.pop(name, None)

    def _let_go(self, runs: dict[str, VerbRun], now: int) -> None:
        """Forget the calls of what is over, all but the summaries."""
        for name, run in runs.items():
            told = self._told.get(name)
            if told is not None and told.trace.finished and _is_old(run, now):
                del self._told[name]
                for asked in run.members:
                    del self._asked[asked.name]


def _is_ready(run: VerbRun, now: int) -> bool:
    """Whether a run may be told of: its network is known, and it does not look like a part of another one."""
    first = run.first
    is_clear = first.network is not None and first.is_link and not (first.verb == "ADD" and first.has_previous)
    return is_clear or first.verb == "VERSION" or now - first.record.started > _UNREAD


def _is_old(run: VerbRun, now: int) -> bool:
    """Whether nothing has happened in a run for a while, and nothing will."""
    records = [asked.record for asked in run.members]
    return not any(record.is_live for record in records) and now - max(map(_last_sign, records)) > QUIET


def _last_sign(record: Record) -> int:
    return record.ended or record.last_seen


def _changes(before: Trace | None, trace: Trace) -> Iterator[Seen]:
    """The events that led from a trace to what it is now."""
    known = before.calls if before is not None and before.network == trace.network else None
    if known is None:
        yield Seen(trace, TraceStarted(replace(trace, calls=(), result=None, failure=None, finished=False)))
    for event in call_events(known or (), trace.calls):
        yield Seen(trace, event)
    if trace.finished:
        yield Seen(trace, TraceEnded(trace))
