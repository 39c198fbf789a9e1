"""All keys on one page."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from app.key import Key, Section
from traces.timeline.trace_query import GRAMMAR

_KEY_WIDTH = 16
_WORDS = (
    "A solid arrow is a call, a dashed one its answer. A thick line is a plugin at work. "
    "A cross is a failure; dots lead to a link that was never reached; !2 counts the lines on stderr, "
    "≠2 (?2 in ASCII) the claims of an answer that are not in the kernel. "
    "+2 below a name counts the plugins that it executed, where they are folded on its lane: s or a click opens it. "
    f"In the filter of the list: {GRAMMAR} "
    "Opening and playing a trace never runs a plugin; a rerun does, in a sandbox of its own."
)


class HelpScreen(ModalScreen[None]):
    """Shows the table of keys, or some sections of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "leave", "Leave", show=False, id="help.leave"),
        Binding("j", "scroll(1)", "Down", show=False, id="help.down"),
        Binding("k", "scroll(-1)", "Up", show=False, id="help.up"),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-one-column"), (104, "-two-columns")]  # noqa: RUF012

    def __init__(self, sections: Sequence[Section], *, here: Section | None = None) -> None:
        """With here, the section that comes first: the keys of the part that has the focus."""
        super().__init__()
        self._sections = sorted(sections, key=lambda section: section != here)

    def compose(self) -> ComposeResult:
        """The table, scrollable where it does not fit."""
        first, second = columns(self._sections)
        with VerticalScroll(classes="dialog -help") as dialog:
            dialog.border_title = Content("cnistep: keys")
            dialog.border_subtitle = Content("esc leaves")
            with Container(classes="help--columns"):
                yield Static(keys_text(first))
                yield Static(keys_text(second))
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


def columns(sections: Sequence[Section]) -> tuple[Sequence[Section], Sequence[Section]]:
    """The sections in two columns of about the same height, in their order."""
    heights = [len(keys) + 2 for _, keys in sections]
    cut = min(range(1, len(sections) + 1), key=lambda place: abs(sum(heights[:place]) - sum(heights[place:])))
    return sections[:cut], sections[cut:]


def keys_text(sections: Sequence[Section]) -> Content:
    """Sections of the table with their keys."""
    parts: list[Content] = []
    for title, keys in sections:
        parts += [Content.styled(title, "bold $primary"), *(_line(key) for key in keys), Content("")]
    return Content("\n").join(parts)


def _line(key: Key) -> Content:
    return Content.styled(f"  {key.shown:<{_KEY_WIDTH}}", "bold") + Content(key.help)
