"""The options that give a link something else than what was recorded: its prevResult, its stdin, its environment."""

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from traces.errors import InputError
from traces.model.trace import Trace
from traces.session.editing import Edit, edited_env, edits_of

_OPTIONS = (
    click.option("--prev-result", metavar="FILE", help="Give it the prevResult of FILE («-» is standard input)."),
    click.option("--stdin", metavar="FILE", help="Give it the whole stdin of FILE («-» is standard input)."),
    click.option("--set", "assignments", metavar="POINTER=JSON", multiple=True, help="Set a place of its stdin."),
    click.option("--env", "variables", metavar="NAME=VALUE", multiple=True, help="Set a variable of its environment."),
    click.option("--unset-env", "unset", metavar="NAME", multiple=True, help="Take a variable out of it."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditOptions:
    """What the options say, as given."""

    prev_result: str | None
    stdin: str | None
    assignments: tuple[str, ...]
    variables: tuple[str, ...]
    unset: tuple[str, ...]

    def edits(self, trace: Trace, link: int) -> tuple[Edit, ...]:
        """The edits of a link's stdin: the whole of it, then its prevResult, then single places. Raises InputError."""
        if self.prev_result == self.stdin == "-":
            raise InputError("--prev-result - --stdin -: standard input can be only one of the two")
        return edits_of(
            trace,
            link,
            prev_result=_content("--prev-result", self.prev_result),
            source=self.prev_result or "",
            assignments=self.assignments,
            stdin=_content("--stdin", self.stdin),
            stdin_source=self.stdin or "",
        )

    def environment(self, trace: Trace, link: int) -> tuple[bytes, ...] | None:
        """Another environment for the link; None where nothing of it is edited. Raises InputError."""
        return edited_env(trace, link, self.variables, self.unset)


def edit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it gets them as one argument, ``editing``."""

    @functools.wraps(command)
    def with_options(**given: Any) -> Any:
        options = EditOptions(**{name: given.pop(name) for name in EditOptions.__dataclass_fields__})
        return command(editing=options, **given)

    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options


def _content(option: str, path: str | None) -> bytes | None:
    if not path:
        return None
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{option} {path}: {error.strerror}") from None
