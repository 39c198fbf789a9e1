"""A text area that colours JSON by itself, marks one place, and has a gutter with the changed lines beside it."""

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import TextArea
from textual.widgets.text_area import TextAreaTheme

from panels.render.edit_text import coloured, visible
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line, Span
from panels.render.strips import COMPONENTS, strip_of


class _Colours(TextAreaTheme):
    """The colours of the stylesheet, but the cursor's line keeps the colours of its text."""

    def apply_css(self, text_area: TextArea) -> None:
        """Take the stylesheet's colours."""
        super().apply_css(text_area)
        if self.cursor_line_style is not None:
            self.cursor_line_style = Style(bgcolor=self.cursor_line_style.bgcolor)


class JsonArea(TextArea):
    """Edits JSON. The colours come from Pygments, so they are the same with and without tree-sitter."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    def __init__(self, text: str, *, ascii_only: bool = False) -> None:
        """Edit the text; on a terminal that knows only ASCII the rest is shown as question marks."""
        super().__init__(text, soft_wrap=False, show_line_numbers=True, tab_behavior="focus", compact=True)
        self.cursor_blink = False
        self.register_theme(_Colours("json"))
        self.theme = "json"
        self._ascii_only = ascii_only
        self._mark: tuple[int, int] | None = None

    def mark(self, place: tuple[int, int] | None) -> None:
        """Mark the character at a line and a column, both counted from 0, or nothing."""
        if place != self._mark:
            self._mark = place
            self.notify_style_update()
            self.refresh()

    def get_line(self, line_index: int) -> Text:
        """A line, coloured, and safe to show."""
        content = visible(self.document.get_line(line_index))
        if self._ascii_only:
            content = content.encode("ascii", "replace").decode()
        line = Text(content, end="", no_wrap=True)
        for start, end, kind in coloured(content):
            line.stylize(self._kind(kind), start, end)
        if self._mark is not None and self._mark[0] == line_index:
            column = min(self._mark[1], max(len(content) - 1, 0))
            line.stylize(self._kind(Kind.MARK), column, column + 1)
        return line

    def _kind(self, kind: Kind) -> Style:
        return self.get_component_rich_style(f"page--{kind}", partial=True)


class ChangeGutter(Widget):
    """One column that says which lines were changed, and which one is wrong."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(COMPONENTS)

    def __init__(self, glyphs: Glyphs) -> None:
        """No line is changed yet."""
        super().__init__()
        self._glyphs = glyphs
        self._changed: frozenset[int] = frozenset()
        self._wrong: int | None = None
        self._top = 0

    def show(self, changed: frozenset[int], wrong: int | None) -> None:
        """Show which lines, counted from 0, were changed, and which one is wrong."""
        self._changed, self._wrong = changed, wrong
        self.refresh()

    def follow(self, top: float) -> None:
        """Scroll with the text."""
        self._top = round(top)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The sign of one line."""
        sign = self._sign(y + self._top)
        strip = strip_of(sign, lambda kind: self.get_component_rich_style(f"page--{kind}"), self._glyphs)
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def _sign(self, line: int) -> Line:
        if line == self._wrong:
            return (Span(self._glyphs.failed, Kind.BAD),)
        return (Span(self._glyphs.here, Kind.WARNING),) if line in self._changed else ()


class JsonEditor(Horizontal):
    """The text area with its gutter."""

    def __init__(self, text: str, *, glyphs: Glyphs = UNICODE) -> None:
        """Edit the text."""
        super().__init__()
        self.area = JsonArea(text, ascii_only=glyphs.ascii_only)
        self.changes = ChangeGutter(glyphs)

    def compose(self) -> ComposeResult:
        """Gutter and text."""
        yield self.changes
        yield self.area

    def on_mount(self) -> None:
        """Let the gutter scroll with the text."""
        self.watch(self.area, "scroll_y", self.changes.follow)
