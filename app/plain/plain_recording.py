"""A recording stepped by prompts: one numbered line at a time."""

from collections.abc import Callable

import click

from app.plain.plain_payload import reply_text, request_text
from traces.model.trace import Trace
from traces.timeline.plain import closing, heading, step_line
from traces.timeline.printable import printable
from traces.timeline.steps import steps

HELP = """\
n  the next step
p  the step before
g N  the step of that number; g alone: the first
/ TEXT  the next step whose line holds the text; / alone: the same once more
w  what was given, or answered, in this step
q  leave
?  this list"""


def step_recording(trace: Trace, ask: Callable[[], str | None]) -> None:
    """Tell a trace step by step, as it is asked for; the end of the input leaves."""
    Recording(trace).follow(ask)


class Recording:
    """A trace, and the step that one is at."""

    def __init__(self, trace: Trace) -> None:
        """At the first step."""
        self._trace = trace
        self._steps = steps(trace)
        self._place = 0
        self._wanted = ""

    def follow(self, ask: Callable[[], str | None]) -> None:
        """Tell the first step, and then what is asked for."""
        click.echo(heading(self._trace))
        if not self._steps:
            click.echo("\n".join(closing(self._trace)) or "Nothing was called.")
            return
        click.echo(self._line(0))
        while (line := ask()) is not None and line != "q":
            said = self._answer(line)
            if said:
                click.echo(said)

    def _answer(self, line: str) -> str:
        word, rest = (line[:1], line[1:].strip()) if line[:1] in ("/", "g") else (line, "")
        moves = {"": 0, "n": 1, "p": -1}
        if word in moves:
            return self._go(self._place + moves[word]) if word else ""
        if word == "g":
            return self._go(int(rest) - 1 if rest else 0) if not rest or rest.isdecimal() else self._unknown(line)
        if word == "/":
            return self._find(rest)
        if word == "w":
            return self._payload()
        return HELP if word == "?" else self._unknown(line)

    def _go(self, place: int) -> str:
        if place < 0:
            return "This is the first step."
        if place >= len(self._steps):
            return "\n".join((*closing(self._trace), f"There are {len(self._steps)} steps."))
        self._place = place
        return self._line(place)

    def _find(self, text: str) -> str:
        self._wanted = text or self._wanted
        behind = range(self._place + 1, len(self._steps))
        found = next((place for place in behind if self._wanted.lower() in self._line(place).lower()), None)
        return f"No later step holds it: {printable(self._wanted)}" if found is None else self._go(found)

    def _payload(self) -> str:
        step = self._steps[self._place]
        if step.call is None:
            return "No process came of it: nothing was given."
        call = self._trace.call(step.call)
        return request_text(call.stdin, call.environment) if step.is_request else reply_text(call.stdout, call.stderr)

    def _line(self, place: int) -> str:
        return f"{place + 1}. {step_line(self._trace, self._steps[place])}"

    def _unknown(self, line: str) -> str:
        return f"{printable(line)}: not known; expected n, p, g N, / TEXT, w, q or ?"
