"""The palette: all that can be done here, found by typing; also a line for whoever types «:q»."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key as KeyPressed
from textual.widgets import Input

from app.palette import Entry, found
from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line, Span, line_width
from panels.render.row_list import RowList
from panels.render.strips import fit_line

_NOTHING = "nothing is called so"


class PaletteScreen(Dialog[Entry | None]):
    """Gives the entry that was chosen, or None. A text is looked up at once, so that enter takes what it means."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+p", "leave", "Leave", show=False, priority=True, id="palette.leave"),
        Binding("down,ctrl+n", "move(1)", "Down", show=False, priority=True, id="palette.down"),
        Binding("up", "move(-1)", "Up", show=False, priority=True, id="palette.up"),
        Binding("pagedown", "move(10)", "Page down", show=False, priority=True, id="palette.page_down"),
        Binding("pageup", "move(-10)", "Page up", show=False, priority=True, id="palette.page_up"),
    ]

    def __init__(self, entries: Sequence[Entry], *, glyphs: Glyphs = UNICODE) -> None:
        """Those that are listed are shown first."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._glyphs = glyphs
        self._entries = entries
        self._found: list[Entry] = []
        self._input = Input(placeholder="what is to be done?", compact=True)
        self._list = RowList(glyphs=glyphs)
        self._list.can_focus = False

    def compose(self) -> ComposeResult:
        """The line to type in, and what is found."""
        with Vertical(classes="dialog -palette") as dialog:
            dialog.border_title = Content(":")
            dialog.border_subtitle = Content("enter does it, esc leaves")
            yield self._input
            yield self._list

    def on_mount(self) -> None:
        """Show what there is."""
        self._input.focus()
        self._look_up("")

    def on_key(self, event: KeyPressed) -> None:
        """Take the keys that came before the line could: whoever types «:q» does not wait in between."""
        event.stop()
        if event.key == "enter":
            self._take()
        elif event.is_printable and event.character:
            self._input.insert_text_at_cursor(event.character)

    @on(Input.Changed)
    def look_up(self, message: Input.Changed) -> None:
        """Show what the text means."""
        message.stop()
        self._look_up(message.value)

    @on(Input.Submitted)
    def take(self, message: Input.Submitted) -> None:
        """Do the first, or the one under the cursor."""
        message.stop()
        self._take()

    def _take(self) -> None:
        # The keys may have come faster than the messages that tell of them.
        if found(self._entries, self._input.value) != self._found:
            self._look_up(self._input.value)
        if 0 <= self._list.cursor < len(self._found):
            self.dismiss(self._found[self._list.cursor])

    @on(RowList.Picked)
    def pick(self, message: RowList.Picked) -> None:
        """Do the one that was clicked."""
        message.stop()
        self.dismiss(self._found[message.index])

    def action_move(self, by: int) -> None:
        """Move the cursor, while the keys go to the line above."""
        self._list.action_step(by)

    def action_leave(self) -> None:
        """Do nothing."""
        self.dismiss(None)

    def _look_up(self, typed: str) -> None:
        self._found = found(self._entries, typed)
        if self._found:
            self._list.show(len(self._found), self._line, lambda index: True, 0)
        else:
            self._list.show(1, self._nothing, lambda index: False)

    def _line(self, index: int, width: int) -> Line:
        """The title, and the keys at the right end."""
        entry = self._found[index]
        keys = Span(f"{entry.keys} " if entry.keys else "", Kind.KEY)
        title = fit_line((Span(f" {entry.title}"),), width - line_width((keys,)) - 1, self._glyphs)
        return (*title, Span(" " * (width - line_width((*title, keys)))), keys)

    def _nothing(self, index: int, width: int) -> Line:
        return (Span(f" {_NOTHING}", Kind.NOTE),)
