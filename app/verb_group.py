"""A group of the command line whose verbs are loaded when one of them is used: to name them all costs nothing."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class Verb(NamedTuple):
    """A verb that is not loaded yet."""

    module: str
    name: str
    """What the command is called there."""
    summary: str
    """A sentence for the list of verbs."""


class VerbGroup(click.Group):
    """Lists its commands in the order in which they were added, and behind them its verbs."""

    def __init__(self, *given: Any, verbs: Mapping[str, Verb] | None = None, **options: Any) -> None:
        """The verbs by what a user types."""
        super().__init__(*given, **options)
        self._verbs = dict(verbs or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """What a user can type."""
        return [*self.commands, *(name for name in self._verbs if name not in self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command; here a verb is loaded."""
        verb = self._verbs.get(cmd_name)
        if verb is None or cmd_name in self.commands:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(import_module(verb.module), verb.name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List them with their summaries; no verb is loaded for that."""
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names), default=0)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._summary(name, room)) for name in names])

    def _summary(self, name: str, room: int) -> str:
        command = self.commands.get(name)
        return self._verbs[name].summary if command is None else command.get_short_help_str(room)
