"""The doors through which the screen runs something: each run in the session's place, held by the screen's stepper."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.live.link_edit import LinkEdit
from app.live.running import in_sandbox
from traces.errors import PlaceError
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.trace import Trace
from traces.session.editing import edits_of
from traces.session.session import Session
from traces.session.stepper import Stepper


@dataclass(frozen=True, slots=True)
class RunDoors:
    """What the screen may run."""

    session: Session
    stepper: Stepper

    def rerun(self, trace: Trace, link: int, edit: LinkEdit, how: str, *faults: Fault) -> Iterator[Event]:
        """Rerun a trace from a link, edited. Raises TraceError."""
        self.session.stop.clear()
        edits = edits_of(trace, link, stdin=edit.stdin)
        yield from self.session.follow_rerun(
            trace, link, edits, how, faults=faults, stepper=self.stepper, environment=edit.environment
        )

    def try_fault(self, trace: Trace, fault: Fault, edit: LinkEdit, how: str) -> Iterator[Event]:
        """The same from a fault's link, with the fault in it. Raises TraceError."""
        yield from self.rerun(trace, fault.link or 0, edit, how, fault)

    def run(self, trace: Trace, verb: str) -> Iterator[Event]:
        """Run a verb of a trace's network for its attachment, in the sandbox that is open. Raises TraceError."""
        self.session.stop.clear()
        if self.session.place.kind != "sandbox":
            raise PlaceError("the place that is open is this host, and this runs in a sandbox only: R reruns in one")
        yield from self.session.follow(verb, trace.network, in_sandbox(trace.attachment), stepper=self.stepper)
