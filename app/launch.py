"""Opens the screen: gives it its doors to the session, and waits for it to end."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.backend import Backend
from app.debugger_app import DebuggerApp
from app.exits import OK
from app.gate import Gate
from app.node_news import Watch
from traces.errors import InputError
from traces.model.events import Event
from traces.model.fault import Fault
from traces.model.trace import Trace
from traces.session.collection import Collection, recorded_here
from traces.session.editing import edits_of
from traces.session.node import NodeTraces
from traces.session.session import Session
from traces.session.wake import Wake
from traces.session.watching import watch
from traces.shim.trusted import check_spool
from traces.timeline.playback import Motion
from traces.timeline.printable import printable
from traces.timeline.trace_filter import TraceFilter
from traces.timeline.trace_query import query_text


def launch(
    session: Session,
    traces: Sequence[Trace] = (),
    *,
    playing: bool = False,
    motion: str | None = None,
    live: Iterator[Event] | None = None,
) -> int:
    """Show the first of the traces, or a run that is stepped from its first link on, and give the exit code."""
    return _show(
        DebuggerApp(
            backend_of(session, traces, live),
            traces[0] if traces else None,
            playing=playing,
            motion=Motion(motion) if motion else None,
        )
    )


def launch_watch(session: Session, node: NodeTraces, cache_dir: str, wanted: TraceFilter) -> int:
    """Show what a node's runtime runs, while it runs it, and give the exit code."""
    return _show(DebuggerApp(watching_backend(session, node, cache_dir, wanted)))


def watching_backend(session: Session, node: NodeTraces, cache_dir: str, wanted: TraceFilter) -> Backend:
    """The doors of a screen that watches a node, until it is left.

    Raises InputError where the spool may not be believed, PlaceError where it can't be read.
    """
    stop, wake = threading.Event(), Wake(node.spool, Path(node.conflists.conf_dir))
    backend = backend_of(session, node=node)

    def leave() -> None:
        stop.set()
        wake.call()
        backend.stop()

    events = watch(node, cache_dir, stop, wake=wake)
    door = Watch(read=node.refresh, events=events, advice=_advice(node.spool), query=query_text(wanted))
    return replace(backend, watch=door, stop=leave)


def _advice(spool: Path) -> str:
    """What to do where nothing is recorded. Raises InputError where the spool may not be believed, PlaceError."""
    if check_spool(spool):
        return "nothing recorded yet: start a pod; «cnistep node status» says whether plugins are wrapped"
    return f"there is no spool {printable(str(spool))} yet: «cnistep node install» puts recorders in place"


def _show(app: DebuggerApp) -> int:
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


def backend_of(
    session: Session,
    given: Sequence[Trace] = (),
    live: Iterator[Event] | None = None,
    node: NodeTraces | None = None,
) -> Backend:
    """The screen's doors: what it opens is given or kept, what it reruns runs in a sandbox of the session.

    A node that is given is watched by somebody else: then nobody reads its spool to list its traces.
    """
    collection = Collection(session.library, given, node or _recorded(), is_watched=node is not None)

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


def _recorded() -> NodeTraces | None:
    """What the recorders of this node have written, if it may be believed; the headless verbs say why not."""
    try:
        return recorded_here()
    except InputError:
        return None
