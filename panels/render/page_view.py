"""The viewer of pages: it scrolls both ways, makes only the rows that are seen, and draws from cached strips."""

import asyncio
from collections.abc import Callable, Hashable
from typing import ClassVar

from rich.style import Style
from textual import events, work
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.ink import Sought, Stretch
from panels.render.page import Kind, Page, note
from panels.render.strips import COMPONENTS, strip_of

MakePage = Callable[[int], Page]
"""Makes a page for a view of so many cells."""

_CACHED_ROWS = 1_000
_LARGE = 20_000
"""Rows of a page that is not laid out again before the size has settled: each width on the way would cost a second."""
_SETTLED = 0.2
"""Seconds without another size."""


class PageView(ScrollView, can_focus=True):
    """Shows one page. The page's head stays on top; its focus is brought into view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(0, 1)", "Down", show=False, id="payload.down"),
        Binding("up,k", "move(0, -1)", "Up", show=False, id="payload.up"),
        Binding("right,l", "move(4, 0)", "Right", show=False, id="payload.right"),
        Binding("left", "move(-4, 0)", "Left", show=False, id="payload.left"),
        Binding("pagedown,ctrl+d", "page(1)", "Page down", show=False, id="payload.page_down"),
        Binding("pageup,ctrl+u", "page(-1)", "Page up", show=False, id="payload.page_up"),
        Binding("home,g", "top", "Top", show=False, id="payload.top"),
        Binding("end,G", "bottom", "Bottom", show=False, id="payload.bottom"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    def __init__(
        self, *, glyphs: Glyphs = UNICODE, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        """Show nothing yet."""
        super().__init__(name=name, id=id, classes=classes)
        self._glyphs = glyphs
        self._make: MakePage = lambda width: note("")
        self._beginning: MakePage | None = None
        self._key: Hashable = None
        self._is_new = False
        """Whether the page's focus is still to be brought into view."""
        self._sought: Sought | None = None
        self._here: Stretch | None = None
        """The hit that one stands at."""
        self._reveals = False
        """Whether it is still to be brought into view."""
        self._page = note("")
        self._page_width = 0
        self._waiting: Timer | None = None
        """Until the size has settled."""
        self._styles: dict[Kind, Style] = {}
        self._strips: dict[int, Strip] = {}

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._page

    def show(self, make: MakePage, key: Hashable, beginning: MakePage | None = None) -> None:
        """Show the page that make gives for this view's width. A page of the same key keeps its place.

        Of one that takes long to make its ``beginning`` is shown until it is made, in another thread; a page of the
        same key stays until then.
        """
        self._make = make
        self._beginning = beginning
        self._is_new = self._is_new or key != self._key
        self._key = key
        self._draw()

    def seek(self, sought: Sought | None, *, reveal: bool = False) -> None:
        """Light what is searched for; with ``reveal`` bring the hit that one stands at into view."""
        if sought is None and self._sought is None:
            return
        self._sought, self._reveals = sought, reveal
        self._strips.clear()
        self.refresh()
        self._find()

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One row of the view."""
        head = self._page.head
        scroll_x, scroll_y = self.scroll_offset
        width = self.size.width
        base = self.rich_style
        if y < len(head):
            return self._strip(~y).crop_extend(0, width, base)
        index = y - len(head) + scroll_y
        if index >= len(self._page.lines):
            return Strip.blank(width, base)
        return self._strip(index).crop_extend(scroll_x, scroll_x + width, base)

    def action_move(self, columns: int, rows: int) -> None:
        """Scroll by so many cells, at once: sliding costs bytes on a slow line."""
        self.scroll_relative(columns, rows, animate=False)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self.scroll_relative(0, by * max(self.size.height - len(self._page.head) - 1, 1), animate=False)

    def action_top(self) -> None:
        """Scroll to the first row."""
        self.scroll_to(0, 0, animate=False, force=True)

    def action_bottom(self) -> None:
        """Scroll to the last row."""
        self.scroll_to(0, self.max_scroll_y, animate=False, force=True)

    def on_resize(self, event: events.Resize) -> None:
        """Lay the page out for the new width; a large one once, when the size has settled."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        if self._usable_width() == self._page_width:
            return
        if len(self._page.lines) < _LARGE:
            self._draw()
        else:
            self._waiting = self.set_timer(_SETTLED, self._draw)

    def _draw(self) -> None:
        """Make the page; not before there is a place to show it: a large one costs time, once for each width."""
        if not self.size.width:
            self._page_width = 0
            return
        self._page_width = self._usable_width()
        if self._beginning is None:
            self._put(self._make(self._page_width))
        else:
            if self._is_new:
                self._put(self._beginning(self._page_width))
            self._make_behind(self._make, self._page_width)

    @work(group="page", exclusive=True)
    async def _make_behind(self, make: MakePage, width: int) -> None:
        """Make a page that takes long, once the size has settled, and show it if it is still the one that is wanted."""
        await asyncio.sleep(_SETTLED)
        made = await asyncio.to_thread(make, width)
        if make is self._make and width == self._page_width:
            self._put(made)

    def _put(self, made: Page) -> None:
        """Show it."""
        self._page = made
        self._strips.clear()
        self.virtual_size = Size(self._page.width, len(self._page.head) + len(self._page.lines))
        self.refresh()
        if self._is_new:
            self._is_new = False
            self.scroll_to(0, self._first_row(), animate=False, force=True)
        self._find()

    def _find(self) -> None:
        """Find the hit on the page as it is laid out now."""
        if not self._page_width:
            return
        self._here = self._sought.stretch(self._page) if self._sought is not None else None
        if self._here is None or not self._reveals:
            return
        self._reveals = False
        (row, column), width = self._here.start, self._page_width
        height = max(self.size.height - len(self._page.head), 1)
        x, y = self.scroll_offset
        x = x if x <= column < x + width else max(column - width // 2, 0)
        y = y if y <= row < y + height - 1 else max(row - height // 2, 0)
        self.scroll_to(x, y, animate=False, force=True)

    def _usable_width(self) -> int:
        """Cells for text: a place for the scrollbar is always kept, so that a page does not change when it appears."""
        return max(self.content_region.width - self.styles.scrollbar_size_vertical, 20)

    def _first_row(self) -> int:
        """Where to scroll to, so that the page's focus stands about in the middle."""
        focus = self._page.focus
        height = max(self.size.height - len(self._page.head), 1)
        return max(focus - height // 2, 0) if focus is not None and focus >= height else 0

    def _strip(self, index: int) -> Strip:
        """The strip of a row; rows of the head are ~0, ~1, …"""
        strip = self._strips.get(index)
        if strip is None:
            if len(self._strips) >= _CACHED_ROWS:
                self._strips.clear()
            line = self._page.head[~index] if index < 0 else self._page.lines[index]
            if self._sought is not None and index >= 0:
                line = self._sought.lit(line, index, self._here)
            strip = self._strips[index] = strip_of(line, self._style, self._glyphs)
        return strip

    def _style(self, kind: Kind) -> Style:
        style = self._styles.get(kind)
        if style is None:
            style = self._styles[kind] = self.get_component_rich_style(f"page--{kind}")
        return style
