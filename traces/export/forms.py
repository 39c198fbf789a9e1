"""The forms in which traces can leave, each with its name, the ending of its file, and what is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from traces.export.json_export import json_text
from traces.export.markdown import markdown_text
from traces.export.mermaid import mermaid_text
from traces.export.shell_script import shell_text
from traces.export.svg import svg_text
from traces.model.finding import Finding
from traces.model.trace import Trace

Findings = Mapping[str, Sequence[Finding]]
"""What is wrong in each trace, by its id."""
NO_FINDINGS: Findings = MappingProxyType({})


class Write(Protocol):
    """Makes a text from traces."""

    def __call__(self, traces: Sequence[Trace], call: str | None, findings: Findings = ..., /) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form."""

    name: str
    ending: str
    about: str
    """What is in it, in a few words."""
    write: Write
    """Makes the text from traces, for the call of an id where the form is about one, and with what is wrong in them
    where it has room for that. Raises InputError, StoreError.
    """
    holds_one: bool = False
    """Whether there is room for one trace only."""


JSON = Form(
    name="json",
    ending=".json",
    about="the trace file, which cnistep open reads",
    write=lambda traces, call, findings=NO_FINDINGS: json_text(traces),
)
MARKDOWN = Form(
    name="markdown",
    ending=".md",
    about="a report for an issue: the facts, the sequence, each call folded away",
    write=lambda traces, call, findings=NO_FINDINGS: markdown_text(traces, findings),
)
MERMAID = Form(
    name="mermaid",
    ending=".mmd",
    about="a sequence diagram in Mermaid's language",
    write=lambda traces, call, findings=NO_FINDINGS: mermaid_text(traces[0]),
    holds_one=True,
)
SVG = Form(
    name="svg",
    ending=".svg",
    about="the sequence as a picture",
    write=lambda traces, call, findings=NO_FINDINGS: svg_text(traces[0]),
    holds_one=True,
)
SHELL = Form(
    name="shell",
    ending=".sh",
    about="a script that runs one call again by hand",
    write=lambda traces, call, findings=NO_FINDINGS: shell_text(traces[0], call),
    holds_one=True,
)
FORMS = {form.name: form for form in (JSON, MARKDOWN, MERMAID, SVG, SHELL)}
"""All of them by name."""
