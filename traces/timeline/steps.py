"""The steps of a trace: the moments at which one can stop on its timeline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from traces.model.call import Call, Outcome
from traces.model.trace import Trace
from traces.timeline.identical import Unmarked

_CACHED_TRACES = 4
"""The one that is open, another beside it, and what they were a moment ago."""


class StepKind(StrEnum):
    """What happens in a step."""

    REQUEST = "request"
    REPLY = "reply"
    DELEGATE_REQUEST = "delegate-request"
    DELEGATE_REPLY = "delegate-reply"
    NOT_STARTED = "not-started"
    """A link failed before a process existed, as a missing binary does."""
    NOT_REACHED = "not-reached"
    """A link was never called, because one before it failed."""


REQUESTS = frozenset({StepKind.REQUEST, StepKind.DELEGATE_REQUEST})
REPLIES = frozenset({StepKind.REPLY, StepKind.DELEGATE_REPLY})
_KINDS = {
    (False, False): StepKind.REQUEST,
    (False, True): StepKind.REPLY,
    (True, False): StepKind.DELEGATE_REQUEST,
    (True, True): StepKind.DELEGATE_REPLY,
}
"""By whether a call is a delegate's, and whether it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One event of a trace on its timeline."""

    index: int
    """Its place on the timeline, counted from 0."""
    kind: StepKind
    plugin: str
    at: int
    """Nanoseconds since the trace's first call."""
    call: str | None = None
    """The id of the call that it belongs to, where there is one."""
    link: int | None = None
    """The link that is called, or that the delegate call works for."""
    depth: int = 0
    """0 for a link's call, one more for each delegation."""
    failed: bool = False

    @property
    def is_request(self) -> bool:
        """Whether a message goes from a caller to a plugin."""
        return self.kind in REQUESTS

    @property
    def is_reply(self) -> bool:
        """Whether a plugin answers."""
        return self.kind in REPLIES


@dataclass(frozen=True, slots=True)
class Visit:
    """A call with the place that it has in the tree of calls."""

    call: Call
    link: int | None
    depth: int
    ends: bool


def steps(trace: Trace) -> tuple[Step, ...]:
    """The trace's steps in their order; a call that still runs has a request and no reply yet."""
    return _steps(Unmarked(trace))


@lru_cache(maxsize=_CACHED_TRACES)
def _steps(of: Unmarked) -> tuple[Step, ...]:
    trace = of.value
    start = min((call.started for call in trace.calls), default=0)
    broken = _broken_call(trace)
    found = [_call_step(visit, start, broken) for visit in walk(trace.calls) if not visit.ends or has_ended(visit.call)]
    found += _links_without_a_call(trace, at=max((step.at for step in found), default=0))
    return tuple(replace(step, index=index) for index, step in enumerate(found))


def has_ended(call: Call) -> bool:
    """Whether the call's end was seen, or will never be."""
    return call.ended is not None or call.outcome is not Outcome.RUNNING


def first_failure(found: Sequence[Step]) -> Step | None:
    """The step at which the trace went wrong, or None."""
    return next((step for step in found if step.failed), None)


def step_into(found: Sequence[Step], cursor: int) -> Step | None:
    """The request of the first plugin that the plugin of that step executes, or None where it executes none."""
    request = _request_of(found, cursor)
    below = found[request.index + 1 : request.index + 2] if request else ()
    return next((step for step in below if request and step.is_request and step.depth > request.depth), None)


def step_out(found: Sequence[Step], cursor: int) -> Step | None:
    """The request of the plugin that executes the plugin of that step, or None where the runtime does."""
    request = _request_of(found, cursor)
    if request is None or not request.depth:
        return None
    above = (found[place] for place in range(request.index - 1, -1, -1))
    return next((step for step in above if step.is_request and step.depth < request.depth), None)


def _request_of(found: Sequence[Step], cursor: int) -> Step | None:
    """The request of the call that a step belongs to, or None where no process came of it."""
    call = found[cursor].call if 0 <= cursor < len(found) else None
    before = (found[place] for place in range(cursor, -1, -1))
    return next((step for step in before if step.is_request and step.call == call), None) if call is not None else None


def links_in_order(trace: Trace) -> list[int]:
    """The links by their numbers in the order of the verb: DEL goes from the last to the first."""
    order = [link.index for link in trace.network.links]
    return order[::-1] if trace.verb == "DEL" else order


def next_link(trace: Trace) -> int | None:
    """The link that a verb under way will call next, as far as one can know; None behind the last one."""
    called = {call.link for call in trace.calls}
    return next(iter(_links_behind(trace, called)), None)


def walk(calls: Sequence[Call]) -> Iterator[Visit]:
    """Every call twice, at its begin and at its end, delegates between the two of their caller.

    A call whose parent did not start before it is taken for a root, so that no document can make a circle.
    """
    roots, children = _tree(calls)
    stack = [Visit(call, call.link, 0, ends=False) for call in reversed(roots)]
    while stack:
        visit = stack.pop()
        yield visit
        if visit.ends:
            continue
        stack.append(replace(visit, ends=True))
        below = children.get(visit.call.id, [])
        stack += [Visit(call, visit.link, visit.depth + 1, ends=False) for call in reversed(below)]


def _tree(calls: Sequence[Call]) -> tuple[list[Call], dict[str, list[Call]]]:
    roots: list[Call] = []
    children: dict[str, list[Call]] = {}
    for call in calls:
        if call.parent is not None and call.parent in children:
            children[call.parent].append(call)
        else:
            roots.append(call)
        children.setdefault(call.id, [])
    return roots, children


def _call_step(visit: Visit, start: int, broken: str | None) -> Step:
    call = visit.call
    moment = (call.ended or call.started) if visit.ends else call.started
    return Step(
        index=0,
        kind=_KINDS[visit.depth > 0, visit.ends],
        plugin=call.plugin,
        at=max(0, moment - start),
        call=call.id,
        link=visit.link,
        depth=visit.depth,
        failed=visit.ends and (call.failed or call.id == broken),
    )


def _broken_call(trace: Trace) -> str | None:
    """The last call of the link that the verb failed at: libcni may refuse what a plugin thought was well."""
    if trace.failure is None or trace.failure.link is None:
        return None
    return next((call.id for call in reversed(trace.calls) if call.link == trace.failure.link), None)


def _links_without_a_call(trace: Trace, at: int) -> list[Step]:
    if trace.failure is None or trace.verb == "GC":
        return []
    called = {call.link for call in trace.calls}
    missing = [link for link in _links_at_risk(trace, called) if link not in called]
    types = {link.index: link.type for link in trace.network.links}
    return [
        Step(
            index=0,
            kind=StepKind.NOT_STARTED if link == trace.failure.link else StepKind.NOT_REACHED,
            plugin=types[link],
            at=at,
            link=link,
            failed=link == trace.failure.link,
        )
        for link in missing
    ]


def _links_at_risk(trace: Trace, called: set[int | None]) -> list[int]:
    """The links from the failing one on."""
    order = links_in_order(trace)
    if trace.failure is not None and trace.failure.link in order:
        return order[order.index(trace.failure.link) :]
    return _links_behind(trace, called)


def _links_behind(trace: Trace, called: set[int | None]) -> list[int]:
    """The links behind the last one that was called."""
    order = links_in_order(trace)
    reached = [place for place, link in enumerate(order) if link in called]
    return order[max(reached, default=-1) + 1 :]
