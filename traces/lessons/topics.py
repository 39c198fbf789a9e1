"""Which lessons explain a step of any trace: by topics, which lessons name and which a step has."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from traces.cni.anyjson import any_object
from traces.lessons.lesson import Lesson
from traces.model.call import Call
from traces.model.finding import Finding
from traces.model.trace import Trace
from traces.timeline.steps import Step, StepKind

_TOPIC = re.compile(r"(verb|failure|plugin|finding|step) \S+|delegate|capabilities|prev-result|node")


def is_topic(pattern: str) -> bool:
    """Whether a lesson may say that it explains this."""
    return _TOPIC.fullmatch(pattern) is not None


def lessons_for(
    trace: Trace, step: Step | None, findings: Sequence[Finding], lessons: Mapping[str, Lesson]
) -> tuple[str, ...]:
    """The keys of the lessons that explain the step, the best first; findings are those of the whole trace."""
    topics = tuple(dict.fromkeys(_topics(trace, step, findings)))
    ranked = [(rank, key) for key, lesson in lessons.items() if (rank := _rank(lesson, topics)) is not None]
    return tuple(key for _, key in sorted(ranked, key=lambda one: one[0]))


def lesson_about(finding: Finding, lessons: Mapping[str, Lesson]) -> str | None:
    """The key of the lesson that explains what is found wrong, best by its very name; None where none does."""
    ranked = [(rank, key) for key, lesson in lessons.items() if (rank := _rank(lesson, (f"finding {finding.kind}",)))]
    return min(ranked, key=lambda one: one[0])[1] if ranked else None


def _rank(lesson: Lesson, topics: Sequence[str]) -> tuple[int, bool] | None:
    """How near it comes: the place of the topic, and whether it is named only by a pattern."""
    fitting = (
        (place, "*" in pattern)
        for place, topic in enumerate(topics)
        for pattern in lesson.explains
        if fnmatchcase(topic, pattern)
    )
    return min(fitting, default=None)


def _topics(trace: Trace, step: Step | None, findings: Sequence[Finding]) -> Iterator[str]:
    """From what is only of this step to what is of the whole trace."""
    calls = {call.id: call for call in trace.calls}
    call = calls.get(step.call) if step is not None and step.call is not None else None
    if step is not None:
        yield from (f"finding {each.kind}" for each in findings if _is_here(each, step))
        yield from _of_step(trace, step)
        yield from (f"plugin {each}" for each in _plugins(step, call, calls))
        if step.depth:
            yield "delegate"
    if trace.verb != "ADD":
        yield f"verb {trace.verb}"
    yield from (f"finding {each.kind}" for each in findings)
    if trace.failure is not None:
        yield f"failure {trace.verb}"
    yield from _told(trace, step, call)
    if trace.place == "node":
        yield "node"
    yield f"verb {trace.verb}"


def _is_here(finding: Finding, step: Step) -> bool:
    """Whether it is about the step's call, or, where it is about no call, about its link."""
    if finding.call is not None:
        return finding.call == step.call
    return finding.link is not None and finding.link == step.link


def _of_step(trace: Trace, step: Step) -> Iterator[str]:
    if step.kind is StepKind.NOT_STARTED:
        yield f"step {step.kind}"
    if step.failed or step.kind is StepKind.NOT_REACHED:
        yield f"failure {trace.verb}"


def _plugins(step: Step, call: Call | None, calls: Mapping[str, Call]) -> Iterator[str]:
    """The step's plugin, then whoever called it, up to the link; no document makes a circle of that."""
    yield step.plugin
    seen: set[str] = set()
    while call is not None and call.id not in seen:
        yield call.plugin
        seen.add(call.id)
        call = calls.get(call.parent) if call.parent is not None else None


def _told(trace: Trace, step: Step | None, call: Call | None) -> Iterator[str]:
    """What the conflist declares for the link, and what stands on the call's stdin."""
    given = any_object(call.stdin) if call is not None else {}
    link = next((each for each in trace.network.links if step is not None and each.index == step.link), None)
    if given.get("runtimeConfig") or (link is not None and link.capabilities):
        yield "capabilities"
    if given.get("prevResult"):
        yield "prev-result"
