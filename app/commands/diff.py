"""``cnistep diff``: two traces beside each other, or a branch and its parent."""

from collections.abc import Sequence
from typing import Any

import click

from app.exits import FAILED, OK
from app.output import Output, output_options
from traces.errors import InputError
from traces.model.trace import Trace
from traces.session.opening import open_trace, open_traces
from traces.timeline.compare import compare
from traces.timeline.compare_document import comparison_document
from traces.timeline.printable import printable


@click.command()
@click.argument("traces", metavar="A [B]", nargs=-1, required=True)
@click.option("--raw", is_flag=True, help="Do not mask names made at random, MACs, ids, netns paths and times.")
@output_options()
def diff(traces: Sequence[str], raw: bool, **output: Any) -> int:
    """Compare two traces, aligned by link; or, given one, a branch with the trace that it was made from.

    A and B are ids, beginnings of ids, «last», files, or «-» for standard input; of several traces in a file it is the
    last. Exit code 0 says that they are equal, 1 that they differ.

    Names made at random, MACs, ids, netns paths and times count as equal where each stands for the same other one
    throughout; --raw compares them as they are.
    """
    left, right = _named(traces)
    found = compare(left, right, raw=raw)
    printed = Output(**output)
    if printed.as_json:
        printed.document(comparison_document(found))
    else:
        click.echo(printed.comparison(left, right, found), nl=False)
    return OK if found.equal else FAILED


def _named(references: Sequence[str]) -> tuple[Trace, Trace]:
    """The left and the right trace. Raises InputError, StoreError."""
    if len(references) > 2:
        raise InputError(f"diff: expected one trace or two, found {len(references)}")
    if list(references) == ["-", "-"]:
        raise InputError("diff: standard input («-») holds one of the two traces, not both")
    if len(references) == 2:
        return open_trace(references[0]), open_trace(references[1])
    given = open_traces(references[0])
    branch = given[-1]
    if branch.branch_of is None:
        raise InputError(f"{printable(branch.id)} is no branch: name the trace to compare it with")
    parent = next((trace for trace in given if trace.id == branch.branch_of.trace), None)
    return parent or open_trace(branch.branch_of.trace), branch
