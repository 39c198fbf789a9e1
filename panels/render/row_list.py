"""A list of rows with a cursor: ten thousand cost no more than the ones that are seen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line
from panels.render.strips import COMPONENTS, over, strip_of

MakeLine = Callable[[int, int], Line]
"""Makes the line of a row: its index, and the cells there are."""


class RowList(ScrollView, can_focus=True):
    """Shows rows and says which one was picked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "step(1)", "Down", show=False, id="list.down"),
        Binding("up,k", "step(-1)", "Up", show=False, id="list.up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="list.page_down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="list.page_up"),
        Binding("home,g", "end(-1)", "First", show=False, id="list.first"),
        Binding("end,G", "end(1)", "Last", show=False, id="list.last"),
        Binding("enter", "pick", "Open", show=False, id="list.pick"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {*COMPONENTS, "rows--cursor"}

    cursor: reactive[int] = reactive(-1, init=False)
    """The row under the cursor; -1 where none can be."""

    @dataclass
    class Picked(Message):
        """The user picked a row."""

        index: int

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Show no rows yet."""
        super().__init__(id=id)
        self._glyphs = glyphs
        self._make: MakeLine = lambda index, width: ()
        self._selectable: Callable[[int], bool] = lambda index: True
        self._count = 0
        self._strips: dict[int, Strip] = {}
        self._styles: dict[Kind, Style] = {}

    def show(self, count: int, make: MakeLine, selectable: Callable[[int], bool], cursor: int = -1) -> None:
        """Show so many rows; the cursor goes to the given one, or to the nearest that can have it.

        Where others have come above it, the list scrolls so that the row with the cursor stays where it is seen.
        """
        above = self.cursor - self.scroll_offset.y
        self._count, self._make, self._selectable = count, make, selectable
        self._strips.clear()
        self.virtual_size = Size(0, count)
        self.set_reactive(RowList.cursor, self._nearest(max(cursor, 0), 1))
        if self.cursor > above >= 0:
            self.scroll_to(y=self.cursor - above, animate=False, force=True)
        self._reveal()
        self.refresh()

    def redraw(self) -> None:
        """Make the rows anew: what they say has changed."""
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One row of the view."""
        index = y + self.scroll_offset.y
        width = self.size.width
        if index >= self._count:
            return Strip.blank(width, self.rich_style)
        strip = self._strips.get(index)
        if strip is None or strip.cell_length != width:
            strip = strip_of(self._make(index, width), self._style, self._glyphs)
            strip = self._strips[index] = strip.adjust_cell_length(width, self.rich_style)
        return over(strip, self._cursor_style()) if self.is_under_cursor(index) else strip

    def is_under_cursor(self, index: int) -> bool:
        """Whether the row looks as the one under the cursor."""
        return index == self.cursor

    def watch_cursor(self, old: int, new: int) -> None:
        """Draw the two rows, and keep the cursor in view."""
        for index in (old, new):
            self.refresh(Region(0, index - self.scroll_offset.y, self.size.width, 1))
        self._reveal()

    def watch_has_focus(self, focus: bool) -> None:
        """The cursor looks different in a list that has the keys."""
        super().watch_has_focus(focus)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Pick the row under the pointer."""
        index = event.y + self.scroll_offset.y
        if index < self._count and self._selectable(index):
            self.cursor = index
            self.action_pick()

    def action_step(self, by: int) -> None:
        """Move by one row."""
        self._move(self.cursor + by, by)

    def action_page(self, by: int) -> None:
        """Move by a page."""
        self._move(self.cursor + by * max(self.size.height - 1, 1), by)

    def action_end(self, by: int) -> None:
        """Move to the first or to the last row."""
        self._move(0 if by < 0 else self._count - 1, -by)

    def action_pick(self) -> None:
        """Pick the row under the cursor."""
        if self.cursor >= 0:
            self.post_message(self.Picked(self.cursor))

    def _move(self, index: int, direction: int) -> None:
        found = self._nearest(min(max(index, 0), self._count - 1), direction)
        if found >= 0:
            self.cursor = found

    def _nearest(self, index: int, direction: int) -> int:
        """The nearest row that can have the cursor: first in that direction, then in the other."""
        for step in (direction, -direction):
            place = index
            while 0 <= place < self._count:
                if self._selectable(place):
                    return place
                place += step
        return -1

    def _reveal(self) -> None:
        """Scroll as little as needed to see the cursor, and a heading above it."""
        if self.cursor >= 0 and self.size.height:
            top = self.cursor - 1 if self.cursor and not self._selectable(self.cursor - 1) else self.cursor
            self.scroll_to_region(Region(0, top, 1, self.cursor - top + 1), animate=False, force=True)

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self._reveal()

    def _cursor_style(self) -> Style:
        """What the stylesheet says of the cursor alone, its background as it comes out over the list's own."""
        blended = self.get_component_rich_style("rows--cursor").bgcolor
        return self.get_component_rich_style("rows--cursor", partial=True) + Style(bgcolor=blended)

    def _style(self, kind: Kind) -> Style:
        style = self._styles.get(kind)
        if style is None:
            style = self._styles[kind] = self.get_component_rich_style(f"page--{kind}")
        return style
