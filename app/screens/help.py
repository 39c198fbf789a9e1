"""All keys on one page."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from app.keys.key import Key, Section
from app.keys.remap import remap_of
from app.screens.dialog import Dialog
from traces.timeline.query import GRAMMAR

_KEY_WIDTH = 16
_IN_THE_PALETTE = ": only"
_WORDS = (
    "A solid arrow is a call, a dashed one its answer. A thick line is a plugin at work. "
    "A run that is held has ‖ (H in ASCII) at the head of the arrow of the call that waits. Beside a step's number "
    "● (*) is a breakpoint, ◆ (m) a mark of yours, · (:) what stands out by itself, and ! what is found wrong. "
    "A cross is a failure; dots lead to a link that was never reached; !2 counts the lines on stderr, "
    "≠2 (?2 in ASCII) the claims of an answer that are not in the kernel. "
    "+2 below a name counts the plugins that it executed, where they are folded on its lane: s or a click opens it. "
    f"In the filter of the list: {GRAMMAR} "
    "Opening and playing a trace never runs a plugin; a rerun does, in a sandbox of its own."
)


class HelpScreen(Dialog[bool]):
    """Shows the table of keys, or some sections of it; what is typed behind a slash narrows it.

    Gives True where a lesson is named, and the user wants it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="help.back"),
        Binding("q,question_mark,f1,enter", "leave", "Leave", show=False, id="help.leave"),
        Binding("L", "learn", "Lesson", show=False, id="help.learn"),
        Binding("slash", "search", "Search", show=False, id="help.search"),
        Binding("j", "scroll(1)", "Down", show=False, id="help.down"),
        Binding("k", "scroll(-1)", "Up", show=False, id="help.up"),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-one-column"), (104, "-two-columns")]  # noqa: RUF012

    def __init__(self, sections: Sequence[Section], *, here: Section | None = None, lesson: str = "") -> None:
        """With ``here``, the section that comes first: the keys of the part that has the focus.

        ``lesson`` is the title of the one that explains what is under the cursor; safe text.
        """
        super().__init__()
        self._sections = sorted(sections, key=lambda section: section != here)
        self._input = Input(placeholder="a key, or what it does", compact=True)
        self._columns = (Static(), Static())
        self._lesson = lesson
        self._words = Static(_WORDS, markup=False, classes="help--words")

    def compose(self) -> ComposeResult:
        """The table, scrollable where it does not fit."""
        with VerticalScroll(classes="dialog -help") as dialog:
            lesson = f". L: lesson «{self._lesson}»" if self._lesson else ""
            dialog.border_title = Content(f"cnistep: keys{lesson}")
            dialog.border_subtitle = Content("/ searches, esc leaves")
            yield self._input
            with Container(classes="help--columns"):
                yield from self._columns
            yield self._words

    def on_mount(self) -> None:
        """Show the keys that the user has, and let the arrows scroll."""
        self._sections = list(remap_of(self.app).sections(self._sections))
        self._input.display = False
        self._draw()
        self.query_one(VerticalScroll).focus()

    @on(Input.Changed)
    def narrow(self, message: Input.Changed) -> None:
        """Show the keys that hold what is typed."""
        message.stop()
        self._draw()

    @on(Input.Submitted)
    def read(self, message: Input.Submitted) -> None:
        """Scroll in what was found."""
        message.stop()
        self.query_one(VerticalScroll).focus()

    def _draw(self) -> None:
        shown = narrowed(self._sections, self._input.value)
        for column, part in zip(self._columns, columns(shown) if shown else ((), ()), strict=True):
            column.update(keys_text(part))
        self._words.display = not self._input.value and len(self._sections) > 1
        if not shown:
            self._columns[0].update(Content("no key is called so"))

    def action_scroll(self, by: int) -> None:
        """Scroll by a line."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_search(self) -> None:
        """Type what to look for."""
        self._input.display = True
        self._input.focus()

    def action_back(self) -> None:
        """All keys again; then close."""
        if not self._input.display:
            self.dismiss(False)
            return
        self._input.value = ""
        self._input.display = False
        self.query_one(VerticalScroll).focus()

    def action_learn(self) -> None:
        """Close, and go to the lessons."""
        if self._lesson:
            self.dismiss(True)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(False)


def narrowed(sections: Sequence[Section], typed: str) -> list[Section]:
    """The sections with those keys that hold every word that was typed; a section's title counts for all its keys."""
    words = typed.lower().split()
    kept = ((title, tuple(key for key in keys if _holds(title, key, words))) for title, keys in sections)
    return [(title, keys) for title, keys in kept if keys]


def _holds(title: str, key: Key, words: Sequence[str]) -> bool:
    text = f"{title} {key.help}".lower()
    return all(word in text or word in key.shown.lower().split() for word in words)


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
    return Content.styled(f"  {key.shown or _IN_THE_PALETTE:<{_KEY_WIDTH}}", "bold") + Content(key.help)
