"""Pairs of traces to compare."""

from dataclasses import replace
from typing import Any

from tests.support.traces import made, network, simple_call
from traces.model.trace import Trace
from traces.timeline.compare import compare
from traces.timeline.compare_model import Difference


def one_call(**changes: Any) -> Trace:
    """A trace of one link, bridge, whose call has these fields."""
    return made(network("bridge"), (replace(simple_call(0, "bridge"), **changes),))


def differences(left: Trace, right: Trace) -> list[tuple[str, str, str | None, str | None]]:
    """What differs: aspect, place, before and after."""
    return [(each.aspect, each.at, each.before, each.after) for each in compare(left, right).differences]


def the_difference(left: Trace, right: Trace) -> Difference:
    """The only one. Raises ValueError where there is not one."""
    (found,) = compare(left, right).differences
    return found


def with_id(trace: Trace, trace_id: str) -> Trace:
    """The same under another id."""
    return replace(trace, id=trace_id)
