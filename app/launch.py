"""Opens the screen: gives it its doors to the session, and waits for it to end."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator, Sequence

from app.backend import Backend
from app.debugger_app import DebuggerApp
from app.exits import OK
from app.gate import Gate
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.trace import Trace
from traces.session.collection import Collection
from traces.session.editing import edits_of
from traces.session.session import Session
from traces.timeline.playback import Motion


def launch(
    session: Session,
    traces: Sequence[Trace] = (),
    *,
    playing: bool = False,
    motion: str | None = None,
    live: Iterator[Event] | None = None,
) -> int:
    """Show the first of the traces, or a run that is stepped from its first link on, and give the exit code."""
    app = DebuggerApp(
        backend_of(session, traces, live),
        traces[0] if traces else None,
        playing=playing,
        motion=Motion(motion) if motion else None,
    )
    _keys_from_the_terminal()
    asyncio.run(_until_left(app))
    return app.return_code or OK


def _keys_from_the_terminal() -> None:
    """Read keys from the terminal where stdin was a trace (Textual reads them from stdin)."""
    if not sys.stdin.isatty():
        terminal = os.open("/dev/tty", os.O_RDONLY)
        os.dup2(terminal, 0)
        os.close(terminal)


async def _until_left(app: DebuggerApp) -> None:
    """Run the screen; a request to terminate, or a terminal that goes away, leaves it as its user would."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, app.exit)
    await app.run_async()


def backend_of(session: Session, given: Sequence[Trace] = (), live: Iterator[Event] | None = None) -> Backend:
    """The screen's doors: what it opens is given or kept, what it reruns runs in a sandbox of the session."""
    collection = Collection(session.library, given)

    def rerun(trace: Trace, link: int, prev_result: str | None, how: str, *faults: Fault) -> Iterator[Event]:
        session.stop.clear()
        edits = edits_of(trace, link, prev_result=prev_result)
        yield from session.follow_rerun(trace, link, edits, how, faults=faults)

    def try_fault(trace: Trace, fault: Fault, prev_result: str | None, how: str) -> Iterator[Event]:
        yield from rerun(trace, fault.link or 0, prev_result, how, fault)

    gate = Gate() if live else None

    def stop() -> None:
        session.stop.set()
        if gate:
            gate.hold(False)

    return Backend(
        open_trace=collection.open,
        summaries=collection.summaries,
        rerun=rerun,
        try_fault=try_fault,
        arm=session.arm,
        live=live,
        ask_kernel=session.ask_kernel,
        made=frozenset(session.ran),
        gate=gate,
        interrupt=session.stop.set,
        stop=stop,
    )
