"""Opens the screen: gives it its doors to the session, and waits for it to end."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.backend import Backend
from app.cnistep_app import CnistepApp
from app.debugger_app import DebuggerApp
from app.exits import FAILED, INTERRUPTED, OK
from app.keys.all_keys import ALL_SCOPES
from app.keys.remap import checked
from app.live.run_doors import RunDoors
from app.looks.looks import Looks
from app.looks.themes import theme_names
from app.node.node_news import Watch
from app.output import say
from app.outside.terminal_gone import until_gone
from panels.render.glyphs import ASCII, UNICODE
from traces.errors import InputError
from traces.model.events import Event
from traces.model.trace import Trace
from traces.session.annotating import Annotations
from traces.session.collection import Collection, recorded_here
from traces.session.demos import DEMOS, find_demo
from traces.session.session import Session
from traces.session.stepper import Stepper
from traces.store.filter_list import FilterList
from traces.timeline.playback import Motion
from traces.timeline.printable import printable

if TYPE_CHECKING:
    from traces.session.node import NodeTraces
    from traces.timeline.trace_filter import TraceFilter


def launch(
    session: Session,
    looks: Looks,
    traces: Sequence[Trace] = (),
    *,
    playing: bool = False,
    live: Iterator[Event] | None = None,
    stepper: Stepper | None = None,
    deadline: bool = False,
) -> int:
    """Show the first of the traces, or a run that is live and held by the stepper, and give the exit code."""
    backend = backend_of(session, traces, stepper=stepper)
    return show_app(
        DebuggerApp(
            replace(backend, live=live, deadline=deadline),
            traces[0] if traces else None,
            playing=playing,
            **app_options(looks),
        ),
        mouse=looks.mouse,
    )


def launch_watch(session: Session, node: "NodeTraces", cache_dir: str, wanted: "TraceFilter", looks: Looks) -> int:
    """Show what a node's runtime runs, while it runs it, and give the exit code."""
    app = DebuggerApp(watching_backend(session, node, cache_dir, wanted), **app_options(looks))
    return show_app(app, mouse=looks.mouse)


def app_options(looks: Looks) -> dict[str, Any]:
    """What the App is made with. Raises InputError for a theme or an action that there is not, or keys that clash."""
    if looks.theme is not None and looks.theme not in theme_names():
        raise InputError(f"there is no theme {printable(looks.theme)}: expected one of {', '.join(theme_names())}")
    return {
        "theme": looks.theme,
        "motion": Motion(looks.motion) if looks.motion else None,
        "glyphs": None if looks.ascii is None else ASCII if looks.ascii else UNICODE,
        "mouse": looks.mouse,
        "remap": checked(looks.config, ALL_SCOPES) if looks.config else None,
    }


def watching_backend(session: Session, node: "NodeTraces", cache_dir: str, wanted: "TraceFilter") -> Backend:
    """The doors of a screen that watches a node, until it is left.

    Raises InputError where the spool may not be believed, PlaceError where it can't be read.
    """
    from traces.session.wake import Wake
    from traces.session.watching import watch

    stop, wake = threading.Event(), Wake(node.spool, Path(node.conflists.conf_dir))
    backend = backend_of(session, node=node)

    def leave() -> None:
        stop.set()
        wake.call()
        backend.stop()

    events = watch(node, cache_dir, stop, wake=wake)
    door = Watch(read=node.refresh, events=events, advice=_advice(node.spool), query=str(wanted.query))
    return replace(backend, watch=door, stop=leave)


def _advice(spool: Path) -> str:
    """What to do where nothing is recorded. Raises InputError where the spool may not be believed, PlaceError."""
    from traces.shim.trusted import check_spool

    if check_spool(spool):
        return "nothing recorded yet: start a pod; «cnistep node status» says whether plugins are wrapped"
    return f"there is no spool {printable(str(spool))} yet: «cnistep node install» puts recorders in place"


def show_app(app: CnistepApp, *, mouse: bool) -> int:
    """Run an App of ours, and give the exit code; what a mistake of ours was is said."""
    _keys_from_the_terminal()
    asyncio.run(_until_left(app, mouse=mouse))
    if app.mistake is not None:
        from app.outside.crash import report_crash

        say(report_crash(app.mistake, size=(app.size.width, app.size.height), actions=app.last_actions))
        return FAILED
    return app.return_code or OK


def _keys_from_the_terminal() -> None:
    """Read keys from the terminal where stdin was a trace (Textual reads them from stdin)."""
    if not sys.stdin.isatty():
        terminal = os.open("/dev/tty", os.O_RDONLY)
        os.dup2(terminal, 0)
        os.close(terminal)


async def _until_left(app: CnistepApp, *, mouse: bool) -> None:
    """Run the screen; an interrupt, a request to terminate or a terminal that goes away leaves it as its user would."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.exit)
    loop.add_signal_handler(signal.SIGINT, lambda: app.exit(return_code=INTERRUPTED))
    closed = asyncio.create_task(until_gone(sys.stdin.fileno()))
    closed.add_done_callback(lambda gone: None if gone.cancelled() else app.exit())
    try:
        await app.run_async(mouse=mouse)
    finally:
        closed.cancel()


def backend_of(
    session: Session,
    given: Sequence[Trace] = (),
    node: "NodeTraces | None" = None,
    stepper: Stepper | None = None,
) -> Backend:
    """The screen's doors: what it opens is given or kept, what it reruns runs in a sandbox of the session.

    A node that is given is watched by somebody else: then nobody reads its spool to list its traces.
    """
    collection = Collection(session.library, given, node or _recorded(), is_watched=node is not None)
    stepper = stepper or Stepper()
    doors = RunDoors(session, stepper)

    def open_demo(name: str) -> Trace:
        traces = find_demo(name).recording()
        collection.give(traces)
        return traces[0]

    filters = FilterList(session.library.state_dir)
    return Backend(
        open_trace=collection.open,
        summaries=collection.summaries,
        rerun=doors.rerun,
        try_fault=doors.try_fault,
        run=doors.run,
        stepper=stepper,
        notebook=Annotations(session.library, collection),
        filters=filters.all,
        keep_filters=filters.keep,
        demos=tuple((f"{each.name}, {each.title}", each.name) for each in DEMOS.values()),
        open_demo=open_demo,
        ask_kernel=session.ask_kernel,
        made=frozenset(session.ran),
        interrupt=session.stop.set,
        stop=session.stop.set,
    )


def _recorded() -> "NodeTraces | None":
    """What the recorders of this node have written, if it may be believed; the headless verbs say why not."""
    try:
        return recorded_here()
    except InputError:
        return None
