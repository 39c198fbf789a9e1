"""A run with its gate: calls stand still there while the kernel is looked at, and as long as the user wants."""

import threading
from collections.abc import Iterator
from dataclasses import replace

from traces.errors import PlaceError
from traces.model.events import Event
from traces.model.trace import Trace
from traces.runner.plan import Plan
from traces.session.place import Place
from traces.session.recording import record
from traces.session.stepper import Stepper
from traces.shim.gate import GateServer


def gated(
    trace: Trace,
    plan: Plan,
    place: Place,
    stop: threading.Event,
    stepper: Stepper | None = None,
    *,
    begins_at: int | None = None,
) -> Iterator[Event]:
    """The run's events, with the kernel looked at between its links; around delegates too if wished, or if it steps.

    The gate is there for this run only: what is executed in the place before and after it waits for nobody. Steps hold
    from the call of the link ``begins_at`` on. Raises PlaceError where the stepper may hold, and no gate can be had.
    """
    gate = _gate(place, stepper)
    looks = place.observer.sees_delegates or (stepper is not None and stepper.may_hold)
    try:
        if stepper is not None:
            stepper.begin(begins_at)
            plan = replace(plan, stands_still=stepper.stands_still)
        place.executor.bell = None if gate is None else gate.fileno()
        events = record(trace, plan, place, stop, gate, stepper)
        yield from place.observer.watched(events, trace, stands_still=gate is not None and looks)
    finally:
        place.executor.bell = None
        if stepper is not None:
            stepper.end()
        if gate is not None:
            gate.close()


def _gate(place: Place, stepper: Stepper | None) -> GateServer | None:
    if stepper is None and not place.observer.sees_delegates:
        return None
    try:
        if not place.gate:
            raise PlaceError(f"calls can't be held: {place.workdir} is too long a path for a socket")
        return GateServer(place.workdir / "gate")
    except PlaceError:
        if stepper is not None and stepper.may_hold:
            raise
        return None
