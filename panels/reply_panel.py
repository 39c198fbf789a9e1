"""What a plugin answered: stdout, stderr, and how it ended."""

from typing import ClassVar

from textual.reactive import reactive

from panels.render.call_panel import CallPanel
from panels.render.call_sides import CHANGES, EXIT, KERNEL, STDERR, STDOUT, Side
from traces.model.call import Call, Outcome
from traces.timeline.measure import duration_text
from traces.timeline.printable import printable


class ReplyPanel(CallPanel):
    """The reply of a call."""

    SIDES: ClassVar[tuple[Side, ...]] = (STDOUT, CHANGES, KERNEL, STDERR, EXIT)
    EMPTY_TITLE: ClassVar[str] = "REPLY"

    elapsed: reactive[int | None] = reactive(None, init=False, repaint=False)
    """For a call under way: nanoseconds since it started."""

    def heading(self, call: Call) -> tuple[str, str]:
        """REPLY from whom, or for how long it has been waited for."""
        if self.held:
            return "REPLY", self.held
        if call.outcome is Outcome.RUNNING:
            waited = f" for {duration_text(self.elapsed)}" if self.elapsed is not None else ""
            return "REPLY", f"{printable(call.plugin)} is running{waited}"
        return "REPLY", f"from {printable(call.plugin)}"

    def alerts(self, call: Call) -> bool:
        """Whether the plugin failed."""
        return call.failed

    def watch_elapsed(self) -> None:
        """Draw the new time; nothing else has changed."""
        if self.call is not None:
            self.draw_heading(self.call)
