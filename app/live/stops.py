"""Where breakpoints hold in a trace, and the breakpoint of a step."""

import re
from collections.abc import Sequence

from traces.model.trace import Trace
from traces.session.breakpoints import Breakpoint
from traces.timeline.query import Query
from traces.timeline.query.term import Term
from traces.timeline.steps import Step


def stop_steps(trace: Trace, found: Sequence[Step], breakpoints: Sequence[Breakpoint]) -> frozenset[int]:
    """The steps at which a run would be held: requests, or the replies where a breakpoint asks for an answer."""
    on = [each for each in breakpoints if each.is_on]
    if not on:
        return frozenset()
    calls = {call.id: call for call in trace.calls}
    return frozenset(
        step.index
        for step in found
        if step.call is not None
        and any(
            each.query.needs_answer == step.is_reply and each.query.fits_call(calls[step.call], trace) for each in on
        )
    )


def breakpoint_text(trace: Trace, step: Step) -> str:
    """The breakpoint for a step's plugin and verb: «plugin=portmap verb=ADD»."""
    verb = trace.call(step.call).verb if step.call is not None else trace.verb
    return str(Query(terms=(_is("plugin", step.plugin), _is("verb", verb))))


def _is(field: str, value: str) -> Term:
    """A word of a query; a value that is more than a plain name stands in quotes."""
    return Term(field=field, how="=", values=(value,), is_quoted=not re.fullmatch(r"[\w.-]+", value))
