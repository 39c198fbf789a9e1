"""The question before something is written: into which file, and whether secrets stay in it."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static

from app.screens.dialog import Dialog

RAW = "raw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the user wants written."""

    path: str
    is_raw: bool


class ExportScreen(Dialog[Wanted | None]):
    """Asks for a file's name; gives None if the user leaves. All texts are safe texts."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-high")]  # noqa: RUF012 - Textual declares it as an instance's
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", show=False, id="export.leave"),
        Binding("down", "app.focus_next", "Next", show=False, id="export.next"),
        Binding("up", "app.focus_previous", "Before", show=False, id="export.before"),
    ]

    def __init__(self, title: str, about: str, preview: str, path: str) -> None:
        """`about` says what is in the file, `preview` what is replaced in it."""
        super().__init__()
        self._heading = title
        self._about = about
        self._preview = preview
        self._path = Input(path, id="path", compact=True, select_on_focus=False)
        self._raw = Input(id="raw", compact=True)

    def compose(self) -> ComposeResult:
        """What it is, the name, the word that leaves secrets in, the ways out."""
        with Vertical(classes="dialog -export") as dialog:
            dialog.border_title = Content(self._heading)
            dialog.border_subtitle = Content("enter writes, esc leaves")
            yield Static(self._about, markup=False, classes="dialog--text")
            yield Static("Write it to this file:", markup=False, classes="dialog--field")
            yield self._path
            yield Static(self._preview, markup=False, classes="dialog--field")
            yield Static(f"To leave secrets in, type {RAW} here:", markup=False, classes="dialog--field")
            yield self._raw
            with Horizontal(classes="dialog--buttons"):
                yield Button(Content("Write (enter)"), id="write", compact=True)
                yield Button(Content("Leave (esc)"), id="leave", compact=True)

    def on_mount(self) -> None:
        """Give the name the keys."""
        self._path.focus()

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Write nothing."""
        self.dismiss(None)

    @on(Button.Pressed, "#write")
    @on(Input.Submitted)
    def write(self) -> None:
        """Give what is wanted, where that is clear."""
        path, word = self._path.value.strip(), self._raw.value.strip()
        if not path:
            self.notify("A file needs a name.", markup=False)
            self._path.focus()
        elif word not in ("", RAW):
            self.notify(f"Type {RAW}, or nothing.", markup=False)
            self._raw.focus()
        else:
            self.dismiss(Wanted(path=path, is_raw=word == RAW))
