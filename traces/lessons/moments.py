"""Moments of a run: how far a timeline has come when something is asked, and how far it plays once that is answered.

Nothing that lies behind a moment is in the trace that is shown: what one is asked about can't be read from the screen.
"""

from dataclasses import dataclass, replace

from traces.model.call import Call, Outcome
from traces.model.trace import Trace
from traces.timeline.steps import Step, steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment of a run."""

    run: str
    steps: int | None = None
    """So many steps have happened, and the verb is not over; None: it is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """What is seen of a run around a question."""

    asked: Moment
    answered: Moment


def at_the_end(run: str) -> Moments:
    """Of a run that is over, before and after."""
    return Moments(asked=Moment(run=run), answered=Moment(run=run))


def the_end(run: str, trace: Trace) -> Moments:
    """All calls, then what is known when the verb is over."""
    return Moments(asked=Moment(run=run, steps=len(_call_steps(trace))), answered=Moment(run=run))


def all_of_it(run: str) -> Moments:
    """Nothing, then the whole run."""
    return Moments(asked=Moment(run=run, steps=0), answered=Moment(run=run))


def around_request(run: str, trace: Trace, call: Call | None) -> Moments:
    """Before a call, then with it; without one, before the run is over."""
    at = next((step.index for step in _call_steps(trace) if call and step.call == call.id), None)
    return the_end(run, trace) if at is None else _around(run, at)


def around_reply(run: str, trace: Trace, call: Call | None) -> Moments:
    """Before the answer of a call, then with it; without one, before the run is over."""
    replies = (step.index for step in _call_steps(trace) if call and step.call == call.id and step.is_reply)
    at = next(replies, None)
    return the_end(run, trace) if at is None else _around(run, at)


def before_next_call(run: str, trace: Trace, call: Call) -> Moments:
    """Before a call; then with all that happens before another one begins."""
    found = _call_steps(trace)
    at = next(step.index for step in found if step.call == call.id)
    following = next((step.index for step in found[at + 1 :] if step.is_request), len(found))
    return Moments(asked=Moment(run=run, steps=at), answered=Moment(run=run, steps=following))


def partial(trace: Trace, moment: Moment) -> Trace:
    """The trace as it is at that moment: a call whose answer lies behind it is under way."""
    if moment.steps is None:
        return trace
    seen = _call_steps(trace)[: moment.steps]
    begun, ended = {step.call for step in seen}, {step.call for step in seen if step.is_reply}
    calls = tuple(call if call.id in ended else _under_way(call) for call in trace.calls if call.id in begun)
    known = {call.plugin for call in calls} | {link.type for link in trace.network.links}
    simulated = tuple(name for name in trace.simulated if name in known)
    without_end = replace(trace, failure=None, result=None, cache_after=None, snapshots=(), finished=False)
    return replace(without_end, calls=calls, notes=(), marks=(), simulated=simulated)


def _around(run: str, at: int) -> Moments:
    return Moments(asked=Moment(run=run, steps=at), answered=Moment(run=run, steps=at + 1))


def _call_steps(trace: Trace) -> list[Step]:
    """Those at which a call begins or ends; what was never reached comes behind them."""
    return [step for step in steps(trace) if step.call is not None]


def _under_way(call: Call) -> Call:
    return replace(
        call, stdout=b"", stderr=b"", exit_code=None, signal=None, ended=None, outcome=Outcome.RUNNING, touched=()
    )
