"""The question and its choices: letters pick, a cursor goes over them, what was tried is marked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.lesson_text import spoken_lines, wrapped
from panels.render.page import Kind, Line, Page, Span, page
from panels.render.page_view import PageView
from traces.lessons.question import LETTERS, Choice, Question
from traces.timeline.printable import printable

NOWHERE = -1
"""Where the cursor is before an arrow was pressed: an Enter that comes too late answers nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and how far one is with it."""

    question: Question
    tried: frozenset[str] = frozenset()
    """The letters that were refused."""
    chosen: frozenset[str] = frozenset()
    """Of a question with several answers: those that are chosen so far."""
    is_over: bool = False
    """Whether the right ones are shown."""
    number: int = 0
    """Tells it from another question with the same words."""

    @property
    def letters(self) -> str:
        """What can be typed."""
        return "" if self.is_over else LETTERS[: len(self.question.choices)]

    def after(self, typed: str, *, is_over: bool) -> "Asked":
        """When letters were judged: they were refused, if it is not over; what is chosen of several stays chosen."""
        tried = self.tried if is_over or self.question.several else self.tried | set(typed.split())
        return replace(self, tried=tried, is_over=is_over)

    def toggled(self, letter: str) -> "Asked":
        """With a letter chosen, or not any more; one that excludes all others leaves none of them chosen."""
        chosen = self.chosen ^ {letter}
        lone = frozenset(each for each in chosen if self.question.choices[LETTERS.index(each)].alone)
        return replace(self, chosen=frozenset({letter}) if letter in lone else chosen - lone)


class QuestionPanel(PageView):
    """Shows the question above its choices, as high as they are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "go(1)", "Choice below", show=False, id="question.down"),
        Binding("up,k", "go(-1)", "Choice above", show=False, id="question.up"),
        Binding("pagedown,ctrl+d", "screen.scroll_text(1)", "Text down", show=False, id="question.text_down"),
        Binding("pageup,ctrl+u", "screen.scroll_text(-1)", "Text up", show=False, id="question.text_up"),
    ]

    asked: reactive[Asked | None] = reactive(None, init=False, repaint=False)

    @dataclass
    class Chosen(Message):
        """The user took a choice, by the cursor or the mouse."""

        letter: str

    @dataclass
    class Submitted(Message):
        """All that is to be named is named."""

    @dataclass
    class Sized(Message):
        """It wants to be of another height."""

    def __init__(self, *, glyphs: Glyphs = UNICODE, id: str | None = None) -> None:
        """Ask nothing yet."""
        super().__init__(glyphs=glyphs, id=id)
        self.cursor = NOWHERE
        """The place of the choice that the arrows have come to."""
        self.rows = 0
        """How high it is, if it may be."""
        self.display = False

    def watch_asked(self, old: Asked | None, new: Asked | None) -> None:
        """Draw it; another question begins at its first choice."""
        if old is None or new is None or old.number != new.number:
            self.cursor = NOWHERE
        self.draw()

    def draw(self) -> None:
        """Show the question as it is now."""
        asked = self.asked
        self.display = asked is not None
        if asked is not None:
            self.show(lambda width: self._laid_out(asked, width), (asked.number, asked.is_over, self.cursor))

    def action_go(self, by: int) -> None:
        """Move the cursor."""
        if self.asked is not None and self.asked.letters:
            last = len(self.asked.letters) - 1
            self.cursor = max(0, min(self.cursor + by, last)) if self.cursor != NOWHERE or by > 0 else last
            self.draw()

    def action_take(self) -> None:
        """Take what the cursor is on; of several, all that is chosen: where that is none, choose this."""
        if self.asked is None or not self.asked.letters:
            return
        if self.asked.question.several and self.asked.chosen:
            self.post_message(self.Submitted())
        elif self.cursor != NOWHERE:
            self.post_message(self.Chosen(self.asked.letters[self.cursor]))

    def on_click(self, event: events.Click) -> None:
        """Take the choice under the pointer."""
        at = event.get_content_offset(self)
        if at is None or self.asked is None or not self.asked.letters:
            return
        row = at.y + self.scroll_offset.y
        place = max((number for number, first in enumerate(self.page.entries) if first <= row), default=None)
        if place is not None and row < len(self.page.lines):
            self.post_message(self.Chosen(self.asked.letters[place]))

    def _put(self, made: Page) -> None:
        """As high as it is; the stylesheet says how high at most."""
        rows = max(1, len(made.lines)) + self.gutter.height
        if rows != self.rows:
            self.styles.height = self.rows = rows
            self.post_message(self.Sized())
        super()._put(made)

    def _laid_out(self, asked: Asked, width: int) -> Page:
        return question_page(asked, self.cursor, width, self._glyphs)


def question_page(asked: Asked, cursor: int, width: int, glyphs: Glyphs) -> Page:
    """The question and its choices; when it is over only the right ones."""
    question = asked.question
    lines = spoken_lines(question.prompt, width, Kind.HEADING)
    entries: list[int] = []
    focus = 0
    for place, choice in enumerate(question.choices):
        if asked.is_over and not choice.right:
            continue
        entries.append(len(lines))
        focus = len(lines) if place == cursor else focus
        lines += _choice(asked, place, choice, is_here=place == cursor, width=width, glyphs=glyphs)
    return page(lines, focus=focus, entries=entries)


def _choice(asked: Asked, place: int, choice: Choice, *, is_here: bool, width: int, glyphs: Glyphs) -> Iterator[Line]:
    letter = LETTERS[place]
    sign, kind = " ", Kind.TEXT
    if asked.is_over:
        sign, kind = glyphs.ok, Kind.GOOD
    elif letter in asked.tried and not asked.question.several:
        sign, kind = glyphs.failed, Kind.DIM
    if is_here and not asked.is_over:
        sign = glyphs.here if sign == " " else sign
        kind = kind if kind is Kind.DIM else Kind.HEADING
    box = "" if not asked.question.several or asked.is_over else "[x] " if letter in asked.chosen else "[ ] "
    before = f"{sign} {letter}) {box}"
    rows = list(wrapped([(printable(choice.text), kind)], width - len(before)))
    for number, row in enumerate(rows):
        yield (Span(before, _mark_kind(kind)) if number == 0 else Span(" " * len(before)), *row)


def _mark_kind(kind: Kind) -> Kind:
    return Kind.LABEL if kind in (Kind.TEXT, Kind.HEADING) else kind
