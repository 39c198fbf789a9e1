"""All keys on one page."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from app.keymap import SECTIONS, Key

_KEY_WIDTH = 12
_WORDS = (
    "A solid arrow is a call, a dashed one its answer. A thick line is a plugin at work. "
    "A cross is a failure; dots lead to a link that was never reached. "
    "Opening and playing a trace never runs a plugin; a rerun does, in a sandbox of its own."
)


class HelpScreen(ModalScreen[None]):
    """Shows the table of keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "leave", "Leave", show=False, id="help.leave"),
        Binding("j", "scroll(1)", "Down", show=False, id="help.down"),
        Binding("k", "scroll(-1)", "Up", show=False, id="help.up"),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-one-column"), (104, "-two-columns")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """The table, scrollable where it does not fit."""
        with VerticalScroll(classes="dialog -help") as dialog:
            dialog.border_title = Content("cnistep: keys")
            dialog.border_subtitle = Content("esc leaves")
            with Container(classes="help--columns"):
                yield Static(keys_text(SECTIONS[:2]))
                yield Static(keys_text(SECTIONS[2:]))
            yield Static(_WORDS, markup=False, classes="help--words")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, by: int) -> None:
        """Scroll by a line."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)


def keys_text(sections: Sequence[tuple[str, Sequence[Key]]]) -> Content:
    """Sections of the table with their keys."""
    parts: list[Content] = []
    for title, keys in sections:
        parts += [Content.styled(title, "bold $primary"), *(_line(key) for key in keys), Content("")]
    return Content("\n").join(parts)


def _line(key: Key) -> Content:
    return Content.styled(f"  {key.shown:<{_KEY_WIDTH}}", "bold") + Content(key.help)
