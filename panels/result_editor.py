"""The editor of what a link is given: it says while one types whether that is JSON, and a result the link can read."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea

from panels.render.edit_text import Check, changed_lines, verdict, verdict_text
from panels.render.glyphs import UNICODE, Glyphs
from panels.render.json_editor import JsonEditor
from traces.cni.complaints import Complaint
from traces.timeline.measure import count_text

_PAUSE = 0.15
"""Seconds without a key before the text is looked at."""


class ResultEditor(Widget):
    """Edits a prevResult, or a whole stdin, and says what the user wants done with it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r,ctrl+s,f2", "submit", "Submit", show=False, id="edit.submit", priority=True),
        Binding("ctrl+t", "revert", "Revert", show=False, id="edit.revert", priority=True),
        Binding("ctrl+g", "go_wrong", "Go to what is wrong", show=False, id="edit.go_wrong", priority=True),
        Binding("escape", "cancel", "Leave", show=False, id="edit.cancel", priority=True),
    ]

    @dataclass
    class Checked(Message):
        """The text was looked at."""

        complaint: Complaint | None
        changed: int
        """How many lines were changed."""

    @dataclass
    class Submitted(Message):
        """The user wants to go on with this text."""

        text: str
        complaint: Complaint | None
        """What is wrong with it."""

    @dataclass
    class Cancelled(Message):
        """The user wants to leave."""

        changed: bool

    def __init__(
        self,
        text: str,
        *,
        original: str | None = None,
        cni_version: str | None = None,
        check: Check | None = None,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
    ) -> None:
        """Edit the text; with a CNI version it should be a result of that version, without one just JSON.

        A check that is given says instead what it should be.

        Where an edit is taken up again, original is the text before it: changes count against that one.
        """
        super().__init__(id=id)
        self._opened = text
        self._original = text if original is None else original
        self._check = check or Check(
            find=lambda text: verdict(text, cni_version), good=verdict_text(None, cni_version, glyphs.dot)
        )
        self._glyphs = glyphs
        self._editor = JsonEditor(text, glyphs=glyphs)
        self._verdict = Static("", markup=False, classes="editor--verdict")
        self._count = Static("", markup=False, classes="editor--count")
        self._timer: Timer | None = None
        self._complaint: Complaint | None = None

    def compose(self) -> ComposeResult:
        """The text above what is said of it."""
        yield self._editor
        with Horizontal(classes="editor--status"):
            yield self._verdict
            yield self._count

    def on_mount(self) -> None:
        """Look at the text, and take the keys."""
        self.check()
        self._editor.area.focus()

    @on(TextArea.Changed)
    def look_soon(self, message: TextArea.Changed) -> None:
        """Look at the text once the user pauses."""
        message.stop()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_PAUSE, self.check)

    def check(self) -> None:
        """Look at the text now, and say what is found."""
        self._complaint = self._check.find(self.text)
        changed = changed_lines(self._original, self.text) if self.text != self._original else frozenset[int]()
        found = self._complaint
        self._editor.area.mark(None if found is None else (found.line - 1, found.column - 1))
        self._editor.changes.show(changed, None if found is None else found.line - 1)
        self._verdict.set_class(found is not None, "-wrong")
        self._verdict.update(self._said())
        self._count.update(f"{count_text(len(changed), 'line', 'lines')} changed" if changed else "nothing changed")
        self.post_message(self.Checked(found, len(changed)))

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self._editor.area.text

    @property
    def changed(self) -> bool:
        """Whether it differs from what the editor was opened with."""
        return self.text != self._opened

    def action_submit(self) -> None:
        """Say that the user wants to go on."""
        self.check()
        self.post_message(self.Submitted(self.text, self._complaint))

    def action_cancel(self) -> None:
        """Say that the user wants to leave."""
        self.post_message(self.Cancelled(self.changed))

    def action_revert(self) -> None:
        """Put the first text back; undo brings the edited one back."""
        area = self._editor.area
        area.replace(self._original, (0, 0), area.document.end)
        area.move_cursor((0, 0))
        self.check()

    def action_go_wrong(self) -> None:
        """Go to the place that is wrong."""
        if self._complaint is not None:
            self._editor.area.move_cursor((self._complaint.line - 1, self._complaint.column - 1), center=True)

    def _said(self) -> str:
        sign = self._glyphs.ok if self._complaint is None else self._glyphs.failed
        said = self._check.good if self._complaint is None else verdict_text(self._complaint, None)
        return f"{sign} {self._glyphs.fit(said)}"
