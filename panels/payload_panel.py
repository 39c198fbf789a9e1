"""Every side of a call in one panel, for screens too narrow to show request and reply side by side."""

from typing import ClassVar

from textual.reactive import reactive

from panels.render.call_panel import CallPanel
from panels.render.call_sides import CHANGES, ENV, EXIT, KERNEL, STDERR, STDIN, STDOUT, Side
from traces.model.call import Call, Outcome
from traces.timeline.measure import duration_text
from traces.timeline.printable import printable


class PayloadPanel(CallPanel):
    """Request and reply of a call."""

    SIDES: ClassVar[tuple[Side, ...]] = (STDIN, ENV, STDOUT, CHANGES, KERNEL, STDERR, EXIT)
    TABS_FIRST: ClassVar[bool] = True

    elapsed: reactive[int | None] = reactive(None, init=False, repaint=False)
    """For a call under way: nanoseconds since it started."""

    def heading(self, call: Call) -> tuple[str, str]:
        """To whom the request went, and the verb; from whom the reply came."""
        name = printable(call.plugin)
        if self.side.name in ("stdin", "env"):
            return f"to {name}", ", ".join(filter(None, (printable(call.verb), self.held)))
        if self.held:
            return f"{name}", self.held
        if call.outcome is Outcome.RUNNING:
            return f"{name}", "running" if self.elapsed is None else f"running {duration_text(self.elapsed)}"
        return f"from {name}", f"{printable(call.verb)}"

    def alerts(self, call: Call) -> bool:
        """Whether the plugin failed, where its reply is shown."""
        return call.failed and self.side.name not in ("stdin", "env")

    def watch_elapsed(self) -> None:
        """Draw the new time; nothing else has changed."""
        if self.call is not None:
            self.draw_heading(self.call)
