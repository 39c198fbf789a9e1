"""A trace's beginning and its end: made for a plan, and kept in the library."""

from dataclasses import replace
from datetime import UTC, datetime

from traces.diagnosis.known_faults import known_fault
from traces.diagnosis.silence import why_silent
from traces.errors import StoreError
from traces.model.trace import Failure, Trace
from traces.runner.plan import Plan
from traces.session.place import Place
from traces.store.library import Library, new_id


def new_trace(plan: Plan, place: Place, series: str) -> Trace:
    """The trace of a plan that is about to be run in a place."""
    return Trace(
        id=new_id(),
        series=series,
        verb=plan.verb,
        network=plan.network,
        attachment=plan.attachment,
        place=place.kind,
        created=datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        policy=plan.policy,
        notes=place.notes,
    )


def keep(library: Library, trace: Trace) -> Trace:
    """The trace as it is kept. What happened is never lost for want of a place to keep it."""
    said = filter(None, (why_silent(trace), known_fault(trace)))
    trace = replace(trace, notes=(*trace.notes, *said))
    try:
        library.save(trace)
    except StoreError as error:
        return replace(trace, notes=(*trace.notes, f"this trace is not kept: {error}"))
    return trace


def keep_parent(library: Library, trace: Trace) -> Trace:
    """The trace that a branch is made from, kept; under an id of its own where another trace has its id.

    So has one that still goes on: it is kept as it stands, and its end will be in the trace itself.
    """
    if not trace.finished:
        said = f"{trace.id} as it stood when it was rerun: it was still being run"
        at_work = next((call.link for call in trace.calls if call.link is not None and call.ended is None), None)
        trace = replace(trace, id=new_id(), finished=True, failure=Failure(text=said, link=at_work))
    if not library.holds(trace.id):
        library.save(trace)
    elif not same(library.open(trace.id), trace):
        trace = replace(trace, id=new_id(), notes=(*trace.notes, f"another trace is kept as {trace.id}"))
        library.save(trace)
    return trace


def same(one: Trace, other: Trace) -> bool:
    """Whether two traces of one id are one: whatever a user has marked in them since."""
    return replace(one, marks=()) == replace(other, marks=())
