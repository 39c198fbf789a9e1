"""The verbs that open the screen. Textual is loaded only when one of them is run on a terminal that can show it."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from app.chain_options import simulate_option
from app.commands.run import interruptible
from app.doors import Screens
from app.exits import INTERRUPTED
from app.output import Output, output_options, say
from app.where import announce
from traces.errors import InputError, PlaceError
from traces.model.events import Event
from traces.model.trace import Trace
from traces.session.demos import DEMOS, VERBS, Demo, files_of, find_demo
from traces.session.node import NodeTraces
from traces.session.opening import SCHEMA_VERSION, kept_summaries, open_trace, open_traces
from traces.session.session import Session
from traces.timeline.printable import printable
from traces.timeline.trace_filter import TraceFilter

DEFAULT_DEMO = "calico"
_MOTION = click.option(
    "--motion", type=click.Choice(("none", "basic", "full")), help="How much moves. [full; basic over ssh]"
)


@click.command("open", short_help="Open the screen on a trace.")
@click.argument("trace")
@_MOTION
@output_options()
def open_(trace: str, motion: str | None, **output: Any) -> int:
    """Open the screen on TRACE: an id, the beginning of one, «last», a file, or «-» for standard input."""
    return _show(open_traces(trace), motion, Output(**output))


@click.command(short_help="Run a bundled chain and play it: no root, no plugin needed.")
@click.argument("name", default=DEFAULT_DEMO)
@click.option("--list", "list_", is_flag=True, help="Name the demos.")
@simulate_option
@_MOTION
@output_options()
def demo(name: str, list_: bool, simulate: str | None, motion: str | None, **output: Any) -> int:
    """Run a bundled chain, ADD, CHECK and DEL, in a sandbox, and play it.

    Plugins that are not installed are simulated. Where no sandbox can be had it is a recording that is played.
    """
    if list_:
        _list_demos(Output(**output))
        return 0
    return _play(find_demo(name), simulate, motion, Output(**output))


@click.command(hidden=True)
@_MOTION
@output_options()
def start(motion: str | None, **output: Any) -> int:
    """Open the screen on the newest trace kept, or on the demo where there is none."""
    kept = kept_summaries(lambda text: say(f"cnistep: {printable(text)}"))
    if kept:
        return _show((open_trace("last"),), motion, Output(**output))
    say("cnistep: no traces are kept yet: this is the demo. «cnistep run CONF» runs a chain of yours.")
    return _play(find_demo(DEFAULT_DEMO), None, motion, Output(**output))


def _list_demos(output: Output) -> None:
    if output.as_json:
        rows = [{"name": known.name, "title": known.title} for known in DEMOS.values()]
        output.document({"schema_version": SCHEMA_VERSION, "demos": rows})
        return
    for known in DEMOS.values():
        click.echo(f"{known.name}, {known.title}" if output.plain else f"{known.name:12}{known.title}")


def _play(demo: Demo, simulate: str | None, motion: str | None, output: Output) -> int:
    """Run the demo and show it; where no sandbox can be had, its recording."""
    with Session(sandbox=True, files=demo.files, simulate=simulate) as session:
        try:
            announce(session, demo.network, VERBS)
        except PlaceError as error:
            say(f"cnistep: this is a recording, nothing is executed: {error}")
            return _show(demo.recording(), motion, output, playing=True)
        with interruptible(session):
            traces = demo.run(session)
        if session.stop.is_set():
            return INTERRUPTED
        return _show(traces, motion, output, playing=True, session=session)


def step_on_screen(session: Session, events: Iterator[Event]) -> int:
    """Open the screen on a run that waits before its first link. Raises InputError where there is no terminal."""
    if not _can_draw():
        raise InputError("--step needs a terminal that a screen can be drawn on")
    from app.launch import launch

    return launch(session, live=events)


def watch_on_screen(session: Session, node: NodeTraces, cache_dir: str, wanted: TraceFilter) -> int:
    """Open the screen on a node that is watched."""
    from app.launch import launch_watch

    return launch_watch(session, node, cache_dir, wanted)


def _show(
    traces: Sequence[Trace],
    motion: str | None,
    output: Output,
    playing: bool = False,
    session: Session | None = None,
) -> int:
    """The screen, or the same as text where a screen can't be had or isn't wanted."""
    if not traces:
        raise InputError("there is no trace in it")
    if output.as_json or output.plain or not _can_draw():
        output.traces(traces)
        return 0
    from app.launch import launch

    if session:
        return launch(session, traces, playing=playing, motion=motion)
    with Session(sandbox=True, files=files_of(traces[0].network)) as session:
        return launch(session, traces, playing=playing, motion=motion)


def _can_draw() -> bool:
    """Whether this is a terminal that a screen can be drawn on."""
    return sys.stdout.isatty() and sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")


SCREENS = Screens(can_draw=_can_draw, step=step_on_screen, watch=watch_on_screen)
"""The doors for the headless verbs."""
