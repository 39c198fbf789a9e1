"""A lesson or a quiz by prompts: texts, questions until each is answered, and edits whose run is looked at."""

import json
import re
from collections.abc import Callable

from app.learning.lesson_page import Left, LessonPage
from app.learning.quizzing import QuizWalk
from app.learning.walk import Card, LessonWalk, Walk
from app.output import say
from app.plain.plain_commands import Edit, edit_in_editor
from traces.errors import InputError, PlaceError
from traces.lessons.question import Question
from traces.lessons.tasks import Task
from traces.timeline.printable import printable

Ask = Callable[[], str | None]
"""Gives a line that was typed, or None at the end of the input."""
HELP = "Type a letter, or the answer itself. ? gives a hint, q leaves (so does Ctrl-D)."
EDIT_HELP = "Type POINTER=JSON, as {}; p prints what is edited, e opens it in $EDITOR.\n? gives a hint, q leaves."
_AGAIN = "not one of the answers: type a letter, or the words."


class Learner:
    """Asks one user what the cards ask."""

    def __init__(self, page: LessonPage, ask: Ask, edit: Edit = edit_in_editor) -> None:
        """Write on the page; ``ask`` gives what is typed, ``edit`` lets the user change a text in an editor."""
        self._page, self._ask, self._edit_text = page, ask, edit
        self._told: set[str] = set()

    def walk(self, walk: LessonWalk) -> bool:
        """Go through what was not passed yet; whether it was gone through to the end. Raises TraceError."""
        lesson = walk.lesson
        try:
            self._begin(walk)
            while (card := walk.go_on()) is not None:
                self._page.heading(f"{card.number} of {card.count}{'  quiz' if card.topic else ''}")
                self._page.markdown(card.step.text.before, card.runs)
                if card.question is not None:
                    self._page.question(card.question)
                    self._tell(HELP)
                    self._answer(walk, card.question)
                elif not self._do(walk, card):
                    continue
                self._tell_trouble(walk)
                self._page.markdown(card.step.text.after, card.runs)
            self._page.markdown(lesson.closing, walk.runs())
        except Left:
            self._page.asked()
            name = lesson.id if walk.key == lesson.id else printable(walk.key)
            self._page.line(f"\nLeft. «cnistep learn {name}» takes it up where you are.")
            return False
        missing = f" {walk.left_out} of its steps were left out." if walk.left_out else ""
        self._page.line(f"\nThis was the lesson «{lesson.title}».{missing}")
        return True

    def quiz(self, walk: QuizWalk) -> None:
        """Ask each question once. Raises TraceError."""
        try:
            while (card := walk.go_on()) is not None and card.question is not None:
                recorded = "" if card.runs.live else " (a recording)"
                self._page.heading(f"{card.number} of {card.count}: {card.topic}{recorded}")
                if card.shows_chain:
                    self._page.markdown(f"{{{{chain {card.step.run}}}}}", card.runs)
                self._page.markdown(card.step.text.before, card.runs)
                self._page.question(card.question)
                self._answer(walk, card.question)
        except Left:
            self._page.asked()

    def _begin(self, walk: LessonWalk) -> None:
        lesson, runs = walk.lesson, walk.runs()
        self._page.title(lesson.title, lesson.goal)
        told = notices(walk)
        for line in told:
            self._page.line(line)
        if told:
            self._page.line("")
        self._page.markdown(lesson.intro, runs)

    def _answer(self, walk: Walk, question: Question) -> None:
        """Until it is over. Raises Left."""
        shown = False
        while not walk.is_over:
            typed = self._line(walk)
            if typed is None:
                continue
            judged = walk.answer(typed)
            if judged.understood:
                self._page.judged(judged, question, shown=shown)
                shown = True
            else:
                self._page.line(f"{printable(typed)}: {_AGAIN}")

    def _do(self, walk: LessonWalk, card: Card) -> bool:
        """Edit and run until it is done; False where nothing can be run here. Raises Left."""
        task = card.task
        if task is None:
            return False
        if not card.runs.live:
            self._page.line(f"{task.prompt}\n\nThat takes the sandbox, which can't be had here: left out.")
            walk.leave_out()
            return False
        self._page.line(task.prompt)
        self._tell(EDIT_HELP.format(example_of(task)))
        while not walk.is_over:
            typed = self._line(walk)
            if typed is None:
                continue
            try:
                self._try(walk, task, typed)
            except InputError as error:
                self._page.line(printable(str(error).removeprefix("--set ")))
            except PlaceError as error:
                self._page.line(f"{printable(str(error))}: left out.")
                walk.leave_out()
                return False
        return True

    def _try(self, walk: LessonWalk, task: Task, typed: str) -> None:
        """Raises InputError, PlaceError."""
        if typed == "p":
            self._page.json(task.document)
            return
        if typed == "e":
            attempt = walk.attempt(text=self._edit_text(task.file, json.dumps(task.document, indent=2)))
        else:
            attempt = walk.attempt(tuple(re.split(r"\s{2,}(?=/)", typed)))
        self._page.line("Yes." if attempt.done else "Not yet.")
        self._page.evidence(attempt.evidence)

    def _line(self, walk: Walk) -> str | None:
        """What was typed; None where it was a wish that is granted by now. Raises Left."""
        typed = self._ask()
        self._page.asked()
        if typed is None or typed in ("q", "quit", "exit"):
            raise Left
        if typed not in ("?", "h", "help"):
            return typed or None
        if walk.asks_once:
            self._page.line("Type a letter, or the answer itself; q leaves.")
            return None
        hint = walk.hint()
        self._page.line(printable(hint.text))
        if hint.evidence:
            self._page.evidence(hint.evidence)
        return None

    def _tell(self, text: str) -> None:
        """Say something only once."""
        if text not in self._told:
            self._told.add(text)
            self._page.line(text)

    def _tell_trouble(self, walk: LessonWalk) -> None:
        if walk.trouble and "trouble" not in self._told:
            self._told.add("trouble")
            say(f"cnistep: your progress is not kept: {printable(walk.trouble)}")


def example_of(task: Task) -> str:
    """What an assignment looks like, and is no answer."""
    return f'{task.root}/ips/0/gateway="10.1.0.1"' if task.root else '/plugins/0/type="loopback"'


def notices(walk: LessonWalk) -> list[str]:
    """What one has to know before a lesson begins: where it runs, what is simulated, what was passed before."""
    runs, lesson = walk.runs(), walk.lesson
    told: list[str] = []
    if not runs.live:
        told.append(f"No sandbox here ({printable(walk.made.why_recorded)}): this is a recording.")
    if runs.simulated:
        told.append(f"Simulated in this lesson: {printable(', '.join(runs.simulated))}.")
    if walk.taken_up:
        steps = len(lesson.all_steps)
        told.append(f"Taken up: {walk.taken_up} of {steps} steps are passed. (--again begins anew.)")
    return told
