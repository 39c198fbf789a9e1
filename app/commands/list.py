"""``cnistep list``: the traces kept."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from app.output import Output, output_options, say
from traces.model.summary import Summary
from traces.session.opening import SCHEMA_VERSION, kept_summaries
from traces.timeline.measure import cells, clip
from traces.timeline.printable import printable

_HEADS = ("ID", "MADE (UTC)", "VERB", "NETWORK", "CONTAINER", "IF", "OUTCOME")
_WIDTHS = (8, 19, 8, 12, 13, 5, 0)


@click.command("list")
@click.option("-n", "count", metavar="N", type=click.IntRange(min=1), help="Only the newest N.")
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
        return 0
    if not output["plain"]:
        click.echo(_columns(_HEADS))
    for summary in summaries:
        texts = [printable(text) for text in _texts(summary)]
        click.echo(", ".join(filter(None, texts)) if output["plain"] else _columns(texts))
    return 0


def _texts(summary: Summary) -> tuple[str, ...]:
    made = summary.created[:19].replace("T", " ")
    who = (summary.network, summary.container_id, summary.ifname)
    return (summary.id, made, summary.verb, *who, _outcome(summary))


def _outcome(summary: Summary) -> str:
    """How it ended, as a word; and of a branch where it is from."""
    outcome = f"FAIL at {summary.failed_plugin}" if summary.failed_plugin else "FAIL" if summary.error else "ok"
    if summary.branch_of:
        return f"{outcome}, branch of {summary.branch_of} from link {summary.branch_link}"
    return f"{outcome}, on this host" if summary.place == "netns" else outcome


def _columns(texts: Sequence[str]) -> str:
    return "  ".join(_fitted(text, width) for text, width in zip(texts, _WIDTHS, strict=True)).rstrip()


def _fitted(text: str, width: int) -> str:
    """The text in just so many cells; as it is in the last column."""
    text = clip(text, width) if width else text
    return text + " " * (width - cells(text))
