"""Runs a plan and turns what the recorders wrote into the events of one trace."""

import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import replace

from traces.errors import Interrupted
from traces.model.call import Outcome
from traces.model.events import Event, TraceEnded, TraceStarted
from traces.model.trace import Failure, Trace
from traces.runner.chain import run_chain
from traces.runner.plan import ChainOutcome, Killed, Plan
from traces.session.endings import ending_notes, reached_links
from traces.session.gatekeeper import Gatekeeper
from traces.session.place import Place
from traces.session.reach import with_reach
from traces.session.spool_calls import SpoolCalls
from traces.session.stepper import Stepper
from traces.shim.gate import GateServer
from traces.timeline.steps import next_link


def record(
    trace: Trace,
    plan: Plan,
    place: Place,
    stop: threading.Event,
    gate: GateServer | None = None,
    stepper: Stepper | None = None,
) -> Iterator[Event]:
    """Run the plan; the trace's calls come from the spool alone, its outcome from the chain.

    With a gate every call stands still at its start and its end, until its events were taken; with a stepper those wait
    that it holds. A stop ends the trace as it stands, with a failure that says so.
    """
    place.reader.poll()
    spool = SpoolCalls(trace, place)
    trace = replace(trace, simulated=place.stand_ins.among(trace.network))
    keeper = None if gate is None else Gatekeeper(gate, trace, spool, stepper, hidden_path=place.hidden_path)
    yield TraceStarted(replace(trace, finished=False))
    chain = run_chain(plan, place.executor, stop)
    outcome = yield from _followed(chain, spool, keeper)
    if keeper is not None:
        yield from keeper.close(stopped=stop.is_set())
    yield from spool.last_news()
    yield from spool.settle(outcome.killed)
    failure = outcome.failure
    if failure and failure.link is None and stop.is_set():
        failure = _stopped(replace(trace, calls=spool.calls), failure)
    by_hand = keeper.notes if keeper is not None else ()
    ended = replace(
        trace,
        calls=spool.calls,
        result=outcome.result,
        failure=failure,
        cache_before=outcome.cache_before,
        cache_after=outcome.cache_after,
        notes=(*trace.notes, *by_hand, *ending_notes(plan, outcome, spool.calls)),
        finished=True,
    )
    ended = replace(ended, simulated=place.stand_ins.told(ended))
    yield TraceEnded(with_reach(ended, reached_links(outcome), plan.first))


def _followed(
    chain: Generator[None, None, ChainOutcome], spool: SpoolCalls, keeper: Gatekeeper | None
) -> Generator[Event, None, ChainOutcome]:
    try:
        while True:
            try:
                next(chain)
            except StopIteration as end:
                outcome: ChainOutcome = end.value
                return outcome
            yield from spool.news(keeper.look() if keeper is not None else ())
            if keeper is not None:
                yield from keeper.meet()
    except Interrupted as error:
        return ChainOutcome(failure=Failure(text=str(error)), killed=(Killed(link=None, at=time.time_ns()),))
    finally:
        chain.close()


def _stopped(trace: Trace, failure: Failure) -> Failure:
    """The failure of a stopped run, with the link that it stood at, or in words the one that it stood before."""
    last = next((call for call in reversed(trace.calls) if call.link is not None), None)
    if last is not None and last.outcome is not Outcome.OK:
        return replace(failure, link=last.link)
    ahead = next_link(trace)
    where = f" before link {ahead}, {trace.network.links[ahead].type}" if ahead is not None else ""
    return replace(failure, text=f"{failure.text}{where}")
