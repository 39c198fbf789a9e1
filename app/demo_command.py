"""``cnistep demo``: a bundled chain that runs here and now, or its recording, on the screen."""

from typing import Any

import click

from app.chain_options import simulate_option
from app.commands.run import interruptible
from app.exits import INTERRUPTED, OK
from app.looks.looks import looks_options
from app.output import Output, output_options, say
from app.screen_commands import Wished, apart, show
from app.where import announce
from traces.errors import PlaceError
from traces.session.demos import DEMOS, VERBS, Demo, find_demo
from traces.session.opening import SCHEMA_VERSION
from traces.session.session import Session

DEFAULT_DEMO = "calico"


@click.command()
@click.argument("name", default=DEFAULT_DEMO)
@click.option("--list", "list_", is_flag=True, help="Name the demos.")
@simulate_option
@looks_options
@output_options()
def demo(name: str, list_: bool, simulate: str | None, **options: Any) -> int:
    """Run a bundled chain, ADD, CHECK and DEL, in a sandbox, and play it.

    Plugins that are not installed are simulated. Where no sandbox can be had it is a recording that is played.
    """
    wished, output = apart(options)
    if list_:
        _list_demos(output)
        return OK
    return _play(find_demo(name), simulate, wished, output)


def play_default(wished: Wished, output: Output) -> int:
    """Play the demo that is shown to who asks for nothing."""
    return _play(find_demo(DEFAULT_DEMO), None, wished, output)


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
            return show(demo.recording(), wished, output, playing=True)
        with interruptible(session):
            traces = demo.run(session)
        if session.stop.is_set():
            return INTERRUPTED
        return show(traces, wished, output, playing=True, session=session)
