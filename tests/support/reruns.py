"""A screen whose reruns are asked for and never run: a branch is given instead."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from app.backend import Backend
from app.debugger_app import DebuggerApp
from app.live.link_edit import LinkEdit
from tests.support.screens import backend_of, debugger
from tests.support.traces import failing_add, recorded
from traces.model.events import Event
from traces.model.trace import Branch, Trace
from traces.timeline.replay import replay

PARENT = replace(failing_add(), id="parent")
BRANCH = replace(recorded(), id="branch", branch_of=Branch(trace="parent", link=1))


@dataclass
class Reruns:
    """Doors that keep what they were asked, and answer with a branch."""

    asked: list[tuple[str, int, LinkEdit, str]] = field(default_factory=list)

    def __call__(self, trace: Trace, link: int, edit: LinkEdit, how: str) -> Iterator[Event]:
        self.asked.append((trace.id, link, edit, how))
        return replay(BRANCH)

    @property
    def backend(self) -> Backend:
        """The doors."""
        return backend_of((PARENT, BRANCH), rerun=self)

    @property
    def app(self) -> DebuggerApp:
        """A screen with these doors."""
        return debugger(PARENT, backend=self.backend)
