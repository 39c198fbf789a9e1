"""«With which prevResult is it called?»: answered by holding what it got against every answer that there was."""

import json
from collections.abc import Iterator
from typing import Any

from traces.cni.gojson import DecodeError, dumps, interface
from traces.cni.result_codec import read_result
from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, around_request
from traces.lessons.question import Choice, Question, pick, quoted
from traces.lessons.runs import Runs, call_of_link, link_calls, prev_result, run_words
from traces.lessons.table_fields import Fields
from traces.model.call import Call
from traces.model.trace import Trace

_LISTS = ("interfaces", "ips", "routes")


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    fields.whole("link")
    fields.end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """What a link is given as prevResult."""
    trace, link = runs.traces[step.run], step.fields["link"]
    call = call_of_link(trace, link)
    who = f"{trace.network.links[link].type} (link {link})" if link < len(trace.network.links) else f"link {link}"
    given = None if call is None else _normal(prev_result(call), trace)
    offered = list(_offered(trace, call, runs, step.run))
    choices = [
        _none(right=call is not None and given is None),
        Choice(text="the whole conflist", right=False, aliases=("conflist",)),
        _not_called(right=call is None),
    ]
    choices += [
        Choice(text=text, right=answer is not None and answer == given, aliases=aliases)
        for text, answer, aliases in offered
    ]
    right = [choice for choice in choices if choice.right]
    wrong = [choice for choice in (*choices[3:], *choices[:3]) if not choice.right]
    comes = f"{_before(trace, runs, step.run)}{run_words(runs, step.run)} comes"
    return Question(
        prompt=f"{comes} to {who}. Which prevResult does it find on its stdin?",
        choices=pick(right, wrong, most=max(4, len(right) + 1)),
        evidence=_evidence(call, who, trace),
    )


def moments(step: Step, runs: Runs) -> Moments:
    """Before the link is called; then with the call."""
    trace = runs.traces[step.run]
    return around_request(step.run, trace, call_of_link(trace, step.fields["link"]))


def _before(trace: Trace, runs: Runs, run: str) -> str:
    """How the ADD went that a later verb follows."""
    adds = [each for each in runs.before(run) if each.verb == "ADD"] if trace.verb != "ADD" else []
    return f"ADD {'failed' if adds[-1].error else 'went well'}. " if adds else ""


def _offered(trace: Trace, call: Call | None, runs: Runs, run: str) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """Each answer that could be handed on: in words, as libcni would read it, and what may be typed for it."""
    before = [each for each in link_calls(trace) if call is None or each.started < call.started]
    answers = [(each, _read(each.stdout, trace)) for each in before if trace.verb == "ADD"]
    for each, answer in answers:
        yield f"what {each.plugin} answered", answer, (each.plugin,)
    if trace.verb == "ADD":
        merged = _merged([answer for _, answer in answers if answer])
        if len(answers) > 1 and merged not in [answer for _, answer in answers]:
            yield "the answers of all links before it, merged", merged, ("merged", "all of them, merged")
        return
    yield from _of_earlier(runs, run)


def _of_earlier(runs: Runs, run: str) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """What an ADD before left: its result, as it is cached, and what single links had answered."""
    adds = [trace for trace in runs.before(run) if trace.verb == "ADD"]
    if not adds:
        return
    result = _read(adds[-1].result, adds[-1])
    yield "the whole chain's result of ADD, from the cache", result, ("the cached result", "cache", "the result of add")
    for each in link_calls(adds[-1]):
        answer = _read(each.stdout, adds[-1])
        if answer not in (None, result):
            yield f"what {each.plugin} had answered to ADD", answer, (each.plugin,)


def _none(*, right: bool) -> Choice:
    return Choice(text="none at all", right=right, aliases=("none", "nothing", "no prevresult"))


def _not_called(*, right: bool) -> Choice:
    return Choice(text="it is not called at all", right=right, aliases=("not called",))


def _read(raw: bytes | None, trace: Trace) -> Any:
    """A result as libcni keeps it; None where it is none."""
    try:
        return _plain(dumps(read_result(raw or b"", trace.network.cni_version).tree()))
    except DecodeError:
        return None


def _normal(given: Any, trace: Trace) -> Any:
    return None if given is None else _read(dumps(interface(given)), trace)


def _plain(raw: bytes) -> Any:
    return {name: value for name, value in json.loads(raw).items() if name != "cniVersion" and value not in ([], {})}


def _merged(answers: list[Any]) -> Any:
    """What a merge would come to: every list of all answers, each entry once."""
    merged: dict[str, Any] = {}
    for answer in answers:
        for name, value in answer.items():
            known = merged.get(name, [])
            merged[name] = [*known, *(each for each in value if each not in known)] if name in _LISTS else value
    return merged


def _evidence(call: Call | None, who: str, trace: Trace) -> tuple[str, ...]:
    if call is None:
        return (f"{who} was not called: {trace.error or 'the chain has no such link'}",)
    given = prev_result(call)
    if given is None:
        return (f"{who} got no prevResult. Its stdin: {quoted(call.stdin)}",)
    return (f"{who} got prevResult {quoted(json.dumps(given, ensure_ascii=False))}",)


PREV_RESULT = Kind(name="prev-result", check=_check, ask=ask, moments=moments)
