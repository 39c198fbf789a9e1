"""``cnistep list``: the traces kept."""

from dataclasses import asdict
from typing import Any

import click

from app.output import Output, output_options, say
from traces.model.summary import Summary
from traces.session.opening import SCHEMA_VERSION, kept_summaries
from traces.timeline.printable import printable


@click.command("list")
@click.option("-n", "count", metavar="N", type=int, help="Only the newest N.")
@output_options()
def list_traces(count: int | None, **output: Any) -> int:
    """List the traces kept, newest first."""
    summaries = kept_summaries()[:count]
    if output["as_json"]:
        rows = [asdict(summary) for summary in summaries]
        Output(**output).document({"schema_version": SCHEMA_VERSION, "traces": rows})
        return 0
    if not summaries:
        say("no traces are kept yet; «cnistep run CONF» makes one, «cnistep demo» plays one")
    for summary in summaries:
        click.echo(_row(summary, plain=output["plain"]))
    return 0


def _row(summary: Summary, plain: bool) -> str:
    """One trace in one line, the outcome as a word."""
    outcome = f"FAIL at {summary.failed_plugin}" if summary.failed_plugin else "FAIL" if summary.error else "ok"
    branch = f"branch of {summary.branch_of} from link {summary.branch_link}" if summary.branch_of else ""
    cells = [summary.id, summary.created[:19], summary.verb, summary.network, summary.container_id, summary.ifname]
    cells += [summary.place, outcome, branch]
    if plain:
        return ", ".join(printable(cell) for cell in cells if cell)
    widths = (10, 19, 8, 16, 30, 6, 8, 0, 0)
    return "  ".join(printable(cell).ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
