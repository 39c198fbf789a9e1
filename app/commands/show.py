"""``cnistep show``: a trace's sequence as text, in the words of the screen."""

from typing import Any

import click

from app.output import Output, output_options
from traces.session.opening import kept_before, open_traces


@click.command()
@click.argument("trace")
@click.option("--kernel", is_flag=True, help="Also what each link changed in the kernel, and which claims are not so.")
@output_options(file=True)
def show(trace: str, **output: Any) -> int:
    """Print the sequence of TRACE: an id, the beginning of one, «last», a file, or «-» for standard input."""
    found = open_traces(trace)
    Output(**output).traces(found, beside=kept_before(found[0]) if len(found) == 1 else ())
    return 0
