"""«Change the conflist so that …»: a task; whether it is done is read from the run with the changed one."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from traces.cni.anyjson import any_json
from traces.errors import InputError
from traces.lessons.kinds.kind import Kind
from traces.lessons.kinds.left import THINGS, left_after
from traces.lessons.kinds.outcome import ending, how_it_ended
from traces.lessons.kinds.value import shown
from traces.lessons.lesson import RunSpec, Step
from traces.lessons.place import ABSENT, Place, call_in, in_document, read_place, value_at, values_in
from traces.lessons.runs import Runs, put_in, run_words
from traces.lessons.table_fields import Fields
from traces.lessons.tasks import Attempt, ChainTask
from traces.model.network import Network
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

FILE = "chain.conflist"
_ENDS = {
    "well": "{} succeeds",
    "stops": "{} fails, and no link is called after the one that fails",
    "goes-on": "{} fails, but the other links are called all the same",
    "at-once": "{} fails before any plugin is called",
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


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    outcome = fields.text("outcome", "")
    if outcome and outcome not in _ENDS:
        raise fields.wrong("outcome", f"one of {', '.join(_ENDS)}")
    place = _check_place(fields, step, runs)
    keep, gone = fields.texts("keep"), fields.texts("gone")
    if not all(thing in THINGS for thing in gone):
        raise fields.wrong("gone", f"of these: {', '.join(THINGS)}")
    if not (outcome or place or keep or gone):
        raise fields.wrong("outcome", "what is wanted: an outcome, a pointer or at, keep, gone")
    fields.flag("faults", default=True)
    fields.text("ask", "")
    if not fields.texts("solution"):
        raise fields.wrong("solution", 'one way to do it, as ["/plugins/1/type=\\"portmap\\""]')
    fields.end()


def _check_place(fields: Fields, step: Step, runs: tuple[str, ...]) -> bool:
    """Whether a value is wanted at a place; what is said of it makes sense. Raises InputError."""
    pointer, at = fields.text("pointer", ""), fields.text("at", "")
    wanted, like = fields.text("wanted", ""), fields.text("like", "")
    if pointer and at:
        raise fields.wrong("at", "a place, or a pointer into the result in «pointer», and not both")
    if pointer and not pointer.startswith("/"):
        raise fields.wrong("pointer", "a JSON Pointer, as /ips/*/address")
    if at:
        read_place(f"{step.run} {at}", f"{step.source}: at, behind the run", runs)
    if bool(wanted) + bool(like) != bool(pointer or at):
        raise fields.wrong("wanted", "with a pointer or at a JSON value in it, or a place of the runs in «like»")
    if like:
        read_place(like, f"{step.source}: like", runs)
    if wanted:
        _json(wanted, step)
    return bool(pointer or at)


def chain_task(step: Step, runs: Runs) -> ChainTask:
    """What is to be done. Raises InputError where the run has no conflist to edit, or no such value."""
    fields, spec = step.fields, next(spec for spec in runs.lesson.runs if spec.name == step.run)
    place, wanted = _place(step, runs), _wanted(step, runs)
    if place is not None and wanted is ABSENT:
        raise InputError(f"{step.source}: like: nothing stands there")
    keep, gone, with_faults = tuple(fields.get("keep", ())), tuple(fields.get("gone", ())), fields.get("faults", True)
    task = ChainTask(
        prompt="",
        file=FILE,
        document=_document(spec, step),
        solution=tuple(fields["solution"]),
        root="",
        run=spec if with_faults else replace(spec, faults=()),
        before=_before(runs, step.run),
        outcome=fields.get("outcome", ""),
        place=place,
        wanted=wanted,
        keep=keep,
        gone=gone,
    )
    put = put_in(runs, step.run) if with_faults else ""
    usual = f"{put}Change the conflist so that {', and '.join(_goals(task, run_words(runs, step.run)))}."
    called = f" Still to be called: {', '.join(keep)}." if keep else ""
    return replace(task, prompt=f"{fields.get('ask') or usual}{called}")


def with_network(spec: RunSpec, network: Network) -> RunSpec:
    """The same run with another network, in which a fault of a link goes with its plugin, wherever that stands now."""
    faults = [
        replace(fault, link=link.index)
        for fault in spec.faults
        if fault.link is not None
        for link in network.links
        if link.type == fault.plugin
    ]
    others = [fault for fault in spec.faults if fault.link is None]
    return replace(spec, network=network, faults=(*faults, *others))


def judged(task: ChainTask, trace: Trace) -> Attempt:
    """What the run with the edited conflist came to: it is done where all is met that was wanted."""
    checks = tuple(_checks(task, trace))
    lines = (*ending(trace), *(line for _, line in checks if line))
    return Attempt(done=all(met for met, _ in checks), evidence=tuple(map(printable, lines)), trace=trace)


def _checks(task: ChainTask, trace: Trace) -> Iterator[tuple[bool, str]]:
    """Each thing that is wanted: whether the run meets it, and what is to be said of it."""
    if task.outcome:
        yield how_it_ended(trace) == task.outcome, ""
    if task.place is not None:
        there = list(values_in(in_document(trace, task.place, call_in(trace, task.place)), task.place.pointer))
        found = ", ".join(map(shown, there)) or "nothing"
        yield task.wanted in there, f"At {task.place.pointer or 'all'} in {_document_words(task.place)}: {found}"
    called = {call.plugin for call in trace.calls}
    for name in task.keep:
        yield name in called, "" if name in called else f"{name} is not called, and has to be."
    left = left_after(trace) if task.gone else {}
    for thing in task.gone:
        yield thing not in left, f"Still there: {THINGS[thing]}: {one_line(left[thing][0])}" if thing in left else ""


def _goals(task: ChainTask, verb: str) -> Iterator[str]:
    if task.outcome:
        yield _ENDS[task.outcome].format(verb)
    if task.place is not None:
        yield f"{shown(task.wanted)} stands at {task.place.pointer} in {_document_words(task.place)}"
    if task.gone:
        yield f"{' and '.join(THINGS[thing] for thing in task.gone)} is not left behind"
    if not (task.outcome or task.place or task.gone):
        yield f"{verb} calls what it has to"


def _document_words(place: Place) -> str:
    who = place.name or (f"{place.by} {place.number}" if place.by else "")
    return _DOCUMENTS[place.document].format(who)


def _before(runs: Runs, run: str) -> tuple[RunSpec, ...]:
    """What the lesson runs in the same sandbox before a run."""
    specs = runs.lesson.runs
    end = next(number for number, spec in enumerate(specs) if spec.name == run)
    begin = max((number for number, spec in enumerate(specs[: end + 1]) if spec.fresh), default=0)
    return specs[begin:end]


def _document(spec: RunSpec, step: Step) -> Any:
    try:
        return any_json(spec.network.raw)
    except ValueError as error:
        raise InputError(f"{step.source}: the conflist of {spec.name} can't be edited: {error}") from None


def _place(step: Step, runs: Runs) -> Place | None:
    pointer, at = step.fields.get("pointer"), step.fields.get("at")
    if not (pointer or at):
        return None
    return read_place(f"{step.run} {at or f'result {pointer}'}", step.source, tuple(runs.traces))


def _wanted(step: Step, runs: Runs) -> Any:
    if step.fields.get("wanted"):
        return _json(step.fields["wanted"], step)
    like = step.fields.get("like")
    return value_at(runs, read_place(like, step.source, tuple(runs.traces))) if like else ABSENT


def _json(text: str, step: Step) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise InputError(f"{step.source}: wanted: {text!r}: expected JSON; a text stands in double quotes") from None


CHAIN = Kind(name="chain", check=_check, do=chain_task, needs_kernel=lambda step: bool(step.fields.get("gone")))
