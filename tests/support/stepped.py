"""A run that is held by a real stepper, without plugins: a recorded trace's events, each call asked for first."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

from app.backend import Backend
from tests.support.screens import backend_of
from traces.model.call import Call
from traces.model.events import CallEnded, CallStarted, Event, Held, Released
from traces.model.trace import Trace
from traces.session.by_hand import previous_of
from traces.session.goals import Mode
from traces.session.held import Decision, HeldCall
from traces.session.stepper import Stepper
from traces.timeline.replay import grow, replay

_LONGEST = 20.0
"""Seconds after which a run that nobody lets go gives up, so that a failed test ends."""


class SteppedRun:
    """Gives the events of traces, one verb after the other, as a stepper lets them come."""

    def __init__(self, *traces: Trace, mode: Mode = Mode.LINKS) -> None:
        """Nothing runs before its events are asked for."""
        self.stepper = Stepper(mode=mode)
        self.stop = threading.Event()
        self.decisions: list[Decision] = []
        """What was decided of each held call, in that order."""
        self.executed: list[str] = []
        """The plugins that were let go, in that order."""
        self._traces = traces

    @property
    def backend(self) -> Backend:
        """The doors of a screen that follows it."""
        doors = backend_of(self._traces, live=self.events())
        return replace(doors, stepper=self.stepper, stop=self.stop.set, interrupt=self.stop.set)

    def events(self) -> Iterator[Event]:
        """What happens, as a session would tell it."""
        for number, trace in enumerate(self._traces):
            if number:
                yield from self.stepper.between(self.stop)
            self.stepper.begin()
            run: Trace | None = None
            for event in replay(trace):
                if self.stop.is_set():
                    return
                run = grow(run, event)
                yield event
                if isinstance(event, CallStarted | CallEnded):
                    yield from self._held(event.call, run, is_ended=isinstance(event, CallEnded))
            self.stepper.end()

    def _held(self, call: Call, run: Trace, *, is_ended: bool) -> Iterator[Event]:
        asked = HeldCall(
            call=call.id,
            trace=run.id,
            plugin=call.plugin,
            verb=call.verb,
            link=call.link,
            parent=call.parent,
            is_ended=is_ended,
            why="",
            since=call.started,
            stdin=call.stdin,
            environment=call.environment,
            previous=previous_of(call.verb, call.stdin),
        )
        held = self.stepper.meet(asked, _above(call, run), call, lambda: run)
        if held is not None:
            yield Held(call=call.id, is_ended=is_ended, why=held.why)
            self._wait()
            yield Released(call=call.id)
        answered = any(each.held.call == call.id and each.answer is not None for each in self.decisions)
        if not is_ended and not answered and not self.stop.is_set():
            self.executed.append(call.plugin)

    def _wait(self) -> None:
        until = time.monotonic() + _LONGEST
        while not self.stop.is_set() and time.monotonic() < until:
            decided = self.stepper.decided()
            if decided:
                self.decisions += decided
                return
            time.sleep(0.005)


def _above(call: Call, run: Trace) -> list[str]:
    """The calls that a call is made by, its caller first."""
    parents = {each.id: each.parent for each in run.calls}
    above: list[str] = []
    parent = call.parent
    while parent is not None:
        above.append(parent)
        parent = parents.get(parent)
    return above
