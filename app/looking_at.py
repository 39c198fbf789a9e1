"""What the user looks at: a side of a call, as the panels show it, and its text."""

from dataclasses import dataclass, replace

from textual.screen import Screen
from textual.widget import Widget

from panels.render.call_panel import CallPanel
from panels.render.call_sides import Seen, Side
from panels.render.page import plain
from traces.export.pieces import exact_text, json_laid_out
from traces.model.trace import Trace
from traces.timeline.kernel_steps import kernel_step
from traces.timeline.measure import one_line
from traces.timeline.printable import printable

_WIDTH = 100
"""Cells of a page that is made to be read elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A side of a call of a trace."""

    trace: Trace
    seen: Seen
    side: Side

    @property
    def name(self) -> str:
        """«stdout of bridge»: safe text."""
        return f"{self.side.name} of {one_line(self.seen.call.plugin)}"

    @property
    def content(self) -> bytes | None:
        """The exact bytes, where the side is a stream."""
        return getattr(self.seen.call, self.side.stream) if self.side.stream else None

    @property
    def text(self) -> str:
        """The side as text: of a stream its bytes, of anything else its page."""
        content = self.content
        if content is not None:
            return exact_text(content)
        page = self.side.page(self.seen, _WIDTH)
        return "".join(f"{plain(line)}\n" for line in (*page.head, *page.lines))

    @property
    def pretty(self) -> str:
        """The side to be read: JSON laid out, and nothing in it that acts on a terminal."""
        content = self.content
        laid_out = json_laid_out(content) if content is not None else None
        return printable(self.text if laid_out is None else laid_out, lines=True)

    def within(self, trace: Trace) -> "View":
        """The same side of the same call in another form of the trace."""
        call = trace.call(self.seen.call.id)
        seen = replace(self.seen, call=call, kernel=kernel_step(trace, call.id))
        return replace(self, trace=trace, seen=seen)


def view_of(screen: Screen[None], trace: Trace | None, *, is_reply: bool) -> View | None:
    """The side that is looked at: of the panel with the focus, else of the one that tells of the step."""
    panel = _panel(screen, is_reply=is_reply)
    if trace is None or panel is None or panel.call is None:
        return None
    return View(trace=trace, seen=panel.seen(panel.call, fold=False), side=panel.side)


def _panel(screen: Screen[None], *, is_reply: bool) -> CallPanel | None:
    panels = list(screen.query(CallPanel))
    focused = next((panel for panel in panels if panel.has_focus_within), None)
    if focused is not None or not panels:
        return focused
    # Where no panel is in the layout, that with the most sides would be.
    shown = [panel for panel in panels if _is_shown(panel)] or [max(panels, key=lambda panel: len(panel.SIDES))]
    wanted = "stdout" if is_reply else "stdin"
    return next((panel for panel in shown if any(side.name == wanted for side in panel.SIDES)), shown[0])


def _is_shown(panel: Widget) -> bool:
    return all(node.display for node in panel.ancestors_with_self if isinstance(node, Widget))
