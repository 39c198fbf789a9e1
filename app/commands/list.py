"""``cnistep list``: the traces kept, and those in the spool of this node's recorders."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from app.output import Output, output_options, say
from traces.errors import InputError
from traces.model.summary import Summary
from traces.session.opening import SCHEMA_VERSION, kept_summaries
from traces.timeline.attempts import Attempts, fold_attempts
from traces.timeline.measure import cells, clip
from traces.timeline.printable import printable
from traces.timeline.query import Query, parse

_HEADS = ("ID", "MADE (UTC)", "VERB", "NETWORK", "CONTAINER", "IF", "OUTCOME")
_WIDTHS = (8, 19, 8, 12, 13, 5, 0)


@click.command("list")
@click.option(
    "--filter",
    "query",
    metavar="QUERY",
    default="",
    help="Only what fits, as in the screen's list: «plugin=portmap exit!=0 pod~web», «ips empty», «failed ns=shop».",
)
@click.option("-n", "count", metavar="N", type=click.IntRange(min=1), help="Only the newest N.")
@output_options()
def list_traces(query: str, count: int | None, **output: Any) -> int:
    """List the traces kept, and what this node's runtime ran since recorders were installed, newest first.

    What the runtime tried again and again for the same pod is one row, with the newest attempt; --json has them all.
    """
    wanted = _parsed(query)
    summaries = kept_summaries(lambda text: say(f"cnistep: {printable(text)}"), wanted)
    if output["as_json"]:
        rows = [_row(summary) for summary in summaries[:count]]
        Output(**output).document({"schema_version": SCHEMA_VERSION, "traces": rows})
        return 0
    if not summaries and wanted.terms:
        say("no trace fits the filter")
        return 0
    if not summaries:
        say("no traces are kept yet; «cnistep run CONF» makes one, «cnistep demo» plays one")
        return 0
    if not output["plain"]:
        click.echo(_columns(_HEADS))
    for row in fold_attempts(summaries)[:count]:
        texts = [printable(text) for text in _texts(row)]
        click.echo(", ".join(filter(None, texts)) if output["plain"] else _columns(texts))
    return 0


def _parsed(text: str) -> Query:
    """Raises InputError."""
    try:
        return parse(text)
    except InputError as error:
        raise InputError(f"--filter: {error}") from None


def _row(summary: Summary) -> dict[str, Any]:
    """A summary as JSON: without what is only there to be filtered by."""
    return {name: value for name, value in asdict(summary).items() if name != "calls_facts"}


def _texts(row: Attempts) -> tuple[str, ...]:
    summary = row.newest
    made = summary.created[:19].replace("T", " ")
    who = (summary.network, _whom(summary), summary.ifname)
    return (summary.id, made, summary.verb, *who, _outcome(row))


def _whom(summary: Summary) -> str:
    """The container; of what a node's runtime ran the pod, where it named one: its containers come and go."""
    if summary.place != "node" or not summary.pod:
        return summary.container_id
    return f"{summary.namespace}/{summary.pod}" if summary.namespace else summary.pod


def _outcome(row: Attempts) -> str:
    """How it ended, as a word; how often; and of a branch where it is from."""
    summary = row.newest
    outcome = f"FAIL at {summary.failed_plugin}" if summary.failed_plugin else "FAIL" if summary.error else "ok"
    if summary.branch_of:
        return f"{outcome}, branch of {summary.branch_of} from link {summary.branch_link}"
    if summary.place == "node":
        outcome = outcome if summary.finished else "runs"
        return f"{outcome} \u00d7{row.count}, on the node" if row.count > 1 else f"{outcome}, on the node"
    return f"{outcome}, on this host" if summary.place == "netns" else outcome


def _columns(texts: Sequence[str]) -> str:
    return "  ".join(_fitted(text, width) for text, width in zip(texts, _WIDTHS, strict=True)).rstrip()


def _fitted(text: str, width: int) -> str:
    """The text in just so many cells; as it is in the last column."""
    text = clip(text, width) if width else text
    return text + " " * (width - cells(text))
