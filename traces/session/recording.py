"""Runs a plan and turns what the recorders wrote into the events of one trace."""

import threading
import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from traces.errors import Interrupted
from traces.model.call import Call, Outcome
from traces.model.events import Event, TraceEnded, TraceStarted
from traces.model.trace import Failure, Trace
from traces.runner.chain import run_chain
from traces.runner.plan import ChainOutcome, Killed, Plan
from traces.session.call_events import call_events
from traces.session.endings import ending_notes, reached_links, with_kills
from traces.session.place import Place
from traces.session.reach import with_reach
from traces.shim.assemble import assemble
from traces.shim.record import Record
from traces.timeline.steps import next_link

_LETTING_GO = 1.0
"""Seconds that a killed recorder's lock is waited for."""


def record(trace: Trace, plan: Plan, place: Place, stop: threading.Event) -> Iterator[Event]:
    """Run the plan; the trace's calls come from the spool alone, its outcome from the chain.

    A stop ends the trace as it stands, with a failure that says so.
    """
    place.reader.poll()
    spool = _SpoolCalls(trace, place)
    trace = replace(trace, simulated=place.stand_ins.among(trace.network))
    yield TraceStarted(replace(trace, finished=False))
    chain = run_chain(plan, place.executor, stop)
    outcome = yield from _followed(chain, spool)
    yield from spool.last_news()
    yield from spool.settle(outcome.killed)
    failure = outcome.failure
    if failure and failure.link is None and stop.is_set():
        failure = _stopped(replace(trace, calls=spool.calls), failure)
    ended = replace(
        trace,
        calls=spool.calls,
        result=outcome.result,
        failure=failure,
        cache_before=outcome.cache_before,
        cache_after=outcome.cache_after,
        notes=(*trace.notes, *ending_notes(plan, outcome, spool.calls)),
        finished=True,
    )
    ended = replace(ended, simulated=place.stand_ins.told(ended))
    yield TraceEnded(with_reach(ended, reached_links(outcome), plan.first))


def _followed(chain: Generator[None, None, ChainOutcome], spool: "_SpoolCalls") -> Generator[Event, None, ChainOutcome]:
    try:
        while True:
            try:
                next(chain)
            except StopIteration as end:
                outcome: ChainOutcome = end.value
                return outcome
            yield from spool.news()
    except Interrupted as error:
        return ChainOutcome(failure=Failure(text=str(error)), killed=(Killed(link=None, at=time.time_ns()),))
    finally:
        chain.close()


class _SpoolCalls:
    """The calls of one trace as far as the spool has them."""

    def __init__(self, trace: Trace, place: Place) -> None:
        self.calls: tuple[Call, ...] = ()
        self._trace = trace
        self._place = place
        self._records: dict[str, Record] = {}
        self._others = place.reader.live
        """The records of calls that outlived an earlier verb."""

    def news(self) -> Iterator[Event]:
        """What has changed since the last time."""
        changed = [record for record in self._place.reader.poll() if record.name not in self._others]
        if not changed:
            return
        self._records.update((record.name, record) for record in changed)
        records, trace, hidden = tuple(self._records.values()), self._trace, self._place.hidden_path
        yield from self._take(assemble(records, trace.verb, trace.network, hidden_path=hidden))

    def last_news(self) -> Iterator[Event]:
        """What has changed when the chain has ended: a recorder that was killed takes a moment to let go."""
        until = time.monotonic() + _LETTING_GO
        yield from self.news()
        while time.monotonic() < until and any(call.outcome is Outcome.RUNNING for call in self.calls):
            time.sleep(0.01)
            yield from self.news()

    def settle(self, killed: Iterable[Killed]) -> Iterator[Event]:
        """What the chain knows of the ends of its calls, and their recorders could not write down."""
        yield from self._take(with_kills(self.calls, killed))

    def _take(self, calls: tuple[Call, ...]) -> Iterator[Event]:
        """These are the calls now; what has changed, in the order in which it happened."""
        before, self.calls = self.calls, calls
        yield from call_events(before, calls)


def _stopped(trace: Trace, failure: Failure) -> Failure:
    """The failure of a stopped run, with the link that it stood at, or in words the one that it stood before."""
    last = next((call for call in reversed(trace.calls) if call.link is not None), None)
    if last is not None and last.outcome is not Outcome.OK:
        return replace(failure, link=last.link)
    ahead = next_link(trace)
    where = f" before link {ahead}, {trace.network.links[ahead].type}" if ahead is not None else ""
    return replace(failure, text=f"{failure.text}{where}")
