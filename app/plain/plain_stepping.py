"""Stepping by prompts: numbered lines and typed words, for screen readers, pipes and terminals that can't draw."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event as Flag
from types import FrameType

import click

from app.plain.plain_commands import HELP, Commands
from traces.errors import InputError
from traces.model.events import Event, Held, TraceEnded, TraceStarted
from traces.model.trace import Trace
from traces.session.held import STEP, HeldCall
from traces.session.stepper import Stepper
from traces.timeline.held import HeldMark, edited_words, held_words
from traces.timeline.plain import closing, heading, step_line
from traces.timeline.printable import printable
from traces.timeline.replay import grow
from traces.timeline.steps import steps

PROMPT = "step> "
Ask = Callable[[], str | None]
"""Gives a line that was typed, or None at the end of the input."""


def step_by_prompts(events: Iterator[Event], stepper: Stepper, stop: Flag) -> None:
    """Tell the events of a run as they happen, and ask at each call that is held; the end of the input stops the run.

    Ctrl-C stops it too. Raises TraceError where it can't be run.
    """
    prompts = PlainStepper(stepper, stop, ask_line)
    with _interrupts(prompts):
        prompts.follow(events)


def ask_line() -> str | None:
    """Ask on stderr, so that stdout is what was told; read a line."""
    click.echo(PROMPT, err=True, nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else None


class PlainStepper:
    """Follows a run, line by line."""

    def __init__(self, stepper: Stepper, stop: Flag, ask: Ask) -> None:
        """`ask` gives what is typed."""
        self.asks = False
        """Whether it waits for a line."""
        self.stop = stop
        self._stepper = stepper
        self._ask = ask
        self._commands = Commands(stepper)
        self._told: set[tuple[str | None, int | None, bool]] = set()
        self._number = 0
        self._hinted = False

    def follow(self, events: Iterator[Event]) -> None:
        """Tell what happens, until there is no more."""
        run: Trace | None = None
        for event in events:
            run = grow(run, event) if run is not None or isinstance(event, TraceStarted) else None
            if isinstance(event, TraceStarted):
                self._told, self._number = set(), 0
                click.echo(heading(event.trace))
            if run is not None:
                self._tell(run)
            if run is not None and isinstance(event, TraceEnded):
                click.echo("\n".join(closing(run)))
            if isinstance(event, Held) and run is not None:
                self._hold(event, run)

    def _tell(self, run: Trace) -> None:
        """The steps that are new, numbered in the order in which they come."""
        for step in steps(run):
            key = (step.call, step.link if step.call is None else None, step.is_reply)
            if key not in self._told:
                self._told.add(key)
                self._number += 1
                click.echo(f"{self._number}. {step_line(run, step)}")

    def _hold(self, event: Held, run: Trace) -> None:
        """Ask what is to be done, until what is held goes on."""
        said: str | None = event.why if event.why != STEP else ""
        words = held_words(HeldMark()) if event.call is None else self._words(event.call)
        while words and not self.stop.is_set():
            if said is not None:
                why = f" ({printable(said)})" if said else ""
                hint = "" if self._hinted else " ? says what can be typed."
                click.echo(f"{words[:1].upper()}{words[1:]}{why}.{hint}")
                self._hinted = True
            said = None
            self._obey(self._line(), event.call, run)
            words = held_words(HeldMark()) if self._is_between(event) else self._words(event.call)

    def _obey(self, line: str | None, call: str | None, run: Trace) -> None:
        word, _, rest = (line or "").partition(" ")
        if line is None or word in ("q", "X"):
            click.echo("The run is stopped.")
            self.stop.set()
        elif word:
            try:
                said = self._commands.do(word, rest.strip(), self._held(call), run)
            except InputError as error:
                said = printable(str(error))
            if said:
                click.echo(said)

    def _line(self) -> str | None:
        self.asks = True
        try:
            return self._ask()
        except KeyboardInterrupt:
            click.echo(err=True)
            return None
        finally:
            self.asks = False

    def _held(self, call: str | None) -> HeldCall | None:
        return next((held for held in self._stepper.held if held.call == call), None)

    def _is_between(self, event: Held) -> bool:
        return event.call is None and self._stepper.is_between_verbs

    def _words(self, call: str | None) -> str:
        """Where the run stands; empty where it has gone on."""
        held = self._held(call)
        if held is None:
            return ""
        mark = HeldMark(call=held.call, plugin=held.plugin, is_ended=held.is_ended, edited=held.edited)
        return ", ".join(filter(None, (held_words(mark), edited_words(mark))))


@contextmanager
def _interrupts(prompts: PlainStepper) -> Iterator[None]:
    """Ctrl-C, a request to terminate and a terminal that goes away stop the run, not the program."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        if prompts.asks or prompts.stop.is_set():
            prompts.stop.set()
            raise KeyboardInterrupt
        prompts.stop.set()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


__all__ = ["HELP", "PlainStepper", "ask_line", "step_by_prompts"]
