"""What the screen asks before a rerun: the text to edit, and in which way to run."""

import getpass
from collections.abc import Sequence
from dataclasses import replace

from app.live.edit_tasks import Given, Scene
from app.live.link_edit import LinkEdit, is_prev_result_only, prev_result_in
from app.screens.choice import Choice, Toggle
from app.stage import Stage, link_step
from traces.model.trace import Trace
from traces.session.editing import recorded_stdin
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


STEPPED = Toggle(
    key="s",
    on="stepped: it is held before each link, n goes on",
    off="not stepped: it runs to its end, or to a breakpoint",
)


def given_of(trace: Trace, link: int) -> Given:
    """What a recorded link was given. Raises InputError where that is not known whole."""
    call = next((call for call in trace.calls if call.link == link), None)
    return Given(
        stdin=recorded_stdin(trace, link),
        environment=call.environment if call is not None else (),
        cni_version=trace.network.cni_version,
    )


def edit_scene(trace: Trace, link: int) -> Scene:
    """What the editor says around the text."""
    plugin = trace.network.links[link].type
    return Scene(
        what=f"link {link}, {plugin}",
        trace=f"{trace.verb} of {pod_name(trace.attachment)}, {trace.attachment.ifname}, network {trace.network.name}",
        consequence=f"The chain is rerun from {one_line(plugin)} on, as a branch: nothing is overwritten.",
        submit="Rerun",
    )


def rerun_question(trace: Trace, link: int, edit: LinkEdit) -> tuple[str, str]:
    """The dialog's title and what it says: what runs, where, and as whom."""
    plugin = _plugin(trace, link)
    edited = " and ".join(_edited_parts(trace, link, edit))
    what = f"{plugin} is given your edited {edited}." if edited else "Nothing was edited."
    runs = f"From this link on: {_names(trace, _from(trace, link))}. {what}"
    stand_ins = "stand-ins among them" if trace.simulated else "stand-ins for what is not here"
    where = f"The plugins, {stand_ins}, run in a fresh sandbox, as {_user()}; nothing of this host is touched."
    keeps = "The trace stays; the rerun becomes a branch beside it."
    return f"Rerun {one_line(trace.verb)} from link {link}, {plugin}", f"{runs} {where} {keeps}"


def _edited_parts(trace: Trace, link: int, edit: LinkEdit) -> list[str]:
    """What was edited, by the names that the editor has for it."""
    parts = []
    if edit.stdin is not None:
        given = next((call.stdin for call in trace.calls if call.link == link), b"")
        parts.append("prevResult" if is_prev_result_only(given, edit.stdin) else "stdin")
    return [*parts, *(["environment"] if edit.environment is not None else [])]


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
    return link > 0 if called is None else prev_result_in(called.stdin) is not None


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
    """What to say where nothing was given to the cursor's link that could be edited."""
    step = stage.step
    if step is None or step.link is None:
        return "This step belongs to no link that could be edited."
    name = one_line(step.plugin)
    if step.kind is StepKind.NOT_REACHED:
        return f"{name} was never reached{_who_failed(stage)}"
    return f"{name} was never executed, so it was given nothing that could be edited; r reruns from it."


def _who_failed(stage: Stage) -> str:
    failed = next((step for step in stage.steps if step.failed and step.depth == 0), None)
    if failed is None:
        return ": the run ended before it."
    return f"; {_named(failed)}, is the one that failed: {_way(stage, failed, 'p', -1)}."


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


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "the user you are"
