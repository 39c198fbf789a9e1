"""«What happens after this?»: whether a verb fails, and who is still called after the link that failed."""

from collections.abc import Sequence

from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, all_of_it
from traces.lessons.question import Choice, Question, call_line
from traces.lessons.runs import Runs, happens, link_calls
from traces.lessons.table_fields import Fields
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_LONGEST_ERROR = 300
_IN_STALE_DEL = "failed to delete stale attachment "
"""How libcni begins to tell of what failed in the first part of a GC."""
ENDS = {
    "well": ("it succeeds", ("succeeds", "success", "ok")),
    "stops": ("it fails on the way: plugins are called until the failure, and none after it", ("stops", "it stops")),
    "goes-on": ("it fails, but links are called after the failure all the same", ("goes on", "continues")),
    "at-once": ("it fails, and no plugin is called at all", ("no plugin is called", "at once")),
}
"""How a verb can end: in words of which only one can be true of a run, and what may be typed for them."""


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    fields.text("ask", "")
    fields.end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """How a verb ends, and who is called until then."""
    trace = runs.traces[step.run]
    real = how_it_ended(trace)
    choices = (Choice(text=words, right=end == real, aliases=typed) for end, (words, typed) in ENDS.items())
    prompt = step.fields.get("ask") or f"{happens(runs, step.run)} What happens?"
    return Question(prompt=prompt, choices=tuple(choices), evidence=ending(trace))


def moments(step: Step, runs: Runs) -> Moments:
    """Nothing; then the whole verb."""
    return all_of_it(step.run)


def how_it_ended(trace: Trace) -> str:
    """One of ENDS: by whether a link was called after the failure, be it one of a plugin that could not be called."""
    if trace.failure is None:
        return "well"
    calls = link_calls(trace)
    if not calls:
        return "at-once"
    return "goes-on" if _called_after_failure(trace, calls) else "stops"


def _called_after_failure(trace: Trace, calls: Sequence[Call]) -> bool:
    failed = next((number for number, call in enumerate(calls) if call.failed), len(calls))
    at = _failing_link(trace)
    own = [number for number, call in enumerate(calls) if call.verb == trace.verb]
    following = (number for number in own if at is not None and _comes_after(calls[number].link, at, trace.verb))
    return failed + 1 < len(calls) or next(following, None) is not None


def _failing_link(trace: Trace) -> int | None:
    """The first link that failed; -1 where that was in the DEL that a GC begins with, before any link's GC."""
    if trace.verb == "GC" and trace.error and trace.error.startswith(_IN_STALE_DEL):
        return -1
    return trace.failure.link if trace.failure is not None else None


def _comes_after(link: int | None, other: int, verb: str) -> bool:
    """Whether the verb comes to a link after it has come to another one: DEL goes from last to first."""
    return link is not None and (link < other if verb == "DEL" else link > other)


def ending(trace: Trace) -> tuple[str, ...]:
    """How a verb ended, in lines: which links were called, which not, which call failed, and with which words."""
    calls = link_calls(trace)
    lines = [f"Links called in this {trace.verb}: {', then '.join(call.plugin for call in calls) or 'none'}."]
    called = {call.link for call in calls}
    left_out = [f"{link.type} (link {link.index})" for link in trace.network.links if link.index not in called]
    if left_out and trace.failure is not None:
        lines.append(f"Not called: {', '.join(left_out)}.")
    failed = next((call for call in calls if call.failed), None)
    if failed is not None:
        lines.append(call_line(trace, failed))
    ended = f"It failed: {one_line(trace.error, _LONGEST_ERROR)}" if trace.error else "It ended well."
    return (*lines, ended)


OUTCOME = Kind(name="outcome", check=_check, ask=ask, moments=moments)
