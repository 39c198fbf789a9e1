"""What a plugin was given: stdin, environment, path and arguments."""

from typing import ClassVar

from panels.render.call_panel import CallPanel
from panels.render.call_sides import ARGS, ENV, STDIN, Side
from traces.model.call import Call
from traces.timeline.printable import printable


class RequestPanel(CallPanel):
    """The request of a call."""

    SIDES: ClassVar[tuple[Side, ...]] = (STDIN, ENV, ARGS)
    EMPTY_TITLE: ClassVar[str] = "REQUEST"

    def heading(self, call: Call) -> tuple[str, str]:
        """REQUEST to whom, and the verb."""
        words = (f"to {printable(call.plugin)}", printable(call.verb), self.held)
        return "REQUEST", ", ".join(filter(None, words))
