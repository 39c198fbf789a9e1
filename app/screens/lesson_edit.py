"""A lesson's task as something to be edited."""

import json

from app.screens.edit import EditTask
from traces.lessons.tasks import ChainTask, Task


def edit_task(task: Task, before: str | None = None) -> EditTask:
    """What the editor opens for it: a conflist as it was written, a prevResult in lines; or what was tried before."""
    if isinstance(task, ChainTask):
        network = task.run.network
        return _task(task, "the chain", network.raw.decode(errors="replace"), None, before)
    text = json.dumps(task.document, indent=2, ensure_ascii=False)
    return _task(task, "prevResult", text, task.trace.network.cni_version, before)


def _task(task: Task, what: str, text: str, cni_version: str | None, before: str | None) -> EditTask:
    return EditTask(
        text=text if before is None else before,
        original=text,
        what=what,
        trace=task.prompt,
        consequence="It is run anew with this, in a sandbox of the lesson.",
        cni_version=cni_version,
        submit="Run",
    )
