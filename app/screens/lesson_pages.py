"""The pages of a lesson's screen, one for each card: they grow, one turns back to them, and a row says where one is."""

from collections.abc import Sequence
from enum import Enum
from typing import Unpack

from app.keys.key import Section
from app.keys.lesson_keys import LESSON_SECTIONS, LETTERS_SHOWN
from app.learning.walk import Card, LessonWalk, Walk
from app.screens.lesson_sheets import Part, Sheet, Writer
from app.screens.lesson_stage import LessonStage, Look
from panels.hint_bar import Hint
from panels.question_panel import Asked
from panels.render.page import Kind, Span
from traces.timeline.measure import one_line

_LEAVE = Hint("q", "Leave", "leave")
_HELP = Hint("?", "Help", "help", stays=True)
_PAYLOAD = Hint("3", "Payload", "look('payload')")
_BACK = Hint("backspace", "Page before", "turn_back")
_CHAIN = Hint("v", "Chain", "chain")
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

    def __init__(self, walk: Walk, **look: Unpack[Look]) -> None:
        """No page is written yet."""
        super().__init__(**look)
        self.walk = walk
        self.phase = Phase.OPENING
        self.writer = Writer(self.glyphs)
        self.sheets: list[Sheet] = []
        self.looking_back = 0
        """How many pages back one looks."""
        self.is_aside = False
        """Whether the conflist is shown instead of the page."""
        self.mended: bytes | None = None
        """The conflist that the card's task was done with."""

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
        self.looking_back, self.is_aside = 0, False
        self.question.display = self.question.asked is not None
        self.text.show(self.sheets[-1].page, (len(self.sheets), len(self.sheets[-1].parts)))
        self.show_state()
        self.text.hold()

    def action_turn_back(self, by: int = 1) -> None:
        """Look at a page before, or come back; what is asked waits."""
        self._look_at(max(0, min(self.looking_back + by, len(self.sheets) - 1)))

    def action_chain(self) -> None:
        """Look at the conflist of the run, or come back."""
        if self.card is not None and self.sheets and not self.is_aside:
            self._look_at(0)
            self.is_aside, self.question.display = True, False
            self.text.show(self.writer.chain(self.card, self.mended).page, "chain")
            self.text.focus()
            self.show_state()
        else:
            self._look_at(0)

    def _look_at(self, back: int) -> None:
        """Show the page so many pages back; 0 is the one that one has come to."""
        self.looking_back, self.is_aside = back, False
        self.question.display = not back and self.question.asked is not None
        self.text.show(self.sheets[-1 - back].page, (len(self.sheets), "back", back))
        self.text.hold()
        (self.question if self.question.display else self.text).focus()
        self.show_state()

    def action_look(self, part: str) -> None:
        """To a part of the screen; where there is no room for all, it is shown alone."""
        self.update_classes({f"-only-{name}": name == part for name in ("canvas", "payload")})
        self.share_room()
        self.show_state()
        if part == "text" and (self.looking_back or self.is_aside):
            self.action_turn_back(-self.looking_back)
        {"canvas": self.canvas, "payload": self.payload.view, "text": self.text}[part].focus()

    def action_turn_payload(self) -> None:
        """To the next side of the call."""
        self.payload.action_turn(1)

    def action_help(self) -> None:
        """All keys."""
        from app.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.help_sections()))

    def help_sections(self) -> tuple[Section, ...]:
        """What the help page shows."""
        (title, keys), *others = LESSON_SECTIONS
        return ((title, (LETTERS_SHOWN, *keys)), *others)

    @property
    def reads_only(self) -> bool:
        """While one looks at the chain, or at a page before."""
        return self.is_aside or bool(self.looking_back)

    def _hint_of_hints(self) -> tuple[Hint, ...]:
        """What h does: a hint, as long as there is one; then it tells."""
        if self.walk.asks_once or self.walk.tells_no_more:
            return ()
        return (_HINT if self.walk.has_hints else Hint("h", "Tell me", "hint"),)

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
        back = f", {self.looking_back} back" if self.looking_back else ""
        place = Span(f"   {card.number} of {card.count}{beside}{back}   ", Kind.LABEL)
        good, bad = (self.glyphs.ok, Kind.GOOD), (self.glyphs.failed, Kind.BAD)
        marks = (Span(*(good if well else bad)) for well in walk.marks)
        recorded = () if card.runs.live else (Span("   a recording", Kind.NOTE),)
        return (title, place, *marks, Span(self.glyphs.skipped * (card.count - len(walk.marks)), Kind.DIM), *recorded)

    def _hints(self) -> Sequence[Hint]:
        alone = next((name for name in ("canvas", "payload") if self.has_class(f"-only-{name}")), "")
        if self.phase is Phase.OPENING:
            return (_LEAVE, _HELP)
        if alone:
            side = (Hint("t", "Next side", "turn_payload"),) if alone == "payload" else ()
            return (Hint("esc", "Back to the text", "look('text')"), *side, _HELP)
        if self.looking_back or self.is_aside:
            return (Hint("enter", "Forward" if self.looking_back else "Back", "go_on"), _LEAVE, _HELP)
        run = (_CHAIN, _PAYLOAD) if self.card is not None else ()
        others = (*((_BACK,) if len(self.sheets) > 1 else ()), *run, _LEAVE, _HELP)
        if self.phase is not Phase.ASKING:
            again = (Hint("space", "Play again", "play"),) if self.has_class("-watching") else ()
            return (_MORE if self.text.has_more else _GO_ON, *again, *others)
        more = (Hint("pgdn", "More text", "scroll_text(1)"),) if self.text.has_more else ()
        hint = self._hint_of_hints()
        asked = self.question.asked
        if asked is None or not asked.question.choices:
            return (Hint("enter", "Edit and run", "edit"), *more, *hint, *others)
        return (*_of_question(asked), *more, *hint, *others)


def _of_question(asked: Asked) -> Sequence[Hint]:
    letters = f"{asked.letters[:1]}-{asked.letters[-1:]}"
    if not asked.question.several:
        return (Hint(letters, "Answer", "go_on"),)
    all_of_it = (Hint("enter", "That is all", "go_on"),) if asked.chosen else ()
    return (Hint(letters, "Choose", "go_on"), *all_of_it)
