"""What of a call can be edited before it is given to the plugin, and what its editor is opened with."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum

from app.live.link_edit import (
    LinkEdit,
    environment_complaint,
    environment_of,
    environment_text,
    left_out,
    prev_result_in,
    with_prev_result,
)
from app.screens.choice import Choice
from app.screens.edit import EditTask
from panels.render.edit_text import Check, editable
from traces.timeline.measure import count_text


class Part(StrEnum):
    """A part that can be edited; the value is its key in the dialog."""

    PREV_RESULT = "p"
    STDIN = "s"
    ENVIRONMENT = "v"


_NAMES = {Part.PREV_RESULT: "prevResult", Part.STDIN: "stdin", Part.ENVIRONMENT: "environment"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a plugin is given, before any edit."""

    stdin: bytes
    environment: tuple[bytes, ...]
    cni_version: str
    """The network's; a prevResult that names its own is held to that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What the editor says around the text; the texts may hold recorded names."""

    what: str
    """«link 2, portmap»."""
    trace: str
    consequence: str
    submit: str


def part_choices(given: Given, edit: LinkEdit) -> tuple[Choice, ...]:
    """The parts that there are; each says whether it was edited already."""
    stdin = edit.stdin if edit.stdin is not None else given.stdin
    parts = [Part.STDIN, Part.ENVIRONMENT]
    if prev_result_in(stdin) is not None:
        parts.insert(0, Part.PREV_RESULT)
    words = {
        Part.PREV_RESULT: "what the link before it gave",
        Part.STDIN: "the whole configuration that it reads",
        Part.ENVIRONMENT: "CNI_IFNAME, CNI_ARGS and the others, a line each",
    }
    touched = {Part.PREV_RESULT: "stdin", Part.STDIN: "stdin", Part.ENVIRONMENT: "env"}
    return tuple(
        Choice(
            key=part,
            label=f"{_NAMES[part]}: {words[part]}{' (edited)' if touched[part] in edit.touched else ''}",
        )
        for part in parts
    )


def task_of(part: Part, given: Given, edit: LinkEdit, scene: Scene) -> EditTask:
    """What the editor of a part is opened with: the edit that waits, or what was given."""
    task = EditTask(
        text="",
        what=f"{_NAMES[part]} of {scene.what}",
        trace=scene.trace,
        consequence=scene.consequence,
        submit=scene.submit,
    )
    stdin = edit.stdin if edit.stdin is not None else given.stdin
    if part is Part.STDIN:
        return replace(task, text=editable(stdin), original=editable(given.stdin))
    if part is Part.PREV_RESULT:
        now, before = prev_result_in(stdin) or b"", prev_result_in(given.stdin) or b""
        version = _version(now) or given.cni_version
        return replace(task, text=editable(now), original=editable(before), cni_version=version)
    environment = edit.environment if edit.environment is not None else given.environment
    unseen = left_out(given.environment)
    more = (
        f" {count_text(unseen, 'entry that is', 'entries that are')} no line of text: left as it is." if unseen else ""
    )
    return replace(
        task,
        text=environment_text(environment),
        original=environment_text(given.environment),
        consequence=scene.consequence + more,
        check=Check(find=environment_complaint, good="NAME=VALUE in each line"),
    )


def edited(part: Part, text: str, given: Given, edit: LinkEdit) -> LinkEdit:
    """The edit after the editor of a part gave a text; what is again as it was given is no edit. Raises InputError."""
    if part is Part.ENVIRONMENT:
        same = text == environment_text(given.environment)
        return replace(edit, environment=None if same else environment_of(text, given.environment))
    if part is Part.STDIN:
        stdin = text.encode(errors="surrogateescape")
    else:
        stdin = with_prev_result(edit.stdin if edit.stdin is not None else given.stdin, text)
    return replace(edit, stdin=None if _same(stdin, given.stdin) else stdin)


def _same(one: bytes, other: bytes) -> bool:
    """Whether two texts are the same JSON, the order of members included; what is no JSON is the same as its bytes."""
    try:
        return json.dumps(json.loads(one)) == json.dumps(json.loads(other))
    except (ValueError, RecursionError):
        return one == other


def _version(prev_result: bytes) -> str | None:
    try:
        document = json.loads(prev_result)
    except (ValueError, RecursionError):
        return None
    version = document.get("cniVersion") if isinstance(document, dict) else None
    return version if isinstance(version, str) else None
