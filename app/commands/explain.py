"""``cnistep explain``: what a pod event, a log line or a whole log says."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from app.diagnosis.explaining import Told, findings_document, tell
from app.exits import FAILED, OK
from app.output import Output, output_options, say
from traces.diagnosis.explain.reading import Reading, read_text
from traces.diagnosis.explain.text import headline
from traces.errors import InputError
from traces.session.opening import SCHEMA_VERSION
from traces.timeline.printable import printable

_SHOWN = 8
"""Explanations that are told whole; of the others a line."""
_TRACED = 50
"""Explanations for which a recorded trace is looked for."""


@click.command()
@click.argument("text", nargs=-1)
@click.option("--open", "open_", is_flag=True, help="Open the recorded trace of the sandbox or the pod.")
@output_options()
@click.pass_context
def explain(ctx: click.Context, /, text: Sequence[str], open_: bool, **output: Any) -> int:
    """Explain TEXT: an event, a line of kubelet's, containerd's or CRI-O's log, or any part of one; in quotes.

    A file's name stands for what is in it; without TEXT, or with «-», it is standard input: a whole log, or what
    kubectl describe, kubectl get events -o json and crictl info print. However often it was quoted, it is unquoted.

    Exit code 1 says that an error was explained, 0 that the text speaks of none.
    """
    printed = Output(**output)
    reading = read_text(_lines(text))
    if reading.is_empty:
        raise InputError(
            "explain: there is nothing to explain: give an event or a log line in quotes, or a log on stdin"
        )
    told = tell(reading.explanations[:_TRACED])
    if printed.as_json:
        printed.document(_document(reading, told))
    else:
        click.echo("\n\n".join(_parts(reading, told, printed)))
    if open_ and not printed.as_json:
        _open(ctx, told)
    return FAILED if any(each.is_error for each in reading.explanations) else OK


def _lines(text: Sequence[str]) -> Iterator[bytes]:
    """What to read, line by line. Raises OSError for a file that can't be read."""
    if not text or tuple(text) == ("-",):
        if sys.stdin.isatty():
            say("cnistep explain: paste the text, then press Ctrl-D on a line of its own")
        yield from sys.stdin.buffer
    elif len(text) == 1 and _is_path(text[0]):
        if os.path.isdir(text[0]) or not os.path.exists(text[0]):
            raise InputError(f"explain: {text[0]}: no such file; expected a log, or the text itself in quotes")
        with open(text[0], "rb") as file:
            yield from file
    else:
        yield from " ".join(text).encode(errors="surrogateescape").splitlines(keepends=True)


def _is_path(text: str) -> bool:
    """Whether it names a file, there or not, rather than being what is to be explained."""
    return os.path.isfile(text) or (text.startswith(("/", "./", "../", "~")) and not any(map(str.isspace, text)))


def _document(reading: Reading, told: Sequence[Told]) -> dict[str, Any]:
    more = (Told(explanation=each) for each in reading.explanations[len(told) :])
    return {
        "schema_version": SCHEMA_VERSION,
        "lines": reading.lines,
        "records_left_out": reading.left_out,
        "explanations": [each.document() for each in (*told, *more)],
        "findings": findings_document(told),
    }


def _parts(reading: Reading, told: Sequence[Told], printed: Output) -> Iterator[str]:
    if not told:
        yield "nothing in it speaks of a fault of a chain: no words of kubelet, a runtime, libcni or a plugin are known"
        return
    for number, each in enumerate(told[:_SHOWN], 1):
        text = each.plain() if printed.is_told else each.text(printed.width, printed.ascii)
        yield f"{number}. {text}" if len(reading.explanations) > 1 else text
    others = reading.explanations[_SHOWN:]
    if others:
        yield "\n".join([f"and {len(others)} more:", *(f"  {each.count:>9,}x  {headline(each)}" for each in others)])
    if reading.left_out:
        yield f"{reading.left_out:,} records more were left out: the log has too many different ones"


def _open(ctx: click.Context, told: Sequence[Told]) -> None:
    """Open the first trace that was found, as `cnistep open` does: on a terminal the screen, elsewhere as text."""
    trace = next((each.trace for each in told if each.trace is not None), None)
    if trace is None:
        say("cnistep: no trace of that sandbox or pod is recorded")
        return
    group = ctx.find_root().command
    command = group.get_command(ctx, "open") if isinstance(group, click.Group) else None
    if command is not None:
        say(f"cnistep: opening {printable(trace.id)}")
        ctx.invoke(command, trace=trace.id)
