"""«What stands at this place?»: a value in what a plugin got, answered, or what the chain came to."""

import json
from collections.abc import Mapping
from typing import Any

from traces.lessons.evidence import document_lines, surroundings
from traces.lessons.kinds.kind import Kind
from traces.lessons.lesson import Step
from traces.lessons.likely import counted, likely, likely_counts, names_plugin
from traces.lessons.moments import Moments, all_of_it, around_reply, around_request
from traces.lessons.place import (
    ABSENT,
    Place,
    call_at,
    document_at,
    place_owner,
    place_words,
    read_place,
    value_at,
)
from traces.lessons.question import Choice, Question, pick
from traces.lessons.runs import Runs, happens, link_calls, put_in
from traces.lessons.table_fields import Fields
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

MEASURES = ("value", "count")
_LONGEST = 110
_ASKED = {
    "stdin": "{asked} does {who} find on its stdin{at}?",
    "stdout": "{asked} does {who} answer on its stdout{at}?",
    "env": "{asked} {stands} in the environment of {who}{at}?",
    "config": "{asked} {stands} in the conflist in the entry of {who}{at}?",
    "result": "{asked} {stands} in the result of the whole chain{at}?",
    "cache": "{asked} {stands} in the cached result{at}?",
    "error": "{asked} {stands} in the error that it ends with{at}?",
}
"""The question for each document of a place."""
_NO_ERROR = "none: there is no error"
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
    is_counted = step.fields.get("measure") == "count"
    actual = _measured(value_at(runs, place), is_counted)
    others = likely_counts(counted(runs, place), actual) if is_counted else likely(runs, place, actual, seed)
    differing = (each for each in others if shown(each) != shown(actual))
    wrong = [_choice(each, place, right=False) for each in differing]
    if actual is not ABSENT and not is_counted and _may_be_missing(place):
        wrong.insert(min(2, len(wrong)), _choice(ABSENT, place, right=False))
    return Question(
        prompt=_prompt(step, runs, place, is_counted),
        choices=pick([_choice(actual, place, right=True)], wrong),
        evidence=_counted_evidence(runs, place) if is_counted else _evidence(runs, place),
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


def _choice(value: Any, place: Place, *, right: bool) -> Choice:
    is_error = value is ABSENT and place.document == "error"
    return Choice(text=_NO_ERROR if is_error else shown(value), right=right, aliases=aliases(value))


def _may_be_missing(place: Place) -> bool:
    """Whether it is a likely mistake that nothing stands there: libcni sets its variables, and a plugin has a name."""
    return place.document == "error" or (place.document != "env" and not names_plugin(place))


def _measured(value: Any, is_counted: bool) -> Any:
    if not is_counted:
        return value
    return len(value) if isinstance(value, list | Mapping) else 0


def _prompt(step: Step, runs: Runs, place: Place, is_counted: bool) -> str:
    own = step.fields.get("ask")
    if own:
        return f"{put_in(runs, place.run) if place.document == 'error' else ''}{own}"
    asked, stands = ("How many entries", "stand") if is_counted else ("What", "stands")
    at = f" at {printable(place.pointer)}" if place.pointer else ""
    question = _ASKED[place.document].format(asked=asked, who=place_owner(runs, place), stands=stands, at=at)
    return f"{happens(runs, place.run)} {question}"


def _evidence(runs: Runs, place: Place) -> tuple[str, ...]:
    """Where it is, what stands around it, and what stands there."""
    around = surroundings(document_at(runs, place), place.pointer) if place.pointer else ()
    where, found = place_words(runs, place), shown(value_at(runs, place))
    return (f"{where[0].upper()}{where[1:]}:", *around, f"{printable(place.pointer) or 'All of it'}: {found}")


def _counted_evidence(runs: Runs, place: Place) -> tuple[str, ...]:
    """Where it is, and each of its entries."""
    where, found = place_words(runs, place), value_at(runs, place)
    count = _measured(found, True)
    head = f"{where[0].upper()}{where[1:]}, {printable(place.pointer) or 'all of it'}: {count} in all"
    return (head, *document_lines(found)) if count else (head,)


VALUE = Kind(name="value", check=_check, ask=ask, moments=moments)
