"""A row with a title and tabs, one cell high."""

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.strips import shorten

_GAP = 1
_WAYS = (("[{label}]", " {label} "), ("[{label}]", " {name} "), ("[{name}]", "{name} "))
"""How the active tab and the others are written, the fullest first."""


class TabRow(Widget, can_focus=True):
    """Names what is shown, and lets the user choose among its sides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "Tab before", show=False, id="tabs.before"),
        Binding("right,l", "move(1)", "Next tab", show=False, id="tabs.next"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--title", "tabs--detail", "tabs--tab", "tabs--active", "tabs--alert"}

    tabs: reactive[tuple[tuple[str, str], ...]] = reactive((), init=False)
    """Name and label of each tab."""
    active: reactive[str] = reactive("", init=False)
    heading: reactive[tuple[str, str]] = reactive(("", ""), init=False)
    """The title and its detail: safe text."""
    alert: reactive[bool] = reactive(False, init=False)
    """Whether the title tells of a failure."""

    @dataclass
    class Chosen(Message):
        """The user chose a tab."""

        tab: str

    def __init__(self, *, tabs_first: bool = False, glyphs: Glyphs = UNICODE) -> None:
        """With tabs_first the title stands at the right end."""
        super().__init__()
        self._tabs_first = tabs_first
        self._styles: dict[str, Style] = {}
        self._glyphs = glyphs

    def render_line(self, y: int) -> Strip:
        """The row."""
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        tabs = Strip([Segment(text, self._style(part)) for part, text, _ in self._tab_parts()])
        title = self._title(width - tabs.cell_length - 1)
        if not self._tabs_first:
            return Strip.join([title, tabs]).adjust_cell_length(width, self.rich_style)
        gap = max(width - tabs.cell_length - title.cell_length - 1, 0)
        return Strip.join([tabs, Strip.blank(gap, self.rich_style), title]).adjust_cell_length(width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Choose the tab under the pointer."""
        start = 0 if self._tabs_first else self._title(self.size.width - self._tabs_width() - 1).cell_length
        for _, text, name in self._tab_parts():
            if start <= event.x < start + cell_len(text):
                self.post_message(self.Chosen(name))
                return
            start += cell_len(text)

    def action_move(self, by: int) -> None:
        """Choose the tab beside the active one."""
        names = [name for name, _ in self.tabs]
        if self.active in names:
            self.post_message(self.Chosen(names[(names.index(self.active) + by) % len(names)]))

    def _tab_parts(self) -> list[tuple[str, str, str]]:
        """Component class, text and name of each tab: with their numbers where there is room for that."""
        rows = [self._parts(active, other) for active, other in _WAYS]
        fitting = (row for row in rows if sum(cell_len(text) for _, text, _ in row) <= self.size.width)
        return next(fitting, rows[-1])

    def _parts(self, active: str, other: str) -> list[tuple[str, str, str]]:
        """The tabs in a way of writing the active one and the others."""
        ways = ((name == self.active, name, label) for name, label in self.tabs)
        return [
            (
                "tabs--active" if is_active else "tabs--tab",
                self._glyphs.fit((active if is_active else other).format(name=name, label=label)),
                name,
            )
            for is_active, name, label in ways
        ]

    def _tabs_width(self) -> int:
        return sum(cell_len(text) for _, text, _ in self._tab_parts())

    def _title(self, room: int) -> Strip:
        name, detail = (self._glyphs.fit(text) for text in self.heading)
        name = shorten(name, room, self._glyphs)
        detail = shorten(f" {detail}", room - cell_len(name), self._glyphs) if detail else ""
        title = Strip(
            [
                Segment(name, self._style("tabs--alert" if self.alert else "tabs--title")),
                Segment(detail, self._style("tabs--detail")),
                Segment(" " * _GAP, self.rich_style),
            ]
        )
        return title if name or detail else Strip([])

    def notify_style_update(self) -> None:
        """Take the new styles."""
        super().notify_style_update()
        self._styles.clear()

    def _style(self, part: str) -> Style:
        style = self._styles.get(part)
        if style is None:
            style = self._styles[part] = self.get_component_rich_style(part)
        return style
