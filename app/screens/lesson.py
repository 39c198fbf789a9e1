"""A lesson on the screen: it asks, judges, and lets the run play on with each right answer."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Unpack

from textual import on, work
from textual.binding import Binding, BindingType

from app.keys.bindings import bindings
from app.keys.key import Section
from app.keys.lesson_keys import LESSON_KEYS, LESSON_SECTIONS
from app.learning.quizzing import QuizWalk
from app.learning.walk import LessonWalk, Walk
from app.screens.lesson_pages import LessonPages, Phase
from app.screens.lesson_sheets import Part, Sheet, refused, shows_all_of, spoken
from app.screens.lesson_stage import Look
from panels.hint_bar import HintBar
from panels.question_panel import Asked, QuestionPanel
from traces.errors import InputError, PlaceError, TraceError
from traces.lessons.kinds.table import moments_of
from traces.lessons.moments import Moment
from traces.lessons.question import Question
from traces.lessons.tasks import Attempt
from traces.timeline.measure import one_line

_LETTERS = "abcdefg"
_LEFT_OUT = "That takes the sandbox, which can't be had here: left out."


class LessonScreen(LessonPages):
    """Walks one user through a lesson, or a quiz."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(letter, f"answer('{letter}')", "Answer", show=False, priority=True, id=f"lesson.answer_{letter}")
            for letter in _LETTERS
        ),
        *bindings(LESSON_KEYS),
    ]
    SECTIONS: ClassVar[tuple[Section, ...]] = LESSON_SECTIONS

    def __init__(self, walk: Walk, **look: Unpack[Look]) -> None:
        """Nothing runs before the screen is there."""
        super().__init__(walk, **look)
        self._said: tuple[Part, ...] = ()
        """What was said of the answers to this card."""
        self._evidence_shown = False
        self._refused: frozenset[str] = frozenset()
        """Of several, what was judged last: it is not judged again."""
        self._tried: str | None = None
        """The text that was tried last for this card's task."""
        self.is_busy = False
        """Whether a chain runs."""

    def on_mount(self) -> None:
        """Begin."""
        self.begin(self.walk)

    def begin(self, walk: Walk) -> None:
        """Run a lesson's chain; a quiz begins with its first question."""
        self.walk, self.phase, self.is_busy = walk, Phase.OPENING, True
        walk.is_typed = False
        self.hide_run()
        self.sheets.clear()
        self.turn_to(Sheet(parts=(spoken("The chain runs in a sandbox ..."),)))
        self._behind(walk.runs if isinstance(walk, LessonWalk) else walk.go_on, self._opened)

    @work(thread=True, exclusive=True, group="walk", exit_on_error=False)
    def _behind(self, do: Callable[[], object], then: Callable[[], None]) -> None:
        """Do in a thread what may run a chain."""
        try:
            do()
        except TraceError as error:
            self.app.call_from_thread(self._broken_off, str(error))
        else:
            self.app.call_from_thread(then)

    @work(thread=True, exclusive=True, group="walk", exit_on_error=False)
    def try_edit(self, assignments: tuple[str, ...] = (), text: str | None = None) -> None:
        """Do the task by an edit, which is run in a thread."""
        if not isinstance(self.walk, LessonWalk):
            return
        try:
            attempt = self.walk.attempt(assignments, text)
        except (InputError, PlaceError) as error:
            self.app.call_from_thread(self._refuse, str(error), is_over=isinstance(error, PlaceError))
        else:
            self.app.call_from_thread(self._attempted, attempt)

    def _broken_off(self, why: str) -> None:
        self.phase, self.is_busy = Phase.END, False
        self.tell("The lesson cannot be run", why)

    def _opened(self) -> None:
        self.is_busy = False
        self.sheets.clear()
        if isinstance(self.walk, LessonWalk):
            self.phase = Phase.READING
            runs = self.walk.runs()
            self.stand(runs, Moment(run=next(iter(runs.traces)), steps=0))
            self.hide_run()
            self.turn_to(self.writer.title(self.walk))
        else:
            self._show_card()

    def _show_card(self) -> None:
        """Ask what the card asks; at the end, say so."""
        self.is_busy, self._evidence_shown, self._said, self._tried = False, False, (), None
        self.mended, self._refused = None, frozenset()
        card = self.card
        if card is None:
            self._end()
            return
        self.phase = Phase.ASKING
        moment = moments_of(card.step, card.runs).asked
        self.stand(card.runs, moment)
        self.set_class(moment.steps == 0, "-unseen")
        self.turn_to(self.writer.card(card))
        asked = card.question or Question(prompt=card.task.prompt if card.task else "", choices=(), evidence=())
        self.question.asked = Asked(question=asked, number=card.number)
        self.question.focus()
        if card.task is not None and not card.runs.live and isinstance(self.walk, LessonWalk):
            self.walk.leave_out()
            self._say(refused(_LEFT_OUT))
            self._over()
        self.show_state()

    def _end(self) -> None:
        self.phase = Phase.END
        self.hide_run()
        walk = self.walk
        if isinstance(walk, LessonWalk):
            self.turn_to(self.writer.closing(walk, self.what_follows()))
        elif isinstance(walk, QuizWalk):
            self.turn_to(self.writer.score(walk, self.what_follows()))

    def _say(self, *parts: Part) -> None:
        """Write something on the card's page."""
        self._said += parts
        self.add(*parts)

    def _over(self) -> None:
        """The card is through: play what was asked about, read what is to be read then."""
        card = self.card
        if card is None:
            return
        self.phase = Phase.OVER
        self.question.asked = None
        self.remove_class("-unseen")
        if card.question is not None:
            moment = moments_of(card.step, card.runs).answered
            moment = Moment(run=moment.run) if shows_all_of(card.step.text.after, moment.run) else moment
            self.play_to(card.runs, moment, tells_notes=card.step.kind == "left")
        self.rewrite(self.writer.over(card, self._said))
        if isinstance(self.walk, LessonWalk) and self.walk.trouble:
            self.notify(f"Your progress is not kept: {one_line(self.walk.trouble)}", severity="warning", markup=False)
            self.walk.trouble = ""
        self.text.focus()

    def action_answer(self, letter: str) -> None:
        """Take a choice; of several choose it, or not."""
        asked = self.question.asked
        if asked is None or letter not in asked.letters:
            return
        if asked.question.several:
            self.question.asked = asked.toggled(letter)
            self.show_state()
        elif letter not in asked.tried:
            self._judge(asked, letter)

    def _judge(self, asked: Asked, typed: str) -> None:
        judged = self.walk.answer(typed)
        self.question.asked = asked.after(typed, is_over=self.walk.is_over)
        self._say(*self.writer.judged(judged, asked.question, shown=self._evidence_shown))
        self._evidence_shown = True
        if self.walk.is_over:
            self._over()

    @on(QuestionPanel.Chosen)
    def choose_one(self, message: QuestionPanel.Chosen) -> None:
        """Take the choice that was pointed at."""
        self.action_answer(message.letter)

    @on(QuestionPanel.Submitted)
    def submit_all(self, message: QuestionPanel.Submitted) -> None:
        """Judge all that is chosen."""
        asked = self.question.asked
        if asked is not None and asked.chosen and asked.chosen != self._refused:
            self._refused = asked.chosen
            self._judge(asked, " ".join(sorted(asked.chosen)))

    def _attempted(self, attempt: Attempt) -> None:
        self.is_busy = False
        self._say(*self.writer.attempted(attempt))
        self.show_run_of(replace(attempt.trace, branch_of=None), playing=True)
        if attempt.done:
            self.mended = attempt.trace.network.raw
            self._over()

    def _refuse(self, why: str, *, is_over: bool) -> None:
        self.is_busy = False
        self._say(self.writer.verdict(False, "It was not run."), refused(why.removeprefix("--set ")))
        if is_over and isinstance(self.walk, LessonWalk):
            self.walk.leave_out()
            self._over()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A letter is a key only where it is an answer, so that it can be another key elsewhere."""
        if action == "answer":
            asked = self.question.asked
            away = self.reads_only or self.has_class("-only-canvas") or self.has_class("-only-payload")
            return asked is not None and not away and str(parameters[0]) in asked.letters
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """To the next page; where one is asked, take the choice under the cursor."""
        if self.looking_back or self.is_aside:
            self.action_turn_back(-1)
        elif self.phase is Phase.ASKING:
            self.take()
        elif self.text.has_more:
            self.text.action_page(1)
        elif self.phase is Phase.END:
            self.finish()
        elif self.phase is not Phase.OPENING and not self.is_busy:
            self.is_busy = True
            self._behind(self.walk.go_on, self._show_card)

    def take(self) -> None:
        """What Enter does where one is asked, or has a task."""
        if self.card is not None and self.card.task is not None:
            self.action_edit()
        else:
            self.question.action_take()

    def what_follows(self) -> str:
        """What is said on the last page: what one can do then."""
        return "Enter leaves."

    def finish(self) -> None:
        """What Enter does on the last page."""
        self.app.exit()

    def action_hint(self) -> None:
        """The next hint."""
        if self.phase is Phase.ASKING and not self.walk.asks_once and not self.walk.tells_no_more:
            self._say(*self.writer.hint(self.walk.hint()))
            self.show_state()

    def action_edit(self) -> None:
        """Edit what the task is about, and run it."""
        card = self.card
        if card is None or card.task is None or self.phase is not Phase.ASKING or self.is_busy:
            return
        from app.screens.edit import EditScreen
        from app.screens.lesson_edit import edit_task

        def run(text: str | None) -> None:
            if text is not None:
                self.is_busy, self._tried = True, text
                self.try_edit(text=text)

        self.app.push_screen(EditScreen(edit_task(card.task, self._tried), glyphs=self.glyphs), run)

    def action_back_out(self) -> bool:
        """Back to the text of the page that one has come to; whether one was elsewhere."""
        if self.has_class("-only-canvas") or self.has_class("-only-payload"):
            self.action_look("text")
        elif self.reads_only:
            self.action_turn_back(-self.looking_back)
        else:
            return False
        return True

    async def action_leave(self) -> None:
        """Back to all parts; then out."""
        if not self.action_back_out():
            await self.app.action_quit()

    @on(HintBar.Pressed)
    async def press_hint(self, message: HintBar.Pressed) -> None:
        """Do what the hint says."""
        await self.run_action(message.action)
