"""«Change the conflist so that …»: a task; whether it is done is read from the run with the changed one."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from traces.cni.anyjson import any_json
from traces.errors import InputError
from traces.lessons.kinds.chain_goals import WANTED_ENDS, conditions, found_at, in_words
from traces.lessons.kinds.kind import Kind
from traces.lessons.kinds.left import THINGS
from traces.lessons.lesson import RunSpec, Step
from traces.lessons.place import ABSENT, Place, read_place, value_at
from traces.lessons.runs import Runs, put_in, run_words
from traces.lessons.table_fields import Fields
from traces.lessons.tasks import ChainTask
from traces.model.network import Network

FILE = "chain.conflist"


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    outcome = fields.text("outcome", "")
    if outcome and outcome not in WANTED_ENDS:
        raise fields.wrong("outcome", f"one of {', '.join(WANTED_ENDS)}")
    place = _check_place(fields, step, runs)
    keep, gone = fields.texts("keep"), fields.texts("gone")
    if not all(thing in THINGS for thing in gone):
        raise fields.wrong("gone", f"of these: {', '.join(THINGS)}")
    stays = fields.texts("stays")
    for at in stays:
        read_place(f"{step.run} {at}", f"{step.source}: stays, behind the run", runs)
    if not (outcome or place or keep or gone or stays):
        raise fields.wrong("outcome", "what is wanted: an outcome, a pointer or at, keep, gone, stays")
    fields.flag("in_order")
    fields.flag("faults", default=True)
    fields.flag("from_start")
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
    with_faults = fields.get("faults", True)
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
        keep=tuple(fields.get("keep", ())),
        in_order=fields.get("in_order", False),
        gone=tuple(fields.get("gone", ())),
        stays=_stays(step, runs),
        from_start=fields.get("from_start", False),
    )
    put = put_in(runs, step.run) if with_faults else ""
    usual = f"{put}Change the conflist so that {in_words(task, run_words(runs, step.run))}."
    return replace(task, prompt=f"{fields.get('ask') or usual}{conditions(task)}")


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


def earlier(task: ChainTask, network: Network) -> Iterator[RunSpec]:
    """What runs before it, once the conflist is edited."""
    for spec in task.before:
        is_edited = task.from_start and spec.network.raw == task.run.network.raw
        yield with_network(spec, network) if is_edited else spec


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


def _stays(step: Step, runs: Runs) -> tuple[tuple[Place, tuple[Any, ...]], ...]:
    """Where nothing may change, and what stands there in the lesson's own run."""
    places = (read_place(f"{step.run} {at}", step.source, tuple(runs.traces)) for at in step.fields.get("stays", ()))
    return tuple((place, tuple(found_at(runs.traces[place.run], place))) for place in places)


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
