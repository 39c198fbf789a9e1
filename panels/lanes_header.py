"""The names over the lanes: they stay while the sequence scrolls below them."""

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from panels.render.sequence_styles import COMPONENTS, SequenceStyles
from traces.timeline.cells import Ink
from traces.timeline.diagram import Diagram
from traces.timeline.heads import draw_heads, head_at
from traces.timeline.lanes import Lane


class LanesHeader(Widget):
    """Two rows of names, moved sideways with the lanes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    diagram: reactive[Diagram | None] = reactive(None)
    offset_x: reactive[int] = reactive(0)
    """How far the lanes are scrolled."""

    @dataclass
    class Pressed(Message):
        """The user clicked the name of a lane."""

        lane: Lane

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        """Show no names yet."""
        super().__init__(id=id, classes=classes)
        self._styles_of = SequenceStyles(self.get_component_rich_style)
        self._rows: tuple[Strip, ...] = ()

    def watch_diagram(self) -> None:
        """Draw the new names when they are next asked for."""
        self._rows = ()

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles_of.clear()
        self._rows = ()

    def on_click(self, event: events.Click) -> None:
        """Say which lane's name is under the pointer."""
        if self.diagram is None or event.x < self.diagram.gutter_width:
            return
        lane = head_at(self.diagram, event.x - self.diagram.gutter_width + self.offset_x, event.y)
        if lane is not None:
            self.post_message(self.Pressed(lane))

    def render_line(self, y: int) -> Strip:
        """One of the two rows."""
        blank, width = self._styles_of.style(Ink.BLANK), self.size.width
        if self.diagram is None or y > 1:
            return Strip.blank(width, blank)
        if not self._rows:
            self._rows = tuple(self._styles_of.strip(row) for row in draw_heads(self.diagram))
        gutter = self.diagram.gutter_width
        names = self._rows[y].crop_extend(self.offset_x, self.offset_x + max(0, width - gutter), blank)
        return Strip.join([Strip.blank(gutter, blank), names])
