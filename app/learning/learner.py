"""A lesson by prompts: texts, questions until each is answered rightly, and edits whose rerun is looked at."""

import json
from collections.abc import Callable, Sequence

from app.learning.lesson_page import Left, LessonPage
from app.output import say
from app.plain.plain_commands import Edit, edit_in_editor
from traces.errors import InputError, PlaceError, StoreError
from traces.lessons.kinds.edit import Task, is_done, rerun_evidence, task_of
from traces.lessons.kinds.table import question_of
from traces.lessons.lesson import Lesson, Step
from traces.lessons.progress import Progress
from traces.lessons.question import judge
from traces.lessons.runs import Runs
from traces.session.lesson_runs import LessonRuns
from traces.timeline.printable import printable

Ask = Callable[[], str | None]
"""Gives a line that was typed, or None at the end of the input."""
HELP = "Type a letter, or the answer itself. ? gives a hint, q leaves (so does Ctrl-D)."
EDIT_HELP = (
    'Type POINTER=JSON, as /prevResult/ips/0/gateway="10.1.0.1"; p prints prevResult, e opens it in $EDITOR.\n'
    "? gives a hint, q leaves."
)


class Learner:
    """Walks one user through one lesson."""

    def __init__(
        self,
        made: LessonRuns,
        key: str,
        progress: Progress,
        page: LessonPage,
        ask: Ask,
        seed: str,
        edit: Edit = edit_in_editor,
    ) -> None:
        """``key`` is what the progress is kept under."""
        self._made, self._key, self._progress, self._page = made, key, progress, page
        self._ask, self._seed, self._edit_text = ask, seed, edit
        self._told: set[str] = set()
        self._hints: list[str] = []

    def walk(self, passed: Sequence[str]) -> bool:
        """Go through what was not passed yet; whether it was gone through to the end."""
        lesson, runs = self._made.lesson, self._made.runs()
        left_out = 0
        try:
            self._begin(lesson, runs, passed)
            for number, step in enumerate(lesson.all_steps, 1):
                if step.id in passed:
                    continue
                self._page.heading(f"{number} of {len(lesson.all_steps)}{'  quiz' if step in lesson.quiz else ''}")
                if self._pass(step, runs):
                    self._keep(step)
                    self._page.markdown(step.text.after, runs)
                else:
                    left_out += 1
            self._page.markdown(lesson.closing, runs)
        except Left:
            self._page.asked()
            self._page.line(f"\nLeft. «cnistep learn {self._name(lesson)}» takes it up where you are.")
            return False
        missing = f" {left_out} of its steps were left out." if left_out else ""
        self._page.line(f"\nThis was the lesson «{lesson.title}».{missing}")
        return True

    def _begin(self, lesson: Lesson, runs: Runs, passed: Sequence[str]) -> None:
        self._page.title(lesson.title, lesson.goal)
        if not runs.live:
            self._page.line(f"No sandbox here ({printable(self._made.why_recorded)}): this is a recording.")
        if runs.simulated:
            self._page.line(f"Simulated in this lesson: {printable(', '.join(runs.simulated))}.")
        if passed:
            self._page.line(
                f"Taken up: {len(passed)} of {len(lesson.all_steps)} steps are passed. (--again begins anew.)"
            )
        if not runs.live or runs.simulated or passed:
            self._page.line("")
        self._page.markdown(lesson.intro, runs)

    def _pass(self, step: Step, runs: Runs) -> bool:
        self._hints = list(step.hints)
        self._page.markdown(step.text.before, runs)
        question = question_of(step, runs, self._seed)
        if question is None:
            return self._do(task_of(step, runs))
        self._page.question(question)
        self._tell(HELP)
        shown = False
        while True:
            typed = self._line(question.evidence)
            if typed is None:
                continue
            judged = judge(question, typed)
            if not judged.understood:
                self._page.line(f"{printable(typed)}: not one of the answers: type a letter, or the words.")
                continue
            self._page.judged(judged, question, shown=shown)
            if judged.right:
                return True
            shown = True

    def _do(self, task: Task) -> bool:
        """Edit and rerun until it is done; False where nothing can be rerun here."""
        if not self._made.runs().live:
            self._page.line(f"{task.prompt}\n\nThat takes the sandbox, which can't be had here: left out.")
            return False
        self._page.line(task.prompt)
        self._tell(EDIT_HELP)
        while True:
            typed = self._line((f"One way: {'  '.join(task.solution)}",))
            if typed is None:
                continue
            try:
                done = self._try(task, typed)
            except InputError as error:
                self._page.line(printable(str(error).removeprefix("--set ")))
                continue
            except PlaceError as error:
                self._page.line(f"{printable(str(error))}: left out.")
                return False
            if done:
                return True

    def _try(self, task: Task, typed: str) -> bool:
        if typed == "p":
            self._page.json(task.prev_result)
            return False
        if typed == "e":
            edited = self._edit_text("prevResult.json", json.dumps(task.prev_result, indent=2))
            branch = self._made.rerun(task, prev_result=edited)
        else:
            branch = self._made.rerun(task, (typed,))
        done = is_done(task, branch)
        self._page.line("Yes." if done else "Not yet.")
        self._page.evidence(rerun_evidence(task, branch))
        return done

    def _line(self, last_hint: Sequence[str]) -> str | None:
        """What was typed; None where it was a wish that is granted by now. Raises Left."""
        typed = self._ask()
        self._page.asked()
        if typed is None or typed in ("q", "quit", "exit"):
            raise Left
        if typed in ("?", "h", "help"):
            if self._hints:
                self._page.line(f"Hint: {printable(self._hints.pop(0))}")
            else:
                self._page.line("There are no more hints. This is how it is:")
                self._page.evidence(last_hint)
            return None
        return typed or None

    def _tell(self, text: str) -> None:
        """Say something only once."""
        if text not in self._told:
            self._told.add(text)
            self._page.line(text)

    def _keep(self, step: Step) -> None:
        try:
            self._progress.keep(self._key, step.id)
        except StoreError as error:
            if "progress" not in self._told:
                self._told.add("progress")
                say(f"cnistep: your progress is not kept: {printable(str(error))}")

    def _name(self, lesson: Lesson) -> str:
        return lesson.id if self._key == lesson.id else printable(self._key)
