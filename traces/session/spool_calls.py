"""The calls of one run, as far as the spool has them, kept up to date at every look.

A look costs what is new, not what is known: a call that has ended is not made again. Calls keep their ids.
"""

import time
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from traces.model.call import Call, Outcome
from traces.model.events import Event
from traces.model.trace import Trace
from traces.runner.plan import Killed
from traces.session.call_events import call_events
from traces.session.endings import with_kills
from traces.session.place import Place
from traces.shim.assemble import assemble, calls_of, record_ids
from traces.shim.parents import in_order
from traces.shim.record import Record

_LETTING_GO = 1.0
"""Seconds that a killed recorder's lock is waited for."""


class SpoolCalls:
    """The calls of one trace as far as the spool has them."""

    def __init__(self, trace: Trace, place: Place) -> None:
        """Of a run that is about to begin."""
        self._trace = trace
        self._place = place
        self._records: dict[str, Record] = {}
        self._calls: dict[str, Call] = {}
        """By the name of the record."""
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}
        """The other way round."""
        self._order: list[tuple[int, int, str]] = []
        """When each began, the recorder's pid, and the name."""
        self._ordered: tuple[Call, ...] | None = ()
        self._roots: set[str] = set()
        """The names of those that no call made, as far as it was known when they were new."""
        self._others = place.reader.live
        """The records of calls that outlived an earlier verb."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls in the order of their start."""
        if self._ordered is None:
            self._ordered = tuple(self._calls[name] for _, _, name in self._order)
        return self._ordered

    @property
    def by_id(self) -> dict[str, Call]:
        """The calls by their ids."""
        return {call.id: call for call in self._calls.values()}

    def of_record(self, name: str) -> Call | None:
        """The call that a record is of; None where it is none of this trace's."""
        return self._calls.get(name)

    def above(self, call: Call) -> tuple[str, ...]:
        """The ids of the calls that a call is made by, its caller first."""
        above: list[str] = []
        parent = call.parent
        while parent is not None and parent in self._names and parent not in above:
            above.append(parent)
            parent = self._calls[self._names[parent]].parent
        return tuple(above)

    def news(self, come: Sequence[str] = ()) -> Iterator[Event]:
        """What has changed since the last time; where one knows whose records have come, only those are looked at."""
        reader = self._place.reader
        found = reader.poll_only(come) if come else reader.poll()
        changed = [record for record in found if record.name not in self._others]
        if not changed:
            return
        is_known = all(record.name in self._calls and self._has_a_place(record) for record in changed)
        self._records.update((record.name, record) for record in changed)
        if is_known:
            yield from self._take({record.name: self._again(record) for record in changed})
        else:
            yield from self._take(self._placed(self._concerned(changed)))

    def last_news(self) -> Iterator[Event]:
        """What has changed when the chain has ended: a recorder that was killed takes a moment to let go."""
        until = time.monotonic() + _LETTING_GO
        yield from self.news()
        while time.monotonic() < until and any(call.outcome is Outcome.RUNNING for call in self._calls.values()):
            time.sleep(0.01)
            yield from self.news()
        yield from self._take(self._placed(tuple(self._records.values())))

    def settle(self, killed: Iterable[Killed]) -> Iterator[Event]:
        """What the chain knows of the ends of its calls, and their recorders could not write down."""
        yield from self._take({self._names[call.id]: call for call in with_kills(self.calls, killed)})

    def _take(self, made: dict[str, Call]) -> Iterator[Event]:
        """These are some calls now; what has changed, in the order in which it happened."""
        before = [self._calls[name] for name in made if name in self._calls]
        self._calls.update(made)
        self._roots |= {name for name, call in made.items() if call.parent is None}
        self._ordered = None
        yield from call_events(before, tuple(made.values()))

    def _has_a_place(self, record: Record) -> bool:
        """Whether it is known who made the call."""
        call = self._calls[record.name]
        return call.link is not None or call.parent is not None

    def _again(self, record: Record) -> Call:
        """The call of a record that has grown: who made it is known."""
        known = self._calls[record.name]
        (call,) = calls_of((record,), {}, {}, hidden_path=self._place.hidden_path)
        return replace(call, id=known.id, link=known.link, parent=known.parent)

    def _concerned(self, changed: Sequence[Record]) -> tuple[Record, ...]:
        """What tells the place of new calls: those that may have made them, and the links' calls so far."""
        names = {record.name for record in changed} | self._place.reader.live
        wanted = dict.fromkeys((*self._roots, *(names - self._others)))
        return tuple(self._records[name] for name in wanted if name in self._records)

    def _number(self, record: Record) -> None:
        """Give a new call its id, and its place among the others."""
        if record.name not in self._ids:
            number = self._ids[record.name] = str(len(self._ids) + 1)
            self._names[number] = record.name
            insort(self._order, (record.started, record.pid, record.name))

    def _placed(self, records: Sequence[Record]) -> dict[str, Call]:
        """The calls of records, with their callers among them."""
        own = {record.name: record for record in records}
        trace, hidden = self._trace, self._place.hidden_path
        made = assemble(own.values(), trace.verb, trace.network, hidden_path=hidden)
        names = {number: name for name, number in record_ids(own.values()).items()}
        for record in in_order(own.values()):
            self._number(record)
        return {
            names[call.id]: replace(
                call, id=self._ids[names[call.id]], parent=call.parent and self._ids[names[call.parent]]
            )
            for call in made
        }
