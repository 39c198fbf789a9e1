"""The screen around the editor: what is edited, of which trace, and what will happen."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from app.keys.panel_keys import IN_THE_EDITOR
from app.screens.confirm import ConfirmScreen
from app.screens.dialog import Dialog
from app.screens.help import HelpScreen
from panels.render.edit_text import Check, verdict, verdict_text
from panels.render.glyphs import UNICODE, Glyphs
from panels.result_editor import ResultEditor
from traces.timeline.printable import printable

_BUTTONS = (("revert", "Revert", "ctrl+t"), ("leave", "Leave", "esc"))
_ROOMY = 60
"""Cells from which on the buttons have room for their keys."""
_KEYS = "tab: to the buttons, ctrl+g: to the mistake, F1: keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditTask:
    """What is to be edited. The texts may hold recorded names: they are made safe here."""

    text: str
    """The text to start from (panels.render.edit_text.editable makes it from bytes)."""
    what: str
    """«prevResult of link 2, portmap»."""
    trace: str
    """«ADD of trace 4f1c, container web-7d9c»."""
    consequence: str
    """What submitting does: «The chain is rerun from portmap on; the result is a branch, nothing is overwritten.»"""
    cni_version: str | None = None
    """The version of which the text should be a result; None where it should be just JSON."""
    check: Check | None = None
    """What the text should be, where it is neither a result nor JSON."""
    submit: str = "Rerun"
    original: str | None = None
    """What revert goes back to and changes are counted against, where that is not the text to start from."""


class EditScreen(Dialog[str | None]):
    """Edits a text; gives the new one, or None if the user leaves."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (16, "-short"), (34, "-tall")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("V", "revert", "Revert", show=False, id="edit.screen_revert"),
        Binding("escape", "cancel", "Leave", show=False, id="edit.screen_cancel"),
        Binding("f1", "help", "Keys", show=False, id="edit.screen_help"),
    ]

    def __init__(self, task: EditTask, *, glyphs: Glyphs = UNICODE) -> None:
        """Edit what the task says."""
        super().__init__()
        self.set_class(glyphs.ascii_only, "-ascii")
        self._glyphs = glyphs
        self._edit = task
        self._editor = ResultEditor(
            task.text, original=task.original, cni_version=task.cni_version, check=task.check, glyphs=glyphs
        )

    def compose(self) -> ComposeResult:
        """What it is about, the editor, the ways out."""
        task, roomy = self._edit, self.app.size.width >= _ROOMY
        with Vertical(classes="dialog -full") as dialog:
            dialog.border_title = Content(self._safe(f"Edit {task.what}"))
            dialog.border_subtitle = Content(_KEYS if roomy else f"ctrl+r: {task.submit.lower()}, F1: keys")
            yield Static(self._safe(task.trace), markup=False, classes="dialog--text")
            yield Static(self._safe(task.consequence), markup=False, classes="dialog--note")
            yield self._editor
            with Horizontal(classes="dialog--buttons"):
                for name, text, key in (("submit", task.submit, "ctrl+r"), *_BUTTONS):
                    yield Button(Content(f"{text} ({key})" if roomy else text), id=name, compact=True)

    @property
    def changed(self) -> bool:
        """Whether leaving would lose something."""
        return self._editor.changed

    @on(Button.Pressed)
    def press(self, message: Button.Pressed) -> None:
        """Do what the button says."""
        actions = {"submit": self._editor.action_submit, "revert": self.action_revert, "leave": self.action_cancel}
        actions[message.button.id or "leave"]()

    @on(ResultEditor.Submitted)
    def submit(self, message: ResultEditor.Submitted) -> None:
        """Give the text, if it is what it should be; ask first if it is JSON but not a valid result."""
        message.stop()
        if message.complaint is None:
            self.dismiss(message.text)
        elif self._edit.check is not None:
            self.notify(
                f"It can't be given so: {self._safe(message.complaint.message)}", severity="error", markup=False
            )
            self._editor.action_go_wrong()
        elif verdict(message.text, None) is not None:
            self.notify("It is not JSON yet, so no plugin can be given it.", severity="error", markup=False)
            self._editor.action_go_wrong()
        else:
            self._ask_to_submit(message.text, verdict_text(message.complaint, self._edit.cni_version))

    @on(ResultEditor.Cancelled)
    def cancel(self, message: ResultEditor.Cancelled) -> None:
        """Leave; ask first if something was changed."""
        message.stop()
        if not message.changed:
            self.dismiss(None)
            return
        question = ConfirmScreen("Leave the editor?", "Your changes will be lost.", yes="Leave", no="Go on editing")
        self.app.push_screen(question, self._leave_if)

    def action_help(self) -> None:
        """Show the editor's keys."""
        self.app.push_screen(HelpScreen((IN_THE_EDITOR,)))

    def action_revert(self) -> None:
        """Put the first text back."""
        self._editor.action_revert()

    def action_cancel(self) -> None:
        """Leave as the editor does."""
        self._editor.action_cancel()

    def _safe(self, text: str) -> str:
        return self._glyphs.fit(printable(text))

    def _ask_to_submit(self, text: str, complaint: str) -> None:
        question = f"It is JSON, but not a valid result: {complaint}"
        ask = ConfirmScreen("Go on all the same?", question, yes=self._edit.submit, no="Go on editing")

        def submit_if(yes: bool | None) -> None:
            if yes:
                self.dismiss(text)

        self.app.push_screen(ask, submit_if)

    def _leave_if(self, yes: bool | None) -> None:
        if yes:
            self.dismiss(None)
