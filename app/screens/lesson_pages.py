"""The pages of a lesson's screen, one for each card: they grow, one turns back to them, and a row says where one is."""

from collections.abc import Sequence
from enum import Enum

from app.clock import Clock
from app.learning.walk import Card, LessonWalk, Walk
from app.screens.lesson_sheets import Part, Sheet, Writer
from app.screens.lesson_stage import LessonStage
from panels.hint_bar import Hint
from panels.question_panel import Asked
from panels.render.glyphs import Glyphs
from panels.render.page import Kind, Span
from traces.timeline.measure import one_line
from traces.timeline.playback import Motion

_LEAVE = Hint("q", "Leave", "leave")
_HELP = Hint("?", "Help", "help", stays=True)
_PAYLOAD = Hint("3", "Payload", "look('payload')")
_BACK = Hint("backspace", "Page before", "turn_back")
_GO_ON = Hint("enter", "Go on", "go_on")
_MORE = Hint("enter", "More", "go_on")
_HINT = Hint("h", "Hint", "hint")


class Phase(Enum):
    """Where one is with a card."""

    OPENING = "opening"
    """The chain runs."""
    READING = "reading"
    """The first page."""
    ASKING = "asking"
    OVER = "over"
    END = "end"


class LessonPages(LessonStage):
    """Holds the pages of a walk."""

    def __init__(
        self, walk: Walk, *, motion: Motion, glyphs: Glyphs, clock: Clock | None = None, is_even: bool = False
    ) -> None:
        """No page is written yet."""
        super().__init__(motion=motion, glyphs=glyphs, clock=clock, is_even=is_even)
        self.walk = walk
        self.phase = Phase.OPENING
        self.writer = Writer(glyphs)
        self.sheets: list[Sheet] = []
        self.looking_back = 0
        """How many pages back one looks."""

    @property
    def card(self) -> Card | None:
        """What is asked, or was asked last."""
        return self.walk.card

    def turn_to(self, sheet: Sheet) -> None:
        """A new page."""
        self.sheets.append(sheet)
        self.question.asked = None
        self.text.focus()
        self._put_last()

    def add(self, *parts: Part) -> None:
        """More on this page, brought into view."""
        self.sheets[-1] = self.sheets[-1].with_parts(*parts)
        self._put_last()

    def rewrite(self, sheet: Sheet) -> None:
        """Another text on this page."""
        self.sheets[-1] = sheet
        self._put_last()

    def _put_last(self) -> None:
        self.looking_back = 0
        self.text.show(self.sheets[-1].page, (len(self.sheets), len(self.sheets[-1].parts)))
        self.show_state()
        self.call_after_refresh(self.show_state)

    def action_turn_back(self, by: int = 1) -> None:
        """Look at a page before, or come back; what is asked waits."""
        self.looking_back = max(0, min(self.looking_back + by, len(self.sheets) - 1))
        self.question.display = not self.looking_back and self.question.asked is not None
        sheet = self.sheets[-1 - self.looking_back]
        self.text.show(sheet.page, ("back", self.looking_back))
        (self.question if self.question.display else self.text).focus()
        self.show_state()

    def action_chain(self) -> None:
        """Look at the conflist of the run; Enter comes back."""
        if self.card is not None and self.sheets:
            self.looking_back = 0
            self.action_turn_back(0)
            self.text.show(self.writer.chain(self.card).page, "chain")

    @property
    def has_more(self) -> bool:
        """Whether the page goes on below what is seen of it."""
        return self.text.scroll_offset.y < self.text.max_scroll_y

    def show_state(self) -> None:
        """Say where one is, and what the keys do now."""
        self.share_room()
        self.title_row.line = self._title()
        self.hint_bar.hints = tuple(self._hints())

    def _title(self) -> tuple[Span, ...]:
        walk, card = self.walk, self.card
        name = walk.lesson.title if isinstance(walk, LessonWalk) else f"Quiz: {card.topic}" if card else "Quiz"
        title = Span(f" {one_line(name)}", Kind.HEADING)
        if card is None:
            return (title,)
        beside = f", {one_line(card.topic)}" if card.topic and isinstance(walk, LessonWalk) else ""
        done = card.number - (0 if walk.is_over else 1)
        dots = self.glyphs.ok * done, self.glyphs.skipped * (card.count - done)
        place = Span(f"   {card.number} of {card.count}{beside}   ", Kind.LABEL)
        return (title, place, Span(dots[0], Kind.GOOD), Span(dots[1], Kind.DIM))

    def _hints(self) -> Sequence[Hint]:
        others = (*((_BACK,) if len(self.sheets) > 1 else ()), _PAYLOAD, _LEAVE, _HELP)
        if self.looking_back:
            return (Hint("enter", "Forward", "go_on"), *others)
        asked = self.question.asked
        if self.phase is not Phase.ASKING:
            again = (Hint("space", "Play again", "play"),) if self.has_class("-watching") else ()
            return (_MORE if self.has_more else _GO_ON, *again, *others)
        if asked is None:
            return (Hint("e", "Edit and run", "edit"), _HINT, *others)
        return (*_of_question(asked), *(() if self.walk.asks_once else (_HINT,)), *others)


def _of_question(asked: Asked) -> Sequence[Hint]:
    letters = f"{asked.letters[:1]}-{asked.letters[-1:]}"
    if asked.question.several:
        return (Hint(letters, "Choose", "go_on"), Hint("enter", "That is all", "go_on"))
    return (Hint(letters, "Answer", "go_on"),)
