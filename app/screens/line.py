"""A dialog that asks for one line of text."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from app.screens.dialog import Dialog

_LONGEST = 500
"""Characters that can be typed."""


class LineScreen(Dialog[str | None]):
    """Gives the line, or None if the user leaves. All texts are safe texts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", show=False, id="line.leave"),
    ]

    def __init__(
        self,
        title: str,
        explanation: str,
        text: str = "",
        *,
        complaint: Callable[[str], str] = lambda text: "",
        ascii_only: bool = False,
    ) -> None:
        """Start from a text; ``complaint`` says what is wrong with one: enter takes it where it says nothing."""
        super().__init__()
        self.set_class(ascii_only, "-ascii")
        self._heading = title
        self._explanation = explanation
        self._complaint = complaint
        self._text = text
        self._input = Input(max_length=_LONGEST, compact=True, select_on_focus=False)
        self._wrong = Static("", markup=False, classes="dialog--wrong")

    def compose(self) -> ComposeResult:
        """What it is about, the line, and what is wrong with it."""
        with Vertical(classes="dialog -line") as dialog:
            dialog.border_title = Content(self._heading)
            dialog.border_subtitle = Content("enter keeps it, esc leaves")
            yield Static(self._explanation, markup=False, classes="dialog--text")
            yield self._input
            yield self._wrong

    def on_mount(self) -> None:
        """Type at once."""
        self._input.value = self._text
        self._input.focus()

    @on(Input.Changed)
    def judge(self, message: Input.Changed) -> None:
        """Say what is wrong while the user types."""
        message.stop()
        self._wrong.update(Content(self._complaint(message.value) if message.value.strip() else ""))

    @on(Input.Submitted)
    def take(self, message: Input.Submitted) -> None:
        """Give the line, if nothing is wrong with it."""
        message.stop()
        complaint = self._complaint(message.value)
        if complaint:
            self._wrong.update(Content(complaint))
        else:
            self.dismiss(message.value.strip())

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)
