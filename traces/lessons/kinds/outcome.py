"""«What happens after this?»: whether a verb fails, and who is still called after the link that failed."""

from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, all_of_it
from traces.lessons.question import Choice, Question, call_line
from traces.lessons.runs import Runs, link_calls, put_in, run_words
from traces.lessons.table_fields import Fields
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_LONGEST_ERROR = 300
ENDS = {
    "well": ("the verb succeeds", ("succeeds", "it succeeds", "success", "ok")),
    "stops": ("the verb fails there: no other link is called", ("stops", "it stops")),
    "goes-on": ("the verb fails, but the other links are called first", ("goes on", "continues")),
    "at-once": ("the verb fails before any plugin is called", ("before any plugin is called", "at once")),
}
"""How a verb can end: in words, and what may be typed for them."""


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    fields.text("ask", "")
    fields.end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """How a verb ends, and who is called until then."""
    trace = runs.traces[step.run]
    real = how_it_ended(trace)
    choices = (Choice(text=words, right=end == real, aliases=typed) for end, (words, typed) in ENDS.items())
    usual = f"{run_words(runs, step.run)} runs. {put_in(runs, step.run)}What happens?"
    prompt = step.fields.get("ask") or usual
    return Question(prompt=prompt, choices=tuple(choices), evidence=ending(trace))


def moments(step: Step, runs: Runs) -> Moments:
    """Nothing; then the whole verb."""
    return all_of_it(step.run)


def how_it_ended(trace: Trace) -> str:
    """One of ENDS."""
    if trace.failure is None:
        return "well"
    calls = link_calls(trace)
    if not calls:
        return "at-once"
    failed = next((number for number, call in enumerate(calls) if call.failed), len(calls) - 1)
    return "stops" if failed == len(calls) - 1 else "goes-on"


def ending(trace: Trace) -> tuple[str, ...]:
    """How a verb ended, in lines: who was called, which call failed, and with which words."""
    called = ", then ".join(call.plugin for call in link_calls(trace)) or "nobody"
    lines = [f"Called in this {trace.verb}: {called}."]
    failed = next((call for call in link_calls(trace) if call.failed), None)
    if failed is not None:
        lines.append(call_line(trace, failed, answered=True))
    ended = f"It failed: {one_line(trace.error, _LONGEST_ERROR)}" if trace.error else "It ended well."
    return (*lines, ended)


OUTCOME = Kind(name="outcome", check=_check, ask=ask, moments=moments)
