"""What a lesson has run: its traces by name, and how to find something in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from signal import Signals
from typing import Any

from traces.cni.anyjson import any_object
from traces.lessons.lesson import Lesson, RunSpec
from traces.model.call import Call
from traces.model.fault import Fault, FaultKind
from traces.model.trace import Trace
from traces.timeline.printable import printable

_DEEDS: Mapping[FaultKind, str] = {
    FaultKind.ERROR: "is made to answer error {number}",
    FaultKind.EXIT: "is made to exit with {number}, and to say why on stderr only",
    FaultKind.SIGNAL: "is made to die by {signal}",
    FaultKind.HANG: "is made to read its input and never to end",
    FaultKind.EMPTY: "is made to exit with 0 and to answer nothing",
    FaultKind.NOISE: "is made to write a log line before its answer",
    FaultKind.TWO_DOCUMENTS: "is made to write its answer twice",
    FaultKind.MISSING: "is in no plugin folder",
    FaultKind.NO_EXEC: "may not be executed",
    FaultKind.PANIC: "is made to panic",
    FaultKind.SLOW: "is made to sleep {number} s before it works",
}
"""What a fault makes of a plugin, in words."""


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


def spec_of(runs: Runs, run: str) -> RunSpec:
    """How the lesson has a run made."""
    return next(spec for spec in runs.lesson.runs if spec.name == run)


def run_words(runs: Runs, run: str) -> str:
    """The verb of a run; with what tells it from another one of the lesson that would be told in the same words."""
    spec = spec_of(runs, run)
    put_in = (spec.verb, spec.faults, spec.policy)
    same = [other for other in runs.lesson.runs if (other.verb, other.faults, other.policy) == put_in]
    if len(same) < 2:
        return spec.verb
    for said in (_of_pod, _by_runtime, _of_sandbox):
        if [said(other) for other in same].count(said(spec)) == 1:
            return f"{spec.verb} {said(spec)}"
    return f"{spec.verb} (run «{run}»)"


def happens(runs: Runs, run: str) -> str:
    """That a verb runs, with its faults and its policy: «DEL runs; tuning (link 1) is made to answer error 11.»"""
    spec = spec_of(runs, run)
    faults = ", and ".join(_deed(fault, spec.verb) for fault in spec.faults)
    policy = " The policy is «continue»." if spec.policy == "continue" else ""
    return f"{run_words(runs, run)} runs{f'; {faults}' if faults else ''}.{policy}"


def put_in(runs: Runs, run: str) -> str:
    """The same and a space, where there is a fault or another policy than libcni's; empty where there is none."""
    spec = spec_of(runs, run)
    return f"{happens(runs, run)} " if spec.faults or spec.policy == "continue" else ""


def _of_pod(spec: RunSpec) -> str:
    return f"for the pod {dict(spec.attachment.args).get('K8S_POD_NAME', spec.attachment.container_id)}"


def _by_runtime(spec: RunSpec) -> str:
    return f"by {spec.runtime}"


def _of_sandbox(spec: RunSpec) -> str:
    return f"for the sandbox {spec.attachment.container_id}"


def _deed(fault: Fault, verb: str) -> str:
    """What a fault makes of a plugin in a run of that verb."""
    link = "" if fault.link is None else f" (link {fault.link})"
    asked = "" if fault.verb == verb else f", on {fault.verb}"
    signal = Signals(int(fault.number)).name if fault.kind is FaultKind.SIGNAL else ""
    deed = _DEEDS[fault.kind].format(number=f"{fault.number:g}", signal=signal)
    return f"{printable(fault.plugin)}{link} {deed}{asked}"


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


def link_words(trace: Trace, link: int) -> str:
    """A link in words, whether it was called or not: «portmap (link 1)»."""
    links = trace.network.links
    return f"{links[link].type} (link {link})" if link < len(links) else f"link {link}"


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
