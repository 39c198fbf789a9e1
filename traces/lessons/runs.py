"""What a lesson has run: its traces by name, and how to find something in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from traces.cni.anyjson import any_object
from traces.lessons.lesson import Lesson
from traces.model.call import Call
from traces.model.trace import Trace
from traces.simulate.faults import sentence
from traces.timeline.printable import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """The traces of a lesson, in the order in which they ran."""

    lesson: Lesson
    traces: Mapping[str, Trace]
    """By the name of the run."""
    live: bool = True
    """Whether they were run here just now; otherwise they are a recording."""

    def before(self, run: str) -> Iterator[Trace]:
        """The traces that ran in the same sandbox before a run, the first one first."""
        found: list[Trace] = []
        for spec in self.lesson.runs:
            if spec.fresh:
                found.clear()
            if spec.name == run:
                break
            found.append(self.traces[spec.name])
        yield from found

    @property
    def simulated(self) -> tuple[str, ...]:
        """The plugins that were stand-ins."""
        return tuple(dict.fromkeys(name for trace in self.traces.values() for name in trace.simulated))


def run_words(runs: Runs, run: str) -> str:
    """The verb of a run; with the run's name where the lesson runs that verb more than once."""
    verb = runs.traces[run].verb
    same = [spec for spec in runs.lesson.runs if spec.verb == verb]
    return verb if len(same) < 2 else f"{verb} (run «{run}»)"


def put_in(runs: Runs, run: str) -> str:
    """The faults and the policy of a run, in sentences that end with a space; empty where there is nothing to say."""
    spec = next(spec for spec in runs.lesson.runs if spec.name == run)
    faults = "".join(f"Fault: {printable(sentence(fault))}. " for fault in spec.faults)
    return faults + ("The policy is «continue». " if spec.policy == "continue" else "")


def link_calls(trace: Trace) -> tuple[Call, ...]:
    """The calls that the runtime itself made, in their order."""
    return tuple(call for call in trace.calls if call.link is not None)


def call_of_link(trace: Trace, link: int) -> Call | None:
    """The call of that link, or None where it was not called."""
    return next((call for call in trace.calls if call.link == link), None)


def whose(trace: Trace, call: Call) -> str:
    """A call in words: «portmap (link 1)», «host-local (for bridge)»."""
    if call.link is not None:
        return f"{call.plugin} (link {call.link})"
    return f"{call.plugin} (for {trace.call(call.parent).plugin})" if call.parent else call.plugin


def prev_result(call: Call) -> Any:
    """The prevResult that a call was given, or None."""
    return any_object(call.stdin).get("prevResult")


def failure_document(trace: Trace) -> dict[str, Any]:
    """How a trace failed, as an object: msg, code, link, plugin; empty where it did not."""
    failure = trace.failure
    if failure is None:
        return {}
    document = {"msg": failure.text, "code": failure.code, "link": failure.link, "plugin": trace.failed_plugin}
    return {name: value for name, value in document.items() if value is not None}
