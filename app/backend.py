"""What the screen may do outside of itself. Whoever starts it says how; the screen knows no session and no store."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from app.live.link_edit import LinkEdit
from app.node.node_news import Watch
from app.notebook import MemoryNotebook, Notebook
from traces.errors import InputError, PlaceError
from traces.kernel.claim import ClaimRow
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.summary import Summary
from traces.model.trace import Trace
from traces.session.stepper import Stepper
from traces.timeline.printable import printable


def refuse_to_ask(trace: Trace) -> tuple[ClaimRow, ...]:
    """Where nothing runs there is no kernel to ask. Raises PlaceError."""
    raise PlaceError(f"no place is open in which this {printable(trace.verb)} ran: it is only a record")


def no_demo(name: str) -> Trace:
    """Where there are no demos. Raises InputError."""
    raise InputError(f"no demo: {printable(name)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """The screen's doors. What they raise as a TraceError is shown to the user."""

    open_trace: Callable[[str], Trace]
    """The trace of that id."""
    summaries: Callable[[], tuple[Summary, ...]]
    """The traces to list, in the order in which they are listed."""
    rerun: Callable[[Trace, int, LinkEdit, str], Iterator[Event]]
    """Rerun a trace from a link, edited or as it was, in a way («first», «materialise»)."""
    try_fault: Callable[[Trace, Fault, LinkEdit, str], Iterator[Event]] = lambda trace, fault, edit, how: iter(())
    """The same from a fault's link, with the fault in it."""
    run: Callable[[Trace, str], Iterator[Event]] = lambda trace, verb: iter(())
    """Run a verb of a trace's network for its attachment, in the sandbox."""
    ask_kernel: Callable[[Trace], tuple[ClaimRow, ...]] = refuse_to_ask
    """Hold a trace's result to what the kernel has now, in the place that the trace ran in."""
    notebook: Notebook = field(default_factory=MemoryNotebook)
    """Keeps the user's marks and watch expressions."""
    filters: Callable[[], tuple[str, ...]] = lambda: ()
    """The filters that the list was asked for before, the oldest first."""
    keep_filters: Callable[[Sequence[str]], None] = lambda filters: None
    """Keep those that it was asked for."""
    demos: tuple[tuple[str, str], ...] = ()
    """The bundled chains: title and name."""
    open_demo: Callable[[str], Trace] = no_demo
    """List a bundled chain's recording with the other traces, and give the first of it."""
    live: Iterator[Event] | None = None
    """A run that is under way, or about to begin: its events, while they happen."""
    watch: Watch | None = None
    """A node that is watched."""
    stepper: Stepper = field(default_factory=Stepper)
    """Holds the calls of every run that the screen follows."""
    deadline: bool = False
    """Whether that run has a deadline: it stands still while the run is held."""
    stop: Callable[[], None] = lambda: None
    """Ask what runs to end; called when the user leaves."""
    interrupt: Callable[[], None] = lambda: None
    """End the run under way, and keep its trace as it stands; other runs may follow it."""
    made: frozenset[str] = frozenset()
    """The traces to list that were run just now, before the screen was opened."""
