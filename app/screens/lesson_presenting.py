"""A lesson as a demonstration for others: Enter does what a learner would do next, and keys are shown large."""

from typing import ClassVar, Unpack

from textual.app import ComposeResult

from app.keys.key import Section
from app.keys.lesson_keys import PRESENT_SECTION
from app.learning.demonstration import next_key, reading_seconds
from app.learning.school import School
from app.learning.walk import Walk
from app.screens.lesson_pages import Phase
from app.screens.lesson_school import SchoolScreen
from app.screens.lesson_stage import Look
from panels.hint_bar import Hint
from panels.key_cast import KeyCast

_BEAT = 0.25
"""Seconds between two looks at whether a page was held long enough."""
_PRESS = 1.2
"""Seconds that a letter is shown before the answer is judged."""


class PresentingScreen(SchoolScreen):
    """Answers by itself, at a pace that is held: no key hurries a message that is on its way."""

    IS_EVEN: ClassVar[bool] = True

    def __init__(self, walk: Walk, school: School, **look: Unpack[Look]) -> None:
        """It waits for the one who presents."""
        super().__init__(walk, school, **look)
        self.cast = KeyCast(glyphs=self.glyphs)
        self.goes_by_itself = False
        self._is_wanted = False
        """Whether a next thing was asked for while something was under way."""
        self._held = 0.0
        self._read = 0
        """Words of this page that were there when it was last held."""

    def compose(self) -> ComposeResult:
        """The keys lie over all else."""
        yield from super().compose()
        yield self.cast

    def on_mount(self) -> None:
        """Let time pass."""
        self.set_interval(_BEAT, self.beat)

    @property
    def is_under_way(self) -> bool:
        """Whether something has to come to its end first."""
        return self.player.needs_time or self.is_busy or self.phase is Phase.OPENING

    def beat(self) -> None:
        """Do the next thing, if it is asked for, or if this page was held long enough."""
        if self.is_under_way or self.app.screen is not self:
            return
        if self._is_wanted:
            self._is_wanted = False
            self.demonstrate()
        elif self.goes_by_itself:
            self._held += _BEAT
            if self._held >= self.wanted_seconds:
                self.demonstrate()

    @property
    def wanted_seconds(self) -> float:
        """How long this page is held: as long as what is new on it takes to be read."""
        asked = self.question.asked
        if asked is not None and asked.chosen:
            return _PRESS / self.pace
        new = self.sheets[-1].text.split()[self._read :]
        prompt = asked.question.prompt.split() if asked is not None else []
        return reading_seconds(" ".join([*new, *prompt])) / self.pace

    @property
    def pace(self) -> float:
        """The speed of the sequence, which holds for the pages too."""
        return self.stage.playback.speed if self.stage is not None else 1.0

    def action_go_on(self) -> None:
        """The next thing; what is under way comes to its end first."""
        if self.reads_only:
            super().action_go_on()
        elif self.is_under_way:
            self._is_wanted = True
        else:
            self.demonstrate()

    def action_play(self) -> None:
        """Let it go on by itself, or hold it."""
        self.goes_by_itself = not self.goes_by_itself
        self._held = 0.0
        self.show_state()

    def show_key(self, key: str) -> None:
        """Show it large, in the corner above the keys."""
        self.cast.show_key(key)

    def demonstrate(self) -> None:
        """Press the key that a learner would press."""
        self._held, self._read = 0.0, len(self.sheets[-1].text.split())
        asked = self.question.asked
        key = next_key(self.card, is_over=self.phase is not Phase.ASKING, chosen=asked.chosen if asked else frozenset())
        self.show_key(key)
        if self.phase is Phase.ASKING and self.card is not None and self.card.task is not None:
            self._solve()
        elif key != "enter":
            self.action_answer(key)
        elif self.phase is Phase.ASKING:
            self.question.action_take()
        else:
            self._turn()

    def _solve(self) -> None:
        """Do the task as its author would."""
        if self.card is not None and self.card.task is not None:
            self.is_busy = True
            self.try_edit(self.card.task.solution)

    def _turn(self) -> None:
        """To the next page; behind the last one nothing goes on by itself."""
        self._read = 0
        if self.phase is Phase.END and self.goes_by_itself:
            self.action_play()
        else:
            super().action_go_on()

    def help_sections(self) -> tuple[Section, ...]:
        """What the keys do while one presents comes first."""
        return (PRESENT_SECTION, *super().help_sections())

    def _hints(self) -> tuple[Hint, ...]:
        by_itself = "Hold" if self.goes_by_itself else "By itself"
        others = [hint for hint in super()._hints() if hint.key not in ("enter", "space")]
        pace = Hint("< >", f"{self.pace:g}x", "faster")
        return (Hint("enter", "Next", "go_on"), Hint("space", by_itself, "play"), pace, *others)

    def action_faster(self) -> None:
        """Hold pages shorter."""
        super().action_faster()
        self.show_state()

    def action_slower(self) -> None:
        """Hold pages longer."""
        super().action_slower()
        self.show_state()
