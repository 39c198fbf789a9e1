"""What the screen may do outside of itself. Whoever starts it says how; the screen knows no session and no store."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.gate import Gate
from app.node_news import Watch
from traces.errors import PlaceError
from traces.kernel.claim import ClaimRow
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.timeline.printable import printable


def refuse_to_ask(trace: Trace) -> tuple[ClaimRow, ...]:
    """Where nothing runs there is no kernel to ask. Raises PlaceError."""
    raise PlaceError(f"no place is open in which this {printable(trace.verb)} ran: it is only a record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """The screen's doors. What they raise as a TraceError is shown to the user."""

    open_trace: Callable[[str], Trace]
    """The trace of that id."""
    summaries: Callable[[], tuple[Summary, ...]]
    """The traces to list, in the order in which they are listed."""
    rerun: Callable[[Trace, int, str | None, str], Iterator[Event]]
    """Rerun a trace from a link, with another prevResult (JSON text) or its own, in a way («first», «materialise»)."""
    try_fault: Callable[[Trace, Fault, str | None, str], Iterator[Event]] = lambda trace, fault, edit, how: iter(())
    """The same from a fault's link, with the fault in it."""
    arm: Callable[[Fault], None] = lambda fault: None
    """Put a fault into the run under way, at the link that it stands before."""
    ask_kernel: Callable[[Trace], tuple[ClaimRow, ...]] = refuse_to_ask
    """Hold a trace's result to what the kernel has now, in the place that the trace ran in."""
    live: Iterator[Event] | None = None
    """A run that is under way, or about to begin: its events, while they happen."""
    watch: Watch | None = None
    """A node that is watched."""
    gate: Gate | None = None
    """Holds that run before each link, where the user wants to step it."""
    stop: Callable[[], None] = lambda: None
    """Ask what runs to end; called when the user leaves."""
    interrupt: Callable[[], None] = lambda: None
    """End the run under way, and keep its trace as it stands; other runs may follow it."""
    made: frozenset[str] = frozenset()
    """The traces to list that were run just now, before the screen was opened."""
