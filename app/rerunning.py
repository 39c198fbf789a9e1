"""What the screen asks before a rerun: the text to edit, and in which way to run."""

import getpass
import json
from collections.abc import Sequence

from app.screens.choice import Choice
from app.screens.edit import EditTask
from panels.render.edit_text import editable
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.headline import pod_name
from traces.timeline.measure import one_line

HOW = {"f": "first", "m": "materialise"}
_FIRST = Choice(
    key="f",
    label="From the first link",
    description="The links before it run again; your edit is laid over theirs.",
)
_MATERIALISE = Choice(
    key="m",
    label="From this link alone",
    description="What prevResult names is made first; no earlier link runs.",
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
    plugin = next((entry.type for entry in trace.network.links if entry.index == link), "?")
    title = f"Rerun {one_line(trace.verb)} from link {link}, {one_line(plugin)}"
    what = "With your edited prevResult. " if edited else "Nothing was edited (e edits). "
    where = f"It runs the real plugins in a fresh sandbox, as {_user()}; nothing of this host is touched."
    return title, f"{what}{where} The trace stays; the rerun becomes a branch beside it."


def rerun_choices(missing: Sequence[str]) -> tuple[Choice, ...]:
    """Both ways, the one that can work first; `missing` names the earlier plugins that are not on this machine."""
    return (_MATERIALISE, _FIRST) if missing else (_FIRST, _MATERIALISE)


def _version(prev_result: bytes) -> str | None:
    document = json.loads(prev_result)
    version = document.get("cniVersion") if isinstance(document, dict) else None
    return version if isinstance(version, str) else None


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "the user you are"
