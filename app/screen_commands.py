"""The verbs that open the screen. Textual is loaded only when one of them is run on a terminal that can show it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from app.looks.looks import looks, looks_options
from app.output import Output, output_options, say
from app.screen_doors import can_draw, load_screen
from traces.errors import InputError
from traces.model.trace import Trace
from traces.session.opening import kept_summaries, open_trace, open_traces
from traces.timeline.printable import printable

if TYPE_CHECKING:
    from traces.session.session import Session

Wished = dict[str, Any]
"""The options of a screen, as `looks` takes them."""


@click.command("open")
@click.argument("trace")
@click.option("--step", is_flag=True, help="With --plain, or where no screen can be drawn: step by prompts.")
@looks_options
@output_options()
def open_(trace: str, step: bool, **options: Any) -> int:
    """Open the screen on TRACE: an id, the beginning of one, «last», a file, or «-» for standard input."""
    wished, output = apart(options)
    if step and not output.as_json and (output.is_told or not can_draw()):
        return _step_recording(open_traces(trace), from_stdin=trace == "-")
    return show(open_traces(trace), wished, output)


@click.command(hidden=True)
@looks_options
@output_options()
def start(**options: Any) -> int:
    """Open the screen on the newest trace kept, or on the demo where there is none."""
    wished, output = apart(options)
    kept = kept_summaries(lambda text: say(f"cnistep: {printable(text)}"))
    if kept:
        return show((open_trace("last"),), wished, output)
    from app.demo_command import play_default

    say("cnistep: no traces are kept yet: this is the demo. «cnistep run CONF» runs a chain of yours.")
    return play_default(wished, output)


def _step_recording(traces: Sequence[Trace], *, from_stdin: bool) -> int:
    """Step the first of the traces by prompts. Raises InputError where there is none, or nobody to be asked."""
    if from_stdin:
        raise InputError("--step asks on standard input, and - reads the trace from it: give a file")
    if not traces:
        raise InputError("there is no trace in it")
    from app.plain.plain_recording import step_recording
    from app.plain.plain_stepping import ask_line

    step_recording(traces[0], ask_line)
    return 0


def apart(options: dict[str, Any]) -> tuple[Wished, Output]:
    """How the screen is wished, and what is to be printed instead of one."""
    wished = {name: options.pop(name) for name in ("theme", "motion", "ascii", "no_mouse")}
    return wished, Output(**options)


def show(
    traces: Sequence[Trace],
    wished: Wished,
    output: Output,
    playing: bool = False,
    session: "Session | None" = None,
) -> int:
    """The screen, or the same as text where a screen can't be had or isn't wanted."""
    if not traces:
        raise InputError("there is no trace in it")
    if output.as_json or output.plain or not can_draw():
        output.traces(traces)
        return 0
    held = looks(**wished)
    load_screen()
    from app.launch import launch
    from traces.session.demos import files_of
    from traces.session.session import Session

    if session:
        return launch(session, held, traces, playing=playing)
    with Session(sandbox=True, files=files_of(traces[0].network)) as session:
        return launch(session, held, traces, playing=playing)
