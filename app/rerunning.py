"""What the screen asks before a rerun: the text to edit, and in which way to run."""

import getpass
import json
from collections.abc import Sequence
from dataclasses import replace

from app.screens.choice import Choice
from app.screens.edit import EditTask
from app.stage import Stage, link_step
from panels.render.edit_text import editable
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.headline import pod_name
from traces.timeline.measure import one_line
from traces.timeline.playback import move
from traces.timeline.steps import Step, StepKind, links_in_order

HOW = {"f": "first", "m": "materialise", "i": "in-place"}
_FEW = 3
_IN_PLACE = Choice(
    key="i",
    label="in place: in the pod itself, on this host",
    description="Asks once more. Root only; the runtime's result cache is not written.",
)


def prev_result_of(call: Call) -> bytes | None:
    """The prevResult that the call was given, or None."""
    try:
        document = json.loads(call.stdin)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or "prevResult" not in document:
        return None
    return json.dumps(document["prevResult"], ensure_ascii=False).encode(errors="surrogatepass")


def edit_task(trace: Trace, call: Call, prev_result: bytes, pending: str | None) -> EditTask:
    """What the editor is opened with: the edit that waits, or what was recorded."""
    version = _version(prev_result) or trace.network.cni_version
    return EditTask(
        text=pending if pending is not None else editable(prev_result),
        what=f"prevResult of link {call.link}, {call.plugin}",
        trace=f"{trace.verb} of {pod_name(trace.attachment)}, {trace.attachment.ifname}, network {trace.network.name}",
        consequence=f"The chain is rerun from {one_line(call.plugin)} on, as a branch: nothing is overwritten.",
        cni_version=version,
        original=editable(prev_result),
    )


def rerun_question(trace: Trace, link: int, edited: bool) -> tuple[str, str]:
    """The dialog's title and what it says: what runs, where, and as whom."""
    plugin = _plugin(trace, link)
    what = f"{plugin} is given your edited prevResult." if edited else "Nothing was edited."
    runs = f"From this link on: {_names(trace, _from(trace, link))}. {what}"
    plugins = "The plugins, stand-ins among them," if trace.simulated else "The real plugins"
    where = f"{plugins} run in a fresh sandbox, as {_user()}; nothing of this host is touched."
    keeps = "The trace stays; the rerun becomes a branch beside it."
    return f"Rerun {one_line(trace.verb)} from link {link}, {plugin}", f"{runs} {where} {keeps}"


def rerun_choices(trace: Trace, link: int, edited: bool, missing: Sequence[str] = ()) -> tuple[Choice, ...]:
    """The ways that there are, the one that can work first; `missing` names the earlier plugins that are not here."""
    words = _first_words(trace, link, edited)
    first = Choice(key="f", label="first: run what comes before it again", description=words)
    in_place = (_IN_PLACE,) if trace.place in ("node", "netns") and trace.verb != "GC" else ()
    if not has_prev_result(trace, link):
        return (first, *in_place)
    whose = "your edited" if edited else "the recorded"
    materialise = Choice(
        key="m",
        label="materialise: build what prevResult names",
        description=f"Interfaces, addresses and routes of {whose} prevResult are made; no earlier link runs.",
    )
    return (materialise, first, *in_place) if missing else (first, materialise, *in_place)


def has_prev_result(trace: Trace, link: int) -> bool:
    """Whether a link was given a prevResult, or would have been had it been called."""
    called = next((call for call in trace.calls if call.link == link), None)
    return link > 0 if called is None else prev_result_of(called) is not None


def _from(trace: Trace, link: int) -> list[int]:
    """The link and those behind it, in the order of the verb."""
    order = links_in_order(trace)
    return order[order.index(link) :] if link in order else [link]


def _first_words(trace: Trace, link: int, edited: bool) -> str:
    order = links_in_order(trace)
    before = order[: len(order) - len(_from(trace, link))]
    runs = [] if trace.verb == "ADD" else ["ADD of the whole chain"]
    runs += [_names(trace, before)] if before else []
    if not runs:
        return "No link comes before it."
    fresh = f"{_plugin(trace, link)} gets the prevResult that comes of it"
    return f"Runs before it: {', then '.join(runs)}. {fresh}{', with your edit laid over it' if edited else ''}."


def why_not_editable(stage: Stage) -> str:
    """What to say where the cursor's link has no prevResult to edit: which link is the nearest that has one."""
    step, trace = stage.step, stage.trace
    if step is None or step.link is None:
        return "This step belongs to no link whose prevResult could be edited."
    name = one_line(step.plugin)
    if step.kind is StepKind.NOT_REACHED:
        return f"{name} was never reached{_who_failed(stage)}"
    if step.kind is StepKind.NOT_STARTED:
        return f"{name} was never executed, so it was given nothing that could be edited; r reruns from it."
    later = next((there for there in _links_behind(stage) if has_prev_result(trace, there.link or 0)), None)
    link_name = _plugin(trace, step.link)
    if later is None or later.call is None:
        return f"{link_name} was given no prevResult, nor was a later link."
    return f"{link_name} was given no prevResult; {_named(later)}, was: {_way(stage, later, 'n', 1)}."


def _who_failed(stage: Stage) -> str:
    failed = next((step for step in stage.steps if step.failed and step.depth == 0), None)
    if failed is None:
        return ": the run ended before it."
    return f"; {_named(failed)}, is the one that failed: {_way(stage, failed, 'p', -1)}."


def _links_behind(stage: Stage) -> list[Step]:
    """The steps behind the cursor at which links are called."""
    return [step for step in stage.steps[stage.playback.cursor + 1 :] if step.kind is StepKind.REQUEST]


def _way(stage: Stage, goal: Step, key: str, direction: int) -> str:
    """The keys that lead to a step's link: «p goes there», «p p goes there», «p, 7 times, goes there»."""
    count = 0
    while stage.step is not None and stage.step.link != goal.link and count < len(stage.steps):
        stage = replace(stage, playback=move(stage.playback, link_step(stage, direction)))
        count += 1
    return f"{' '.join([key] * count)} goes there" if count <= _FEW else f"{key}, {count} times, goes there"


def _named(step: Step) -> str:
    return f"{one_line(step.plugin)}, link {step.link}"


def _plugin(trace: Trace, link: int) -> str:
    return one_line(next((entry.type for entry in trace.network.links if entry.index == link), "?"))


def _names(trace: Trace, links: Sequence[int]) -> str:
    return ", ".join(_plugin(trace, link) for link in links)


def _version(prev_result: bytes) -> str | None:
    document = json.loads(prev_result)
    version = document.get("cniVersion") if isinstance(document, dict) else None
    return version if isinstance(version, str) else None


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "the user you are"
