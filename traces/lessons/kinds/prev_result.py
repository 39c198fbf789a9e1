"""«With which prevResult is it called?»: answered by holding what it got against every answer that there was."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.gojson import DecodeError, dumps, interface
from traces.cni.result_codec import read_result
from traces.lessons.evidence import document_lines, surroundings
from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, around_request
from traces.lessons.question import Choice, Question, pick
from traces.lessons.runs import Runs, call_of_link, happens, link_calls, link_words, prev_result, whose
from traces.lessons.table_fields import Fields
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.measure import one_line

_NAMED_BY = {"interfaces": ("name", "sandbox"), "ips": ("address",), "routes": ("dst", "gw")}
"""What two entries of a list have in common that tell of the same thing."""
Offered = tuple[str, Any, tuple[str, ...]]
"""What could be handed on: in words, as libcni would read it, and what may be typed for it."""


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    fields.whole("link")
    fields.end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """What a link is given as prevResult."""
    trace, link = runs.traces[step.run], step.fields["link"]
    call = call_of_link(trace, link)
    who = link_words(trace, link)
    given = None if call is None else _normal(prev_result(call), trace)
    choices = [
        Choice(text=text, right=answer is not None and answer == given, aliases=aliases)
        for text, answer, aliases in _offered(trace, call, given, runs, step.run)
    ]
    choices.append(_none(right=call is not None and given is None))
    if trace.verb == "ADD":
        choices.append(_cached(right=given is not None and given == _of_cache(trace)))
    choices += [_not_called(right=call is None), Choice(text="the whole conflist", right=False, aliases=("conflist",))]
    right = [choice for choice in choices if choice.right]
    asked = f"Which prevResult does {who} find on its stdin?"
    return Question(
        prompt=f"{_before(trace, runs, step.run)}{happens(runs, step.run)} {asked}",
        choices=pick(right, [choice for choice in choices if not choice.right], most=max(4, len(right) + 1)),
        evidence=_evidence(call, who, trace),
    )


def moments(step: Step, runs: Runs) -> Moments:
    """Before the link is called; then with the call."""
    trace = runs.traces[step.run]
    return around_request(step.run, trace, call_of_link(trace, step.fields["link"]))


def _before(trace: Trace, runs: Runs, run: str) -> str:
    """How those went for the same pod that a later verb follows."""
    if trace.verb == "ADD":
        return ""
    told = [f"{each.verb} {'failed' if each.error else 'went well'}" for each in _earlier(trace, runs, run)]
    return f"{', then '.join(told)}. " if told else ""


def _earlier(trace: Trace, runs: Runs, run: str) -> list[Trace]:
    """What has changed the cache of the same pod before."""
    container = trace.attachment.container_id
    earlier = [each for each in runs.before(run) if each.verb in ("ADD", "DEL", "GC")]
    return [each for each in earlier if each.verb == "GC" or each.attachment.container_id == container]


def _offered(trace: Trace, call: Call | None, given: Any, runs: Runs, run: str) -> Iterator[Offered]:
    """Each answer that could be handed on, the likeliest first."""
    before = [each for each in trace.calls if call is None or each.started < call.started]
    links = [each for each in before if each.link is not None]
    if trace.verb == "ADD":
        answers = [_read(each.stdout, trace) for each in links]
        for each, answer in reversed(list(zip(links, answers, strict=True))):
            yield _answered(each, links, trace, "what {} answered"), answer, (each.plugin,)
        merged = _merged([answer for answer in answers if answer])
        if len(answers) > 1 and merged not in answers:
            yield "the answers of all links before it, merged", merged, ("merged", "all of them, merged")
        yield from _of_delegates(before, links, given, trace)
        return
    yield from _of_earlier(trace, runs, run)
    for each in links[-1:]:
        yield f"what {each.plugin} answered to this {trace.verb}", _read(each.stdout, trace), ()


def _of_delegates(before: Sequence[Call], links: Sequence[Call], given: Any, trace: Trace) -> Iterator[Offered]:
    """What was answered to plugins, and not to the runtime: where a plugin gave that as its own, it is not offered."""
    names = {each.plugin for each in links}
    for each in before:
        answer = _read(each.stdout, trace)
        if each.link is None and each.plugin not in names and answer not in (None, given):
            yield f"what {each.plugin} answered", answer, (each.plugin,)


def _answered(call: Call, links: Sequence[Call], trace: Trace, words: str) -> str:
    """The words with the plugin, which is told with its link where several links have it."""
    same = [each for each in links if each.plugin == call.plugin]
    return words.format(call.plugin if len(same) == 1 else whose(trace, call))


def _of_earlier(trace: Trace, runs: Runs, run: str) -> Iterator[Offered]:
    """What an ADD before left: its result, as it is cached, and what single links had answered."""
    adds = [each for each in _earlier(trace, runs, run) if each.verb == "ADD"]
    if not adds:
        return
    result = _read(adds[-1].result, adds[-1])
    yield "the whole chain's result of ADD, from the cache", result, ("the cached result", "cache", "the result of add")
    links = link_calls(adds[-1])
    for each in links:
        answer = _read(each.stdout, adds[-1])
        if answer not in (None, result):
            yield _answered(each, links, adds[-1], "what {} had answered to ADD"), answer, (each.plugin,)


def _none(*, right: bool) -> Choice:
    return Choice(text="none at all", right=right, aliases=("none", "nothing", "no prevresult"))


def _cached(*, right: bool) -> Choice:
    return Choice(text="the result of an earlier ADD, from the cache", right=right, aliases=("cache",))


def _not_called(*, right: bool) -> Choice:
    return Choice(text="it is not called at all", right=right, aliases=("not called",))


def _read(raw: bytes | None, trace: Trace) -> Any:
    """A result as libcni keeps it; None where it is none."""
    try:
        return _plain(dumps(read_result(raw or b"", trace.network.cni_version).tree()))
    except DecodeError:
        return None


def _of_cache(trace: Trace) -> Any:
    """What an ADD finds cached of an earlier one."""
    return _normal(any_object(trace.cache_before or b"").get("result"), trace)


def _normal(given: Any, trace: Trace) -> Any:
    return None if given is None else _read(dumps(interface(given)), trace)


def _plain(raw: bytes) -> Any:
    return {name: value for name, value in json.loads(raw).items() if name != "cniVersion" and value not in ([], {})}


def _merged(answers: list[Any]) -> Any:
    """What a merge would come to: every list of all answers, and what several tell of as the last one tells it."""
    merged: dict[str, Any] = {}
    for answer in answers:
        for name, value in answer.items():
            keys = _NAMED_BY.get(name)
            merged[name] = [*_others(merged.get(name, []), value, keys), *value] if keys else value
    return merged


def _others(known: list[Any], told: list[Any], keys: tuple[str, ...]) -> list[Any]:
    """The entries that are not told of anew."""
    anew = [tuple(entry.get(key) for key in keys) for entry in told]
    return [entry for entry in known if tuple(entry.get(key) for key in keys) not in anew]


def _evidence(call: Call | None, who: str, trace: Trace) -> tuple[str, ...]:
    if call is None:
        return (f"{who} was not called: {one_line(trace.error or 'the chain has no such link')}",)
    given = prev_result(call)
    if given is None:
        return (f"{who} found no prevResult on its stdin.", *surroundings(any_object(call.stdin), "/prevResult"))
    return (f"{who} found this prevResult on its stdin:", *document_lines(given))


PREV_RESULT = Kind(name="prev-result", check=_check, ask=ask, moments=moments)
