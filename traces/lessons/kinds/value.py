"""«What stands at this place?»: a value in what a plugin got, answered, or what the chain came to."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.moments import Moments, all_of_it, around_reply, around_request
from traces.lessons.place import (
    ABSENT,
    Place,
    call_at,
    document_at,
    in_document,
    place_words,
    read_place,
    value_at,
    values_in,
)
from traces.lessons.question import Choice, Question, call_line, pick
from traces.lessons.runs import Runs, link_calls, put_in
from traces.lessons.table_fields import Fields
from traces.model.trace import Trace
from traces.simulate.named import plugins_named
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

MEASURES = ("value", "count")
_LONGEST = 110
_NOTHING = ("nothing", "none", "nothing there", "absent")


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    read_place(fields.text("at"), f"{step.source}: at", runs)
    fields.text("measure", "value", one_of=MEASURES)
    fields.text("ask", "")
    fields.end()


def ask(step: Step, runs: Runs, seed: str) -> Question:
    """What stands at a place, or how many entries."""
    place = read_place(step.fields["at"], step.source, tuple(runs.traces))
    counted = step.fields.get("measure") == "count"
    actual = _measured(value_at(runs, place), counted)
    likely = (each for each in _likely(runs, place, counted, seed) if shown(each) != shown(actual))
    wrong = [Choice(text=shown(each), right=False, aliases=aliases(each)) for each in likely]
    if actual is not ABSENT and not counted:
        wrong.insert(min(2, len(wrong)), Choice(text=shown(ABSENT), right=False, aliases=_NOTHING))
    put = put_in(runs, place.run) if place.document == "error" else ""
    prompt = put + (step.fields.get("ask") or _prompt(runs, place, counted))
    return Question(
        prompt=prompt,
        choices=pick([Choice(text=shown(actual), right=True, aliases=aliases(actual))], wrong),
        evidence=_evidence(runs, place),
    )


def moments(step: Step, runs: Runs) -> Moments:
    """Before what stands there came to be; then with it."""
    place = read_place(step.fields["at"], step.source, tuple(runs.traces))
    trace = runs.traces[place.run]
    if place.document == "error":
        return all_of_it(place.run)
    if place.document == "result":
        return around_reply(place.run, trace, next(reversed(link_calls(trace)), None))
    around = around_reply if place.document == "stdout" else around_request
    return around(place.run, trace, call_at(runs, place))


def shown(value: Any) -> str:
    """A value as it is offered: JSON on one line, a text without its quotes."""
    if value is ABSENT:
        return "nothing stands there"
    told = one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), _LONGEST + 1)
    if len(told) > _LONGEST:
        return f"{told[:_LONGEST]} ..."
    return told or "an empty text"


def aliases(value: Any) -> tuple[str, ...]:
    """What may be typed for a value too."""
    return _NOTHING if value is ABSENT else (json.dumps(value),)


def _measured(value: Any, counted: bool) -> Any:
    if not counted:
        return value
    return len(value) if isinstance(value, list | Mapping) else 0


def _prompt(runs: Runs, place: Place, counted: bool) -> str:
    where = place_words(runs, place)
    at = f"at {printable(place.pointer)} " if place.pointer else ""
    asked = "How many entries stand" if counted else "What stands"
    return f"Look at {where}. {asked} {at or 'there '}".rstrip() + "?"


def _likely(runs: Runs, place: Place, counted: bool, seed: str) -> Iterator[Any]:
    """Values that might stand there: at that place of other documents, under the same name, then alike ones."""
    if counted:
        actual = _measured(value_at(runs, place), True)
        yield from (actual + 1, abs(actual - 1), actual + 2, actual + 3)
        return
    documents = list(_alike(runs, place))
    found = [value for document in documents for value in values_in(document, place.pointer)]
    name = place.pointer.rpartition("/")[2]
    found += [value for document in documents for value in _under(document, name)]
    actual = value_at(runs, place)
    found += _near(actual, name, runs.traces[place.run])
    scalars = [value for document in documents for value in _scalars(document) if _is_like(value, actual)]
    random.Random(f"{seed} {place}").shuffle(scalars)
    yield from (*found, *scalars)


def _near(actual: Any, name: str, trace: Trace) -> Iterator[Any]:
    """Other numbers; where a plugin is asked for, other plugins."""
    if name in ("plugin", "type"):
        yield from plugins_named(trace.network)
    if isinstance(actual, int) and not isinstance(actual, bool):
        yield from (actual + 1, actual * 10, actual // 2)


def _alike(runs: Runs, place: Place) -> Iterator[Any]:
    yield document_at(runs, place)
    for trace in runs.traces.values():
        yield from (in_document(trace, place, call) for call in (trace.calls if place.by else (None,)))


def _under(value: Any, name: str) -> Iterator[Any]:
    """Everything that stands under a name, at any depth."""
    if isinstance(value, Mapping):
        if name in value:
            yield value[name]
        for inner in value.values():
            yield from _under(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _under(inner, name)


def _scalars(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _scalars(inner)
    elif value not in (ABSENT, "", None):
        yield value


def _is_like(value: Any, actual: Any) -> bool:
    return (
        isinstance(value, str)
        if actual is ABSENT or isinstance(actual, Mapping | list)
        else type(value) is type(actual)
    )


def _evidence(runs: Runs, place: Place) -> tuple[str, ...]:
    trace, call = runs.traces[place.run], call_at(runs, place)
    found = value_at(runs, place)
    at = f"{place.pointer or 'all of it'}: {shown(found)}"
    if call is not None and place.document in ("stdin", "stdout"):
        return (call_line(trace, call, answered=place.document == "stdout"), at)
    return (f"In {place_words(runs, place)}, {at}",)


VALUE = Kind(name="value", check=_check, ask=ask, moments=moments)
