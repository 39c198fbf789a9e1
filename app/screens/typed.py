"""A question that only a typed word answers with yes: for what must not happen by a slip of one key."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from app.screens.dialog import Dialog


class TypedScreen(Dialog[bool]):
    """Asks for a word; gives True if just that was typed. All texts are safe texts."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave", show=False, id="typed.leave")]

    def __init__(self, title: str, question: str, word: str) -> None:
        """The word is named in the dialog."""
        super().__init__()
        self._heading = title
        self._question = question
        self._word = word
        self._input = Input(compact=True)

    def compose(self) -> ComposeResult:
        """The question, and where to type."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content(self._heading)
            dialog.border_subtitle = Content(f"type {self._word} and enter, esc leaves")
            yield Static(self._question, markup=False, classes="dialog--text")
            yield self._input

    def on_mount(self) -> None:
        """Give the line the keys."""
        self._input.focus()

    @on(Input.Submitted)
    def submit(self, message: Input.Submitted) -> None:
        """Yes for the word; for anything else the question stays."""
        message.stop()
        if message.value.strip() == self._word:
            self.dismiss(True)
        else:
            self.notify(f"Type {self._word}, or leave with esc.", markup=False)

    def action_leave(self) -> None:
        """No."""
        self.dismiss(False)
