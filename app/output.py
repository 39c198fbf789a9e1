"""How the headless verbs print: a sequence as text, or one JSON document; and the document to a file.

What only one of these forms needs is loaded with it: every verb begins here.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from traces.errors import InputError

if TYPE_CHECKING:
    from traces.model.finding import Finding
    from traces.model.trace import Trace
    from traces.timeline.compare_model import Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """In which form, and where to."""

    as_json: bool
    plain: bool
    file: str | None = None
    kernel: bool = False
    """Whether what each link changed in the kernel stands below a trace's text."""

    def check(self) -> None:
        """Refuse, before anything runs, a file that can't be written. Raises InputError, StoreError."""
        if not self.file:
            return
        folder = os.path.dirname(os.path.abspath(self.file))
        if not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
            raise InputError(f"-o {self.file}: {folder} is no folder that can be written in")
        from traces.session.opening import refuse_special

        refuse_special(Path(self.file))

    def traces(self, traces: "Sequence[Trace]", *, beside: "Sequence[Trace]" = (), **more: Any) -> None:
        """Print traces, or their document, and write the document where a file is named.

        What is wrong in them is said too; traces ``beside`` them help to find it. ``more`` stands in the document too.
        """
        from app.diagnosis.findings import all_findings

        if self.file or self.as_json:
            self._documents({**_document(traces, beside), **more})
        if not self.as_json:
            found = all_findings(traces, beside)
            click.echo("\n\n".join(self.text(trace, found.get(trace.id, ())) for trace in traces))

    def keep(self, traces: "Sequence[Trace]") -> None:
        """Write the document of traces that were told already, where a file is named. Raises StoreError."""
        if self.file:
            from traces.session.opening import write_document

            write_document(Path(self.file), _document(traces))

    def text(self, trace: "Trace", findings: "Sequence[Finding]" = ()) -> str:
        """A trace as text: drawn, or told line by line; below it what is wrong in it."""
        from app.diagnosis.findings import findings_text

        width = _width()
        told = findings_text(findings, width=width, ascii=not _unicode(), told=self.is_told)
        parts = (self._trace_text(trace), told)
        return "\n\n".join(part.rstrip() for part in parts if part) if told else parts[0]

    def _trace_text(self, trace: "Trace") -> str:
        told = self._sequence(trace)
        if not self.kernel:
            return told
        from traces.timeline.kernel_text import trace_kernel_text

        return f"{told.rstrip()}\n\n{trace_kernel_text(trace, width=_width(), ascii=not _unicode())}"

    def comparison(self, left: "Trace", right: "Trace", found: "Comparison") -> str:
        """A comparison of two traces as text, ended with a newline."""
        from traces.timeline.compare_text import comparison_plain, comparison_text

        if self.is_told:
            return f"{comparison_plain(left, right, found)}\n"
        return comparison_text(left, right, found, width=_width(), ascii=not _unicode())

    @property
    def is_told(self) -> bool:
        """Whether lines are wished and nothing drawn, as by who sets ACCESSIBLE=1."""
        return self.plain or os.environ.get("ACCESSIBLE") == "1"

    @property
    def width(self) -> int:
        """Columns of the terminal; 100 where there is none."""
        return _width()

    @property
    def ascii(self) -> bool:
        """Whether stdout's encoding takes nothing else."""
        return not _unicode()

    def _sequence(self, trace: "Trace") -> str:
        if self.is_told:
            from traces.timeline.plain import plain_text

            return plain_text(trace)
        from traces.timeline.text import sequence_text

        return sequence_text(trace, width=_width(), ascii=not _unicode())

    def document(self, document: dict[str, Any]) -> None:
        """Print one JSON document, in ASCII: recorded text may hold what a terminal or an encoding can't take."""
        click.echo(json.dumps(document, indent=1))

    def _documents(self, document: dict[str, Any]) -> None:
        """Write the document and print it, each where that is asked for."""
        if self.file:
            from traces.session.opening import write_document

            write_document(Path(self.file), document)
        if self.as_json:
            self.document(document)


def output_options(file: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command ``--json`` and ``--plain``, and ``-o`` where it makes a document worth keeping."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        command = click.option("--plain", is_flag=True, help="Numbered lines, nothing drawn.")(command)
        command = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")(command)
        if file:
            command = click.option("-o", "file", metavar="FILE", help="Write the JSON document to FILE.")(command)
        return command

    return decorate


def _document(traces: "Sequence[Trace]", beside: "Sequence[Trace]" = ()) -> dict[str, Any]:
    """The one document of traces, with what is wrong in them."""
    from app.diagnosis.findings import findings_document
    from traces.session.opening import document_of

    return {**document_of(traces), "findings": findings_document(traces, beside)}


def say(text: str) -> None:
    """Talk: one line on stderr."""
    click.echo(text, err=True)


def _unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _width() -> int:
    """The terminal's width; 100 columns where there is none."""
    try:
        return max(os.get_terminal_size(sys.stdout.fileno()).columns, 40)
    except (OSError, ValueError):
        return 100
