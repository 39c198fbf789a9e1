"""``cnistep export``: traces in a form that can leave, without their secrets."""

from collections.abc import Sequence
from pathlib import Path

import click

from app.diagnosis.findings import all_findings
from app.output import Output, say
from traces.errors import InputError
from traces.export.forms import FORMS
from traces.model.trace import Trace
from traces.redaction.redactor import redact
from traces.session.opening import open_traces, write_content
from traces.timeline.printable import printable


@click.command()
@click.argument("trace")
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMS)), default="json", show_default=True, help="What to write."
)
@click.option("--call", "call_id", metavar="ID", help="shell: the call to run; else the one that failed, or the last.")
@click.option("-o", "file", metavar="FILE", help="Write to FILE, not to stdout.")
@click.option("--raw", is_flag=True, help="Leave tokens, keys and passwords in.")
def export(trace: str, form: str, call_id: str | None, file: str | None, raw: bool) -> int:
    """Write TRACE (an id, the beginning of one, «last», a file, or «-») in a form that can be given away.

    \b
    json      the trace file, for «cnistep open»
    markdown  a report for an issue: the facts, the sequence, each call folded away
    mermaid   a sequence diagram in Mermaid's language
    svg       the same sequence as a picture, with nothing in it that is loaded from elsewhere
    shell     a script that runs one call again by hand

    Secrets become placeholders, the same secret the same one: <redacted:token:1>. IPs, MACs and names stay.
    """
    if call_id is not None and form != "shell":
        raise InputError(f"--call {call_id}: only --format shell is about one call")
    Output(as_json=False, plain=False, file=file).check()
    found = open_traces(trace)
    if FORMS[form].holds_one and len(found) > 1:
        found = (_telling(found),)
        say(f"cnistep: {form} holds one trace: of several the {printable(f'{found[0].verb} {found[0].id}')} is written")
    leaving = _without_secrets(found, raw)
    content = FORMS[form].write(leaving, call_id, all_findings(leaving)).encode()
    if file:
        write_content(Path(file), content)
    else:
        click.echo(content, nl=False)
    return 0


def _telling(traces: Sequence[Trace]) -> Trace:
    """Of several traces the first that failed, else the last."""
    return next((trace for trace in traces if trace.failure is not None), traces[-1])


def _without_secrets(traces: Sequence[Trace], raw: bool) -> Sequence[Trace]:
    """The traces as they may leave; says on stderr what was replaced."""
    if raw:
        say("cnistep: replaced: nothing, as --raw asks for: secrets are in it")
        return traces
    redaction = redact(traces)
    say(f"cnistep: replaced: {redaction.words or 'nothing, as nothing looked secret'}")
    return redaction.traces
