"""The options that make a chain fail: faults at its links, and the runtime's deadline."""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from app.output import say
from traces.errors import InputError
from traces.model.fault import Fault, FaultKind
from traces.model.network import Network
from traces.simulate.faults import FORM, parse_faults, sentence
from traces.simulate.named import plugins_named
from traces.simulate.spelling import meant
from traces.timeline.printable import printable

_OPTIONS = (
    click.option(
        "--fault",
        "faults",
        metavar=FORM,
        multiple=True,
        help=f"Make a link (its number, or a plugin's name) fail; may be repeated. KIND is {', '.join(FaultKind)}.",
    ),
    click.option(
        "--timeout", metavar="SECONDS", help="The runtime's deadline for a whole verb: a plugin past it is killed."
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultOptions:
    """What the options say, as given."""

    faults: tuple[str, ...]
    timeout: str | None

    def parsed(self, network: Network, verbs: Sequence[str]) -> tuple[Fault, ...]:
        """The faults in a network of which these verbs are to run, each told on stderr. Raises InputError."""
        faults = parse_faults(self.faults, network, verbs)
        for fault in faults:
            say(f"cnistep: fault to be put in: {printable(sentence(fault))}{printable(_doubt(fault, network))}")
        return faults

    @property
    def seconds(self) -> float | None:
        """The deadline. Raises InputError."""
        if self.timeout is None:
            return None
        try:
            seconds = float(self.timeout)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            raise InputError(f"--timeout {self.timeout}: expected a number of seconds above 0, as 2 or 0.5")
        return seconds


def _doubt(fault: Fault, network: Network) -> str:
    """What is to be said of a plugin that may never be called, since nothing in the chain names it."""
    named = plugins_named(network)
    if fault.link is not None or fault.plugin in named:
        return ""
    near = meant(fault.plugin, named)
    return f"; but nothing in the chain names {fault.plugin}{f': is {near} meant?' if near else ''}"


def fault_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it gets them as one argument, ``failing``."""

    @functools.wraps(command)
    def with_options(**given: Any) -> Any:
        options = FaultOptions(**{name: given.pop(name) for name in FaultOptions.__dataclass_fields__})
        return command(failing=options, **given)

    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options
