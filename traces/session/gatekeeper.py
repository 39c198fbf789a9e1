"""Meets the calls of one run at its gate: those that the stepper holds wait there, all others go on at once.

A call stands still at its start and at its end until it is met. So what is done between a look at the gate and the
meeting, such as a snapshot, is done while nothing of it runs.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from traces.model.answer import Answer
from traces.model.call import Call
from traces.model.events import Event, Held, Released
from traces.model.trace import Trace
from traces.session.by_hand import decision_notes, named, previous_of
from traces.session.held import Decision, HeldCall
from traces.session.spool_calls import SpoolCalls
from traces.session.stepper import Stepper
from traces.shim.assemble import given_environment, shown_environment
from traces.shim.gate import GateServer, Visit

_TERMINATED = Answer(signal=15)


class Gatekeeper:
    """The gate of one run."""

    def __init__(
        self,
        gate: GateServer,
        trace: Trace,
        calls: SpoolCalls,
        stepper: Stepper | None,
        *,
        hidden_path: Sequence[str] = (),
    ) -> None:
        """Without a stepper nothing is held. hidden_path: the recorders' folders in CNI_PATH, which no user sees."""
        self._gate, self._trace, self._calls, self._stepper = gate, trace, calls, stepper
        self._hidden_path = hidden_path
        self._come: list[Visit] = []
        self._waiting: dict[tuple[str, bool], tuple[HeldCall, Visit]] = {}
        self.notes: list[str] = []
        """What was done by hand."""

    def look(self) -> tuple[str, ...]:
        """See who has come, and give the names of their records. Before the spool is read: it has all of them then."""
        self._come += self._gate.poll()
        return tuple(visit.record for visit in self._come)

    def meet(self) -> Iterator[Event]:
        """Let go who need not wait, and of those who wait whom the user has decided of."""
        come, self._come = self._come, []
        for visit in come:
            yield from self._met(visit)
        if self._stepper is None:
            return
        for key in [key for key, (_, visit) in self._waiting.items() if visit.is_gone]:
            held, _ = self._waiting.pop(key)
            self._stepper.lose(held)
            yield Released(call=held.call)
        for decision in self._stepper.decided():
            yield from self._carried_out(decision)

    def close(self, *, stopped: bool) -> Iterator[Event]:
        """The run is over: all go on. Where it was stopped, a plugin that was held before its start is not executed."""
        self.look()
        self._come = []
        for held, visit in self._waiting.values():
            if visit.is_gone or held.is_ended or not stopped:
                visit.go()
            else:
                visit.answer(_TERMINATED)
            if stopped and not held.is_ended:
                self.notes.append(f"{self._named(held)}, was held when the run was stopped: it was not executed")
            yield Released(call=held.call)
        self._waiting = {}
        self._gate.close()
        if self._stepper is not None:
            self._stepper.end()

    def _met(self, visit: Visit) -> Iterator[Event]:
        call = self._calls.of_record(visit.record)
        held = None if call is None or self._stepper is None else self._held(visit, call, self._stepper)
        if held is None:
            visit.go()
            return
        self._waiting[held.call, held.is_ended] = held, visit
        yield Held(call=held.call, is_ended=held.is_ended, why=held.why)

    def _held(self, visit: Visit, call: Call, stepper: Stepper) -> HeldCall | None:
        sent = shown_environment(visit.environment, self._hidden_path)
        stdin, environment = (call.stdin, call.environment) if visit.is_ended else (visit.stdin, sent)
        seen = HeldCall(
            call=call.id,
            trace=self._trace.id,
            plugin=call.plugin,
            verb=call.verb,
            link=call.link,
            parent=call.parent,
            is_ended=visit.is_ended,
            why="",
            since=time.time_ns(),
            stdin=stdin,
            environment=environment,
            previous=previous_of(call.verb, visit.stdin),
        )
        return stepper.meet(seen, self._calls.above(call), call, self._as_it_stands)

    def _as_it_stands(self) -> Trace:
        return replace(self._trace, calls=self._calls.calls, finished=False)

    def _carried_out(self, decision: Decision) -> Iterator[Event]:
        held = decision.held
        found = self._waiting.pop((held.call, held.is_ended), None)
        if found is None:
            return
        _, visit = found
        self.notes += decision_notes(decision, self._named(held))
        if decision.answer is None:
            edited = decision.environment
            given = None if edited is None else given_environment(edited, self._hidden_path)
            visit.go(stdin=decision.stdin, environment=given)
        else:
            visit.answer(decision.answer)
        yield Released(call=held.call)

    def _named(self, held: HeldCall) -> str:
        calls = self._calls.by_id
        return named(calls[held.call], calls, self._trace.verb)
