"""One line of spans as a widget, one cell high."""

from typing import ClassVar

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line
from panels.render.strips import COMPONENTS, fit_line, strip_of


class LineRow(Widget):
    """Shows a line, cut where it does not fit."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    line: reactive[Line] = reactive(())

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Show nothing yet."""
        super().__init__(id=id)
        self._glyphs = glyphs

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        fitting = fit_line(self.line, width, self._glyphs)
        strip = strip_of(fitting, lambda kind: self.get_component_rich_style(f"page--{Kind(kind)}"), self._glyphs)
        return strip.adjust_cell_length(width, self.rich_style)
