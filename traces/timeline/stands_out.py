"""What stands out in a trace by itself: failures, losses, claims that are not so, versions, stderr, the slowest."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from traces.cni.anyjson import any_object
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.disputes import Disputes
from traces.timeline.glyphs import ASCII
from traces.timeline.headline import LEFT_BEHIND
from traces.timeline.identical import Unmarked
from traces.timeline.losses import loss_words
from traces.timeline.marks import MarkKind, StepMark, in_order
from traces.timeline.measure import count_text, duration_text, line_count, one_line
from traces.timeline.steps import Step, StepKind, steps
from traces.timeline.words import reply_label

_CACHED_TRACES = 8
_SLOW = 10_000_000
"""Nanoseconds: what takes no longer is not slow."""
_CLEARLY = 2
"""So many times as long as the next slowest link took."""
_ASKS_FOR_VERSIONS = frozenset({"VERSION"})
"""A plugin names its own newest version there, whatever it was asked in."""


def stands_out(trace: Trace) -> tuple[StepMark, ...]:
    """The marks that a trace makes by itself, in the order of its steps. Reckoned once for a trace."""
    return _cached(Unmarked(trace))


@lru_cache(maxsize=_CACHED_TRACES)
def _cached(of: Unmarked) -> tuple[StepMark, ...]:
    return in_order(_Look(of.value).marks())


@dataclass(frozen=True, kw_only=True)
class _Said:
    """A call with what was said in it, read once."""

    call: Call

    @cached_property
    def stdin(self) -> Mapping[str, Any]:
        """What it was given; empty where that can't be read."""
        return any_object(self.call.stdin)

    @cached_property
    def stdout(self) -> Mapping[str, Any]:
        """What it answered; empty where that can't be read."""
        return any_object(self.call.stdout)


class _Look:
    """One look at a trace from its first step to its last."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._steps = steps(trace)
        self._said = {call.id: _Said(call=call) for call in trace.calls}
        self._disputes = Disputes(trace)
        self._asked = one_line(trace.network.cni_version)
        """The version that the link before was asked in."""

    def marks(self) -> Iterator[StepMark]:
        """All of them."""
        for step in self._steps:
            yield from (StepMark(step=step.index, kind=kind, sentence=text) for kind, text in self._at(step))
        yield from self._slowest()
        yield from self._in_the_end()

    def _at(self, step: Step) -> Iterator[tuple[MarkKind, str]]:
        said = self._said.get(step.call or "")
        if step.failed:
            yield MarkKind.FAILURE, self._failure(step)
        if said is None:
            return
        if step.is_request:
            yield from self._request(step, said)
        elif step.is_reply:
            yield from self._reply(step, said)

    def _failure(self, step: Step) -> str:
        plugin, failure = one_line(step.plugin), self._trace.failure
        call = self._said[step.call].call if step.call is not None else None
        if call is not None and call.failed:
            return f"{plugin} failed: {reply_label(call)}"
        why = one_line(failure.text) if failure else ""
        if step.kind is StepKind.NOT_STARTED:
            return f"{plugin} was never started: {why}"
        return f"{one_line(self._trace.verb)} failed at {plugin}: {why}"

    def _request(self, step: Step, said: _Said) -> Iterator[tuple[MarkKind, str]]:
        call, plugin = said.call, one_line(step.plugin)
        edited = [name for name in ("stdin", "env") if name in call.touched]
        if edited:
            names = " and ".join("the environment" if name == "env" else name for name in edited)
            yield MarkKind.TOUCHED, f"{names} of {plugin} {'were' if len(edited) > 1 else 'was'} edited by hand"
        asked, before = _version(said.stdin), self._version_before(step, call)
        if asked and before and call.verb not in _ASKS_FOR_VERSIONS and asked != before[0]:
            yield MarkKind.VERSION, f"{plugin} is asked in version {asked}, {before[1]} {before[0]}"
        if asked and step.depth == 0:
            self._asked = asked

    def _version_before(self, step: Step, call: Call) -> tuple[str, str] | None:
        """The version that the plugin should be asked in, and whose that is."""
        if step.depth and call.parent in self._said:
            caller = self._said[call.parent]
            version = _version(caller.stdin)
            return (version, f"its caller {one_line(caller.call.plugin)} in") if version else None
        whose = "the network is" if self._asked == one_line(self._trace.network.cni_version) else "the link before in"
        return (self._asked, whose) if self._asked else None

    def _reply(self, step: Step, said: _Said) -> Iterator[tuple[MarkKind, str]]:
        call, plugin = said.call, one_line(step.plugin)
        if "answer" in call.touched:
            yield MarkKind.TOUCHED, f"{plugin} never ran: its answer was made by hand"
        asked, answered = _version(said.stdin), _version(said.stdout)
        if asked and answered and asked != answered and call.verb not in _ASKS_FOR_VERSIONS:
            yield MarkKind.VERSION, f"{plugin} answers in version {answered}, it was asked in {asked}"
        lost = loss_words(call, said.stdin, said.stdout)
        if lost:
            yield MarkKind.DROPPED, f"{plugin} dropped {lost}"
        wrong = self._disputes.of_call(call)
        if wrong:
            yield MarkKind.DISPUTED, f"{plugin} claims {wrong}"
        if call.stderr.strip():
            count = count_text(line_count(call.stderr), "line", "lines")
            yield MarkKind.STDERR, f"{plugin} wrote {count} on stderr: {_first_line(call.stderr)}"

    def _slowest(self) -> Iterator[StepMark]:
        """The link that took clearly the longest."""
        links = [call for call in self._trace.calls if call.link is not None and call.duration is not None]
        slow = sorted(links, key=lambda call: call.duration or 0, reverse=True)[:2]
        if len(slow) < 2 or not self._trace.finished or self._waited:
            return
        longest, next_one = ((call.duration or 0) for call in slow)
        reply = next((step for step in self._steps if step.call == slow[0].id and step.is_reply), None)
        if reply is None or longest <= _SLOW or longest <= _CLEARLY * next_one:
            return
        names = [one_line(call.plugin) for call in slow]
        times = [duration_text(call.duration or 0, ASCII) for call in slow]
        words = f"{names[0]} took {times[0]}, the next slowest link, {names[1]}, {times[1]}"
        yield self._mark(reply, MarkKind.SLOWEST, words)

    @property
    def _waited(self) -> bool:
        """Whether callers waited for more than their delegates: those were looked at, or held by hand."""
        delegates = {call.id for call in self._trace.calls if call.parent is not None}
        return any(moment.call in delegates for moment in self._trace.snapshots)

    def _in_the_end(self) -> Iterator[StepMark]:
        """What is said of the trace as a whole, at its last step."""
        if not self._steps:
            return
        last, trace = self._steps[-1], self._trace
        if trace.failure is not None and not any(step.failed for step in self._steps):
            text = f"{one_line(trace.verb)} failed: {one_line(trace.failure.text)}"
            yield self._mark(last, MarkKind.FAILURE, text)
        for note in trace.notes if trace.verb == "DEL" else ():
            if note.startswith(LEFT_BEHIND):
                yield self._mark(last, MarkKind.LEFT, one_line(note).replace("LEFT BEHIND", "left behind", 1))
        wrong = self._disputes.in_the_end()
        if wrong:
            whose = "prevResult" if trace.verb == "CHECK" else "the result, in the end,"
            yield self._mark(last, MarkKind.DISPUTED, f"{whose} claims {wrong}")

    def _mark(self, step: Step, kind: MarkKind, sentence: str) -> StepMark:
        return StepMark(step=step.index, kind=kind, sentence=sentence)


def _version(document: Mapping[str, Any]) -> str:
    said = document.get("cniVersion")
    return one_line(said) if isinstance(said, str) else ""


def _first_line(text: bytes) -> str:
    """The first line that says anything."""
    return one_line(next((line for line in text.lstrip().splitlines() if line.strip()), b""))
