"""The options that step a run: on the screen, held before each link, or where a breakpoint asks for it."""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import click

from app.doors import Screens
from app.exits import FAILED, INTERRUPTED, OK
from app.output import Output
from app.plain.plain_stepping import step_by_prompts
from traces.errors import InputError
from traces.model.events import Event, TraceEnded
from traces.model.trace import Trace
from traces.runner.plugin_run import STOPPED
from traces.session.breakpoints import Breakpoints
from traces.session.goals import Mode
from traces.session.session import Session
from traces.session.stepper import Stepper

_OPTIONS = (
    click.option(
        "--step",
        is_flag=True,
        help="On the screen, held before each link; with --break it runs until the first breakpoint holds it. "
        "With --plain, or where no screen can be drawn, by prompts.",
    ),
    click.option(
        "--break",
        "breaks",
        metavar="QUERY",
        multiple=True,
        help="With --step: hold the calls that fit, as 'plugin=portmap verb=DEL', 'exit!=0', 'ips empty'; may be "
        "repeated. What only an answer has is asked when the plugin has ended.",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOptions:
    """What the options say, as given."""

    step: bool
    breaks: tuple[str, ...]

    def stepper(self) -> Stepper | None:
        """What holds the run; None where it is not stepped. Raises InputError that names the query."""
        if not self.step:
            if self.breaks:
                raise InputError(f"--break {self.breaks[0]}: breakpoints hold a stepped run: add --step")
            return None
        return Stepper(mode=Mode.RUN if self.breaks else Mode.LINKS, breakpoints=self._breakpoints())

    def _breakpoints(self) -> Breakpoints:
        breakpoints = Breakpoints()
        for text in self.breaks:
            try:
                breakpoints.add(text)
            except InputError as error:
                raise InputError(f"--break {text}: {error}") from None
        return breakpoints


def step_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; it gets them as one argument, ``stepping``."""

    @functools.wraps(command)
    def with_options(**given: Any) -> Any:
        options = StepOptions(**{name: given.pop(name) for name in StepOptions.__dataclass_fields__})
        return command(stepping=options, **given)

    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options


def stepped(
    session: Session, events: Iterator[Event], stepper: Stepper, output: Output, *, deadline: bool = False
) -> int:
    """Hand the run to the screen, or where none is wished or can be had to prompts, and give the exit code.

    Either pulls the events; the document is written afterwards, where a file is named for it. The code is that of what
    the run came to. Raises InputError where JSON is wished.
    """
    if output.as_json:
        raise InputError("--json: a stepped run prints what happens line by line; leave out --step, or --json")
    screens: Screens = click.get_current_context().obj
    traces: list[Trace] = []

    def watched() -> Iterator[Event]:
        for event in events:
            if isinstance(event, TraceEnded):
                traces.append(event.trace)
            yield event

    if output.is_told or not screens.can_draw():
        step_by_prompts(watched(), stepper, session.stop)
    elif code := screens.step(session, watched(), stepper, deadline):
        return code
    output.keep(traces)
    if any(trace.error and trace.error.startswith(STOPPED) for trace in traces):
        return INTERRUPTED
    return FAILED if any(trace.failure for trace in traces) else OK
