"""The verbs that open the screen. Textual is loaded only when one of them is run on a terminal that can show it."""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import click

from app.chain_options import simulate_option
from app.commands.run import interruptible
from app.doors import Screens
from app.exits import INTERRUPTED
from app.looks.looks import looks, looks_options
from app.output import Output, output_options, say
from app.plain.plain_recording import step_recording
from app.plain.plain_stepping import ask_line
from app.where import announce
from traces.errors import InputError, PlaceError
from traces.model.events import Event
from traces.model.trace import Trace
from traces.session.demos import DEMOS, VERBS, Demo, files_of, find_demo
from traces.session.node import NodeTraces
from traces.session.opening import SCHEMA_VERSION, kept_summaries, open_trace, open_traces
from traces.session.session import Session
from traces.session.stepper import Stepper
from traces.timeline.printable import printable
from traces.timeline.trace_filter import TraceFilter

DEFAULT_DEMO = "calico"
Wished = dict[str, Any]
"""The options of a screen, as `looks` takes them."""


@click.command("open", short_help="Open the screen on a trace.")
@click.argument("trace")
@click.option("--step", is_flag=True, help="With --plain, or where no screen can be drawn: step by prompts.")
@looks_options
@output_options()
def open_(trace: str, step: bool, **options: Any) -> int:
    """Open the screen on TRACE: an id, the beginning of one, «last», a file, or «-» for standard input."""
    wished, output = _apart(options)
    if step and not output.as_json and (output.is_told or not _can_draw()):
        return _step_recording(open_traces(trace), from_stdin=trace == "-")
    return _show(open_traces(trace), wished, output)


@click.command(short_help="Run a bundled chain and play it: no root, no plugin needed.")
@click.argument("name", default=DEFAULT_DEMO)
@click.option("--list", "list_", is_flag=True, help="Name the demos.")
@simulate_option
@looks_options
@output_options()
def demo(name: str, list_: bool, simulate: str | None, **options: Any) -> int:
    """Run a bundled chain, ADD, CHECK and DEL, in a sandbox, and play it.

    Plugins that are not installed are simulated. Where no sandbox can be had it is a recording that is played.
    """
    wished, output = _apart(options)
    if list_:
        _list_demos(output)
        return 0
    return _play(find_demo(name), simulate, wished, output)


@click.command(hidden=True)
@looks_options
@output_options()
def start(**options: Any) -> int:
    """Open the screen on the newest trace kept, or on the demo where there is none."""
    wished, output = _apart(options)
    kept = kept_summaries(lambda text: say(f"cnistep: {printable(text)}"))
    if kept:
        return _show((open_trace("last"),), wished, output)
    say("cnistep: no traces are kept yet: this is the demo. «cnistep run CONF» runs a chain of yours.")
    return _play(find_demo(DEFAULT_DEMO), None, wished, output)


def _step_recording(traces: Sequence[Trace], *, from_stdin: bool) -> int:
    """Step the first of the traces by prompts. Raises InputError where there is none, or nobody to be asked."""
    if from_stdin:
        raise InputError("--step asks on standard input, and - reads the trace from it: give a file")
    if not traces:
        raise InputError("there is no trace in it")
    step_recording(traces[0], ask_line)
    return 0


def _apart(options: dict[str, Any]) -> tuple[Wished, Output]:
    """How the screen is wished, and what is to be printed instead of one."""
    wished = {name: options.pop(name) for name in ("theme", "motion", "ascii", "no_mouse")}
    return wished, Output(**options)


def _list_demos(output: Output) -> None:
    if output.as_json:
        rows = [{"name": known.name, "title": known.title} for known in DEMOS.values()]
        output.document({"schema_version": SCHEMA_VERSION, "demos": rows})
        return
    for known in DEMOS.values():
        click.echo(f"{known.name}, {known.title}" if output.plain else f"{known.name:12}{known.title}")


def _play(demo: Demo, simulate: str | None, wished: Wished, output: Output) -> int:
    """Run the demo and show it; where no sandbox can be had, its recording."""
    with Session(sandbox=True, files=demo.files, simulate=simulate) as session:
        try:
            announce(session, demo.network, VERBS)
        except PlaceError as error:
            say(f"cnistep: this is a recording, nothing is executed: {error}")
            return _show(demo.recording(), wished, output, playing=True)
        with interruptible(session):
            traces = demo.run(session)
        if session.stop.is_set():
            return INTERRUPTED
        return _show(traces, wished, output, playing=True, session=session)


def _load_screen() -> None:
    """Load it without looking for garbage, of which there is none yet: that takes a tenth of the time."""
    gc.disable()
    try:
        import_module("app.launch")
    finally:
        gc.freeze()
        gc.enable()


def step_on_screen(session: Session, events: Iterator[Event], stepper: Stepper, deadline: bool = False) -> int:
    """Open the screen on a run that the stepper holds, and that may have a deadline."""
    _load_screen()
    from app.launch import launch

    return launch(session, looks(), live=events, stepper=stepper, deadline=deadline)


def watch_on_screen(session: Session, node: NodeTraces, cache_dir: str, wanted: TraceFilter) -> int:
    """Open the screen on a node that is watched."""
    _load_screen()
    from app.launch import launch_watch

    return launch_watch(session, node, cache_dir, wanted, looks())


def _show(
    traces: Sequence[Trace],
    wished: Wished,
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
    held = looks(**wished)
    _load_screen()
    from app.launch import launch

    if session:
        return launch(session, held, traces, playing=playing)
    with Session(sandbox=True, files=files_of(traces[0].network)) as session:
        return launch(session, held, traces, playing=playing)


def _can_draw() -> bool:
    """Whether this is a terminal that a screen can be drawn on."""
    return sys.stdout.isatty() and sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")


SCREENS = Screens(can_draw=_can_draw, step=step_on_screen, watch=watch_on_screen)
"""The doors for the headless verbs."""
