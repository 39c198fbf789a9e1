"""The long text of an action of ours that failed: to be read, and to be copied."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from app.screens.dialog import Dialog
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import page, recorded
from panels.render.page_view import PageView
from traces.timeline.printable import printable


class ErrorScreen(Dialog[None]):
    """Shows a text that may be long and may hold anything."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "leave", "Leave", show=False, id="error.leave"),
        Binding("y", "copy", "Copy", show=False, id="error.copy"),
    ]

    def __init__(self, title: str, text: str, *, glyphs: Glyphs = UNICODE) -> None:
        """The text is made safe here."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._glyphs = glyphs
        self._heading = printable(title)
        self._text = text
        self._view = PageView(glyphs=glyphs)

    def compose(self) -> ComposeResult:
        """The text, and what can be done."""
        with Vertical(classes="dialog -wide -error") as dialog:
            dialog.border_title = Content(self._glyphs.fit(self._heading))
            dialog.border_subtitle = Content("y copies, esc leaves")
            yield self._view

    def on_mount(self) -> None:
        """Show the text."""
        self._view.show(lambda width: page(tuple(recorded(self._text, width))), "error")
        self._view.focus()

    def action_copy(self) -> None:
        """Copy the text, made safe, to the clipboard."""
        self.app.copy_to_clipboard(printable(self._text, lines=True))
        self.notify("copied", markup=False)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
