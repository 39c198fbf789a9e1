"""«Edit prevResult so that …»: a task; whether it is done is read from the rerun."""

import json
from typing import Any

from traces.errors import InputError
from traces.lessons.kinds.kind import Kind
from traces.lessons.kinds.value import shown
from traces.lessons.lesson import Step
from traces.lessons.place import ABSENT, read_place, value_at, values_in
from traces.lessons.runs import Runs, call_of_link, prev_result
from traces.lessons.table_fields import Fields
from traces.lessons.tasks import Attempt, EditTask
from traces.model.trace import Trace
from traces.timeline.measure import one_line
from traces.timeline.printable import printable


def _check(step: Step, runs: tuple[str, ...]) -> None:
    fields = Fields(step.fields, step.source)
    fields.whole("link")
    if not fields.text("pointer").startswith("/"):
        raise fields.wrong("pointer", "a JSON Pointer, as /ips/*/address")
    wanted, like = fields.text("wanted", ""), fields.text("like", "")
    if bool(wanted) is bool(like):
        raise fields.wrong("wanted", "a JSON value in it, or a place of the runs in «like», and not both")
    if like:
        read_place(like, f"{step.source}: like", runs)
    else:
        _json(wanted, step)
    fields.flag("keeps")
    if not fields.texts("solution"):
        raise fields.wrong("solution", 'one way to do it, as ["/prevResult/ips/0/address=\\"10.1.0.9/16\\""]')
    fields.end()


def edit_task(step: Step, runs: Runs) -> EditTask:
    """What is to be done. Raises InputError where the run has nothing to edit."""
    trace, link = runs.traces[step.run], step.fields["link"]
    call = call_of_link(trace, link)
    given = None if call is None else prev_result(call)
    wanted = _wanted(step, runs)
    if call is None or given is None or wanted is ABSENT:
        raise InputError(f"{step.source}: link {link} of {step.run} has no prevResult to edit, or «like» is nothing")
    pointer = step.fields["pointer"]
    return EditTask(
        trace=trace,
        link=link,
        prompt=(
            f"Edit what {call.plugin} (link {link}) gets as prevResult, so that {shown(wanted)} stands at {pointer} "
            "in the result of the whole chain."
        ),
        file="prevResult.json",
        document=given,
        root="/prevResult",
        pointer=pointer,
        wanted=wanted,
        keeps=tuple(values_in(_result(trace), pointer)) if step.fields.get("keeps") else (),
        solution=tuple(step.fields["solution"]),
    )


def judged(task: EditTask, branch: Trace) -> Attempt:
    """What a rerun came to: it is done where its result has the value."""
    there = list(values_in(_result(branch), task.pointer))
    told = f"The rerun's result has at {printable(task.pointer)}: {', '.join(map(shown, there)) or 'nothing'}"
    failed = f"The rerun failed: {one_line(branch.error)}" if branch.error else ""
    lost = tuple(f"{shown(value)} is not there any more, and has to be." for value in task.keeps if value not in there)
    return Attempt(done=task.wanted in there and not lost, evidence=(failed or told, *lost), trace=branch)


def _result(branch: Trace) -> Any:
    return json.loads(branch.result) if branch.result else ABSENT


def _wanted(step: Step, runs: Runs) -> Any:
    if step.fields.get("wanted"):
        return _json(step.fields["wanted"], step)
    return value_at(runs, read_place(step.fields["like"], step.source, tuple(runs.traces)))


def _json(text: str, step: Step) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise InputError(f"{step.source}: wanted: {text!r}: expected JSON; a text stands in double quotes") from None


EDIT = Kind(name="edit", check=_check, do=edit_task)
