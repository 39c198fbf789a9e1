"""«Who is called next?»: answered by the order in which the calls of a run began."""

from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.likely import STRANGERS
from traces.lessons.moments import Moments, around_request, before_next_call
from traces.lessons.question import Choice, Question, call_line, pick
from traces.lessons.runs import Runs, happens, whose
from traces.lessons.table_fields import Fields
from traces.model.call import Call
from traces.model.trace import Trace
from traces.simulate.named import plugins_named
from traces.timeline.measure import one_line

_NOBODY = ("nobody", "none", "no one", "noone", "nothing")


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    fields.whole("after")
    fields.end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """Who is called after so many calls."""
    trace = runs.traces[step.run]
    after = min(step.fields["after"], len(trace.calls))
    called = trace.calls[after] if after < len(trace.calls) else None
    right = Choice(text=called.plugin, right=True) if called else _nobody(right=True)
    networks = (trace.network, *(each.network for each in runs.traces.values()))
    every = dict.fromkeys(name for network in networks for name in plugins_named(network))
    named = [name for name in every if called is None or name != called.plugin]
    wrong = [Choice(text=name, right=False) for name in named]
    if called is not None:
        wrong.insert(min(2, len(wrong)), _nobody(right=False))
    strangers = [Choice(text=name, right=False) for name in STRANGERS if called is None or name != called.plugin]
    return Question(
        prompt=f"{happens(runs, step.run)} {_so_far(trace, after)} Who is called next?",
        choices=pick([right], [*wrong, *strangers]),
        evidence=_evidence(trace, after),
    )


def moments(step: Step, runs: Runs) -> Moments:
    """Before that call; then up to the next one, or the whole verb where nobody is called."""
    trace, after = runs.traces[step.run], step.fields["after"]
    if after < len(trace.calls):
        return before_next_call(step.run, trace, trace.calls[after])
    return around_request(step.run, trace, None)


def _nobody(*, right: bool) -> Choice:
    return Choice(text="nobody: this was all", right=right, aliases=_NOBODY)


def _so_far(trace: Trace, after: int) -> str:
    if after == 0:
        return "Nobody was called yet."
    seen = trace.calls[:after]
    failed = "".join(f" {whose(trace, call)} has failed." for call in seen if _had_failed(trace, after, call))
    return f"So far: {', then '.join(whose(trace, call) for call in seen)}.{failed}"


def _had_failed(trace: Trace, after: int, call: Call) -> bool:
    """Whether that was known when the next one was called, or at the end of the verb."""
    following = trace.calls[after].started if after < len(trace.calls) else None
    return call.failed and (following is None or (call.ended or 0) <= following)


def _evidence(trace: Trace, after: int) -> tuple[str, ...]:
    if after < len(trace.calls):
        call = trace.calls[after]
        return (f"Call {after + 1} of this run: {whose(trace, call)}, with CNI_COMMAND={call.verb}.",)
    count = len(trace.calls)
    failed = (call_line(trace, call) for call in trace.calls[-1:] if call.failed)
    ended = f"The verb ended: {one_line(trace.error)}" if trace.error else "The verb ended well."
    return (f"The run has {count} {'call' if count == 1 else 'calls'}, no more.", *failed, ended)


NEXT = Kind(name="next", check=_check, ask=ask, moments=moments)
