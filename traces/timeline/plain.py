"""A trace told line by line: numbered, nothing drawn, for screen readers and for terminals that can't draw."""

from collections.abc import Iterator

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.glyphs import ASCII
from traces.timeline.headline import remark_lines
from traces.timeline.marks import mark_lines
from traces.timeline.measure import one_line
from traces.timeline.steps import Step, StepKind, steps
from traces.timeline.words import reply_facts, reply_label, request_label, touched_words


def plain_text(trace: Trace) -> str:
    """The whole trace: a heading, one numbered line a step, and how it ended."""
    lines = [f"{step.index + 1}. {step_line(trace, step)}" for step in steps(trace)]
    return "\n".join([heading(trace), *lines, *closing(trace)])


def heading(trace: Trace) -> str:
    """Which verb of what, for whom."""
    attachment = trace.attachment
    whom = f"{attachment.container_id} {attachment.ifname}"
    return one_line(f"Trace {trace.id}: {trace.verb} of network {trace.network.name} for {whom}, in: {trace.place}.")


def step_line(trace: Trace, step: Step) -> str:
    """What happens in a step, without its number."""
    if step.call is None:
        never = step.kind is StepKind.NOT_REACHED
        return f"{_link(step)} {'is never reached' if never else 'failed before it could be executed'}."
    call = trace.call(step.call)
    return _request(trace, step, call) if step.is_request else _reply(step, call)


def _request(trace: Trace, step: Step, call: Call) -> str:
    caller = trace.call(call.parent).plugin if call.parent else "The runtime"
    whom = _link(step) if step.depth == 0 else one_line(call.plugin)
    by_hand = touched_words(call, answer=False)
    return f"{one_line(caller)} asks {whom}: {request_label(call)}{f' ({by_hand})' if by_hand else ''}."


def _reply(step: Step, call: Call) -> str:
    grade = "FAILED: " if step.failed else ""
    facts = ", ".join(fact.strip() for fact in reply_facts(call, ASCII))
    return f"{one_line(call.plugin)} answers: {grade}{reply_label(call)} ({facts})."


def _link(step: Step) -> str:
    return f"{one_line(step.plugin)} (link {step.link})"


def closing(trace: Trace) -> Iterator[str]:
    """What is said behind the steps: marks, what is odd, and how it ended."""
    yield from (f"{line[:1].upper()}{line[1:]}" for line in mark_lines(trace))
    yield from (f"{line[:1].upper()}{line[1:]}." for line in remark_lines(trace, ASCII))
    if trace.failure is not None:
        yield f"{one_line(trace.verb)} failed: {one_line(trace.failure.text)}"
    elif trace.finished:
        yield f"{one_line(trace.verb)} ended well."
