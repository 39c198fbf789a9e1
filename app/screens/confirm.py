"""A question that is answered with yes or no."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from app.screens.dialog import Dialog


class ConfirmScreen(Dialog[bool]):
    """Asks; anything but yes is no. All texts are safe texts."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-high")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False, id="confirm.yes"),
        Binding("n,escape,q", "answer(False)", "No", show=False, id="confirm.no"),
        Binding("left,h", "app.focus_previous", "Before", show=False, id="confirm.before"),
        Binding("right,l", "app.focus_next", "Next", show=False, id="confirm.next"),
    ]

    def __init__(self, title: str, question: str, *, yes: str = "Yes", no: str = "No") -> None:
        """The answer under the cursor at first is no."""
        super().__init__()
        self._heading = title
        self._question = question
        self._yes = Button(Content(f"{yes} (y)"), id="yes", compact=True)
        self._no = Button(Content(f"{no} (n)"), id="no", compact=True)

    def compose(self) -> ComposeResult:
        """The question and both answers."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = Content(self._heading)
            with VerticalScroll(classes="dialog--scroll", can_focus=False):
                yield Static(self._question, markup=False, classes="dialog--text")
            with Horizontal(classes="dialog--buttons"):
                yield self._no
                yield self._yes

    def on_mount(self) -> None:
        """Give no the keys."""
        self._no.focus()

    @on(Button.Pressed)
    def press(self, message: Button.Pressed) -> None:
        """Give the answer of the button."""
        self.dismiss(message.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Give an answer."""
        self.dismiss(answer)
