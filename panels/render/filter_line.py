"""A line to type a query in: it says at once whether the query makes sense, and remembers those that were asked."""

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.safe_input import SafeInput
from traces.errors import InputError
from traces.timeline.query import parse
from traces.timeline.query.fields import FIELDS

MOST_REMEMBERED = 20
"""Queries that can be recalled."""


class FilterLine(Widget):
    """Asks for a query. What makes no sense is said below it, and the last query that did stays in force."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", "Filter before", show=False, id="filter.before"),
        Binding("down", "recall(1)", "Filter after", show=False, id="filter.after"),
    ]

    told: reactive[str] = reactive("", init=False)
    """What there is to say of what was found: safe text."""
    is_off: reactive[bool] = reactive(False, init=False)
    """Whether it stands there without filtering."""
    history: reactive[tuple[str, ...]] = reactive((), init=False)
    """The queries that were asked, the oldest first."""

    @dataclass
    class Asked(Message):
        """Another query is in force."""

        text: str

    @dataclass
    class Submitted(Message):
        """The user has typed what was to be typed."""

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        """Nothing is asked yet."""
        super().__init__()
        self._glyphs = glyphs
        self._input = SafeInput(placeholder="plugin=portmap exit!=0 pod~web failed", compact=True)
        self._said = Static(markup=False, classes="filter--said")
        self._error = ""
        self._in_force = ""
        self._asked = ""
        self._place = 0
        self._draft = ""

    def compose(self) -> ComposeResult:
        """The line, and what is said of it."""
        yield self._input
        yield self._said

    def on_mount(self) -> None:
        """Say nothing yet."""
        self._say()

    @property
    def field(self) -> Input:
        """What is focused to type."""
        return self._input

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self._input.value

    def write(self, text: str) -> None:
        """Ask this, as if somebody had typed it."""
        self.is_off = False
        self._input.value = text
        self._input.cursor_position = len(text)

    def remember(self) -> None:
        """Keep the query that is in force, the newest of those to recall."""
        text = self.text.strip()
        if text and not self._error:
            others = [each for each in self.history if each != text]
            self.history = (*others, text)[-MOST_REMEMBERED:]
        self._place = len(self.history)

    def watch_history(self, history: tuple[str, ...]) -> None:
        """The next to recall is the newest."""
        self._place = len(history)

    def watch_told(self) -> None:
        """Say it."""
        self._say()

    def watch_is_off(self) -> None:
        """Ask for everything, or for what stands in the line."""
        self.set_class(self.is_off, "-off")
        self._ask()

    @on(Input.Changed)
    def take(self, message: Input.Changed) -> None:
        """Read while the user types: whoever types wants to filter."""
        message.stop()
        self.set_reactive(FilterLine.is_off, False)
        self.remove_class("-off")
        try:
            parse(message.value)
        except InputError as error:
            self._error = str(error)
        else:
            self._error = ""
            with suppress(InputError):
                parse(begun := _without_a_field_begun(message.value))
                self._in_force = begun
        self._ask()

    @on(Input.Submitted)
    def submit(self, message: Input.Submitted) -> None:
        """What makes no sense stays where it can be mended."""
        message.stop()
        if not self._error:
            self._in_force = self.text
            self._ask()
            self.remember()
            self.post_message(self.Submitted())

    def on_descendant_focus(self) -> None:
        """What is typed is judged."""
        self._say()

    def on_descendant_blur(self) -> None:
        """What is not being typed needs no praise."""
        self._say()

    def action_recall(self, by: int) -> None:
        """Take a query that was asked before, or one asked after it; behind the newest stands what was being typed."""
        if self._place == len(self.history):
            self._draft = self.text
        place = min(max(self._place + by, 0), len(self.history))
        if place != self._place:
            self._place = place
            self.write(self.history[place] if place < len(self.history) else self._draft)

    def _ask(self) -> None:
        """Say which query is in force, where that is another one now."""
        asked = "" if self.is_off else self._in_force
        if asked != self._asked:
            self._asked = asked
            self.post_message(self.Asked(asked))
        self._say()

    def _say(self) -> None:
        said, state = self._verdict()
        self._said.display = bool(said)
        self._said.update(Content(self._glyphs.fit(said)))
        for each in ("-wrong", "-right"):
            self.set_class(state == each, each)

    def _verdict(self) -> tuple[str, str]:
        """What is said, and the class of how it looks."""
        if self._error:
            return f"{self._glyphs.failed} {self._error}", "-wrong"
        if self.is_off:
            return "off; \\ turns it on again", ""
        typing = self._input.has_focus and bool(self.text)
        valid = f"{self._glyphs.ok} valid" if typing else ""
        return ", ".join(filter(None, (valid, self.told))), "-right" if typing else ""


def _without_a_field_begun(text: str) -> str:
    """What is typed without the name of a field at its end: what is asked of the field is still to come."""
    words = text.split()
    is_begun = bool(words) and text.endswith(words[-1]) and words[-1].casefold() in FIELDS
    return text[: -len(words[-1])] if is_begun else text
