"""What a chain that is to be mended is to come to: in words, and whether the run with the edited one came to it."""

from collections.abc import Iterator, Sequence
from typing import Any

from traces.lessons.kinds.left import THINGS, left_after
from traces.lessons.kinds.outcome import ending, how_it_ended
from traces.lessons.kinds.value import shown
from traces.lessons.place import Place, call_in, in_document, values_in
from traces.lessons.tasks import Attempt, ChainTask
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

WANTED_ENDS = {
    "well": "{} succeeds",
    "stops": "{} fails on the way, and no link is called after the failure",
    "goes-on": "{} fails, but links are called after the failure all the same",
    "at-once": "{} fails, and no plugin is called at all",
}
"""How a verb can be wanted to end, in words: the ENDS of an outcome."""
_DOCUMENTS = {
    "stdin": "what {} gets on stdin",
    "stdout": "what {} answers on stdout",
    "env": "the environment of {}",
    "config": "the entry of {} in the conflist",
    "result": "the result of the whole chain",
    "cache": "the cached result",
    "error": "the error that the chain ends with",
}


def judged(task: ChainTask, trace: Trace, before: Sequence[Trace] = ()) -> Attempt:
    """What the run with the edited conflist came to: it is done where all is met that was wanted.

    ``before`` are the runs before it, with what is there now of each: what they made may be what was to go.
    """
    checks = tuple(_checks(task, trace, before))
    lines = (*ending(trace), *(line for _, line in checks if line))
    return Attempt(done=all(met for met, _ in checks), evidence=tuple(map(printable, lines)), trace=trace)


def in_words(task: ChainTask, verb: str) -> str:
    """What is wanted of the verb, as the end of a sentence."""
    return ", and ".join(_goals(task, verb))


def conditions(task: ChainTask) -> str:
    """What must be so in any way of doing it, in sentences that begin with a space; empty where there is nothing."""
    order = ", in this order" if task.in_order else ""
    called = f" Still to be called{order}: {', '.join(task.keep)}." if task.keep else ""
    places = "; ".join(_place_words(place) for place, _ in task.stays)
    return called + (f" To stay as it is: {places}." if places else "")


def found_at(trace: Trace, place: Place) -> list[Any]:
    """All that stands at a place in a trace, whichever run that is of."""
    return list(values_in(in_document(trace, place, call_in(trace, place)), place.pointer))


def _checks(task: ChainTask, trace: Trace, before: Sequence[Trace]) -> Iterator[tuple[bool, str]]:
    """Each thing that is wanted: whether the run meets it, and what is to be said of it."""
    if task.outcome:
        yield how_it_ended(trace) == task.outcome, ""
    if task.place is not None:
        there = found_at(trace, task.place)
        yield task.wanted in there, f"At {_place_words(task.place)}: {_all_shown(there)}"
    yield from _kept(task, trace)
    for place, was in task.stays:
        there = found_at(trace, place)
        changed = f"At {_place_words(place)}: {_all_shown(there)}. It has to stay {_all_shown(was)}."
        yield there == list(was), "" if there == list(was) else changed
    left = _left(trace, before) if task.gone else {}
    for thing in task.gone:
        still = f"Still there: {THINGS[thing]}: {one_line(', '.join(left[thing]))}" if thing in left else ""
        yield not still, still


def _kept(task: ChainTask, trace: Trace) -> Iterator[tuple[bool, str]]:
    called = {call.plugin for call in trace.calls}
    for name in task.keep:
        yield name in called, "" if name in called else f"{name} is not called, and has to be."
    links = [link.type for link in trace.network.links]
    places = [links.index(name) for name in task.keep if name in links]
    if task.in_order and places != sorted(places):
        yield False, f"The list has the order {', '.join(links)}; wanted is {', '.join(task.keep)}."


def _left(trace: Trace, before: Sequence[Trace]) -> dict[str, list[str]]:
    """What is left of the run and of those before it, each thing and what shows it once."""
    found: dict[str, list[str]] = {}
    for each in (trace, *before):
        for thing, names in left_after(each).items():
            listed = found.setdefault(thing, [])
            listed += (name for name in names if name not in listed)
    return found


def _goals(task: ChainTask, verb: str) -> Iterator[str]:
    if task.outcome:
        yield WANTED_ENDS[task.outcome].format(verb)
    if task.place is not None:
        yield f"{shown(task.wanted)} stands at {_place_words(task.place)}"
    if task.gone:
        yield f"{' and '.join(THINGS[thing] for thing in task.gone)} is not left behind"
    if not (task.outcome or task.place or task.gone):
        yield f"{verb} calls what it has to"


def _place_words(place: Place) -> str:
    who = place.name or (f"{place.by} {place.number}" if place.by else "")
    return f"{place.pointer or 'all'} in {_DOCUMENTS[place.document].format(who)}"


def _all_shown(values: Sequence[Any]) -> str:
    return ", ".join(map(shown, values)) or "nothing"
