"""A way through questions, with no page and no screen: what is asked now, what an answer is worth, what comes next."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from traces.errors import InputError, StoreError
from traces.lessons.conflist_edits import edited_network
from traces.lessons.edit_words import edited_lines, words_between
from traces.lessons.kinds.table import question_of, task_of
from traces.lessons.lesson import Lesson, Step
from traces.lessons.progress import Progress
from traces.lessons.question import Judged, Question, judge
from traces.lessons.runs import Runs
from traces.lessons.tasks import Attempt, ChainTask, Task
from traces.redaction.redactor import Redactor
from traces.session.lesson_runs import LessonRuns


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One question, or one task, and where it stands."""

    number: int
    count: int
    topic: str
    """What stands beside the number: «quiz», or the lesson that a question of a quiz is from."""
    step: Step
    runs: Runs
    question: Question | None
    """What is asked; None for a task."""
    task: Task | None
    """What is to be done; None for a question, and where nothing can be run."""
    shows_chain: bool = False
    """Whether the chain is told first, because nobody has told it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What helps; where there are no more hints, how it is."""

    text: str
    evidence: tuple[str, ...] = ()


IN_SHORT = "In short:"
"""With what a hint begins that speaks of what is typed."""
HOW_IT_IS = "This is how it is:"


class Walk(ABC):
    """Goes from card to card."""

    asks_once = False
    """Whether a question is over with the first answer, be it wrong."""

    def __init__(self) -> None:
        """Before the first card."""
        self.card: Card | None = None
        self.is_over = False
        """Whether one is through with the card."""
        self.marks: list[bool] = []
        """Of the cards that one is through with: whether they went well."""
        self.tells_no_more = False
        """Whether the last hint was given."""
        self.is_typed = True
        """Whether edits are typed as POINTER=JSON, and hints may speak so."""
        self._hints: list[str] = []

    @abstractmethod
    def next_card(self) -> Card | None:
        """The one that comes next, or None at the end. May run a chain. Raises TraceError."""

    @abstractmethod
    def passed(self, card: Card, *, right: bool) -> None:
        """One is through with a card."""

    def go_on(self) -> Card | None:
        """To the next card. May run a chain. Raises TraceError."""
        self.card = self.next_card()
        self.is_over = self.tells_no_more = False
        hints = self.card.step.hints if self.card is not None else ()
        self._hints = [hint for hint in hints if self.is_typed or not hint.startswith(IN_SHORT)]
        return self.card

    def answer(self, typed: str) -> Judged:
        """Judge an answer to the card's question. Raises ValueError where nothing is asked."""
        if self.card is None or self.card.question is None:
            raise ValueError("nothing is asked")
        judged = judge(self.card.question, typed)
        if judged.understood and (judged.right or self.asks_once):
            self._pass(self.card, right=judged.right)
        return judged

    def _pass(self, card: Card, *, right: bool) -> None:
        if not self.is_over:
            self.is_over = True
            self.marks.append(right)
            self.passed(card, right=right)

    @property
    def has_hints(self) -> bool:
        """Whether the next hint is one, and not how it is."""
        return bool(self._hints)

    def hint(self) -> Hint:
        """The next hint; behind the last one what the run shows, or one way to do it."""
        card = self.card
        if self._hints:
            return Hint(text=f"Hint: {self._hints.pop(0)}")
        self.tells_no_more = True
        text = f"There are no more hints. {HOW_IT_IS}" if card is not None and card.step.hints else HOW_IT_IS
        if card is not None and card.question is not None:
            return Hint(text=text, evidence=card.question.evidence)
        return Hint(text=text, evidence=self._one_way(card.task) if card is not None and card.task is not None else ())

    def _one_way(self, task: Task) -> tuple[str, ...]:
        """What would do it."""
        typed = (f"One way: {'  '.join(task.solution)}",)
        if self.is_typed or not isinstance(task, ChainTask):
            return typed
        raw = task.run.network.raw
        try:
            solved = edited_network(raw, task.file, task.solution).raw
        except InputError:
            return typed
        return tuple(line.replace("Changed:", "One way:") for line in words_between(raw, solved))


class LessonWalk(Walk):
    """Through a lesson; what was passed is kept."""

    def __init__(
        self,
        made: LessonRuns,
        key: str,
        seed: str,
        progress: Progress | None = None,
        passed: Sequence[str] = (),
        *,
        redacted: bool = False,
    ) -> None:
        """``key`` is what the progress is kept under, if it is; steps that were passed are left out.

        With ``redacted`` nothing that is shown has a secret in it.
        """
        super().__init__()
        self.made, self.key = made, key
        self.taken_up = len(passed)
        """How many steps had been passed before."""
        self.left_out = 0
        """Steps that could not be done here."""
        self.trouble = ""
        """Why the progress is not kept; empty where it is."""
        self._seed, self._progress, self._redacted = seed, progress, redacted
        self._redactor: Redactor | None = None
        self._runs: Runs | None = None
        self._task: Task | None = None
        """What is to be done, as it is done."""
        self.marks = [True] * len(passed)
        steps = enumerate(self.lesson.all_steps, 1)
        self._to_come = iter([(number, step) for number, step in steps if step.id not in passed])

    @property
    def lesson(self) -> Lesson:
        """What is walked through."""
        return self.made.lesson

    def runs(self) -> Runs:
        """What the lesson has run; the first time it runs. Raises TraceError."""
        if self._runs is None:
            real = self.made.runs()
            self._redactor = Redactor(tuple(real.traces.values())) if self._redacted else None
            self._runs = real if self._redactor is None else without_secrets(real, self._redactor)
        return self._runs

    def next_card(self) -> Card | None:
        """The next step that was not passed yet."""
        runs = self.runs()
        number, step = next(self._to_come, (0, None))
        if step is None:
            return None
        question = question_of(step, runs, self._seed)
        self._task = task_of(step, self.made.runs()) if question is None else None
        return Card(
            number=number,
            count=len(self.lesson.all_steps),
            topic="quiz" if step in self.lesson.quiz else "",
            step=step,
            runs=runs,
            question=question,
            task=self._shown(self._task),
        )

    def attempt(self, assignments: Sequence[str] = (), text: str | None = None) -> Attempt:
        """Do the card's task by an edit. Raises InputError, naming what is wrong in it; PlaceError; ValueError."""
        if self.card is None or self._task is None:
            raise ValueError("nothing is to be done")
        attempt = self.made.attempt(self._task, assignments, text)
        attempt = replace(attempt, evidence=(*attempt.evidence, *_changes(self._task, attempt)))
        if attempt.done:
            self._pass(self.card, right=True)
        redactor = self._redactor
        if redactor is None:
            return attempt
        evidence = tuple(map(redactor.text, attempt.evidence))
        return replace(attempt, evidence=evidence, trace=redactor.trace(attempt.trace))

    def _shown(self, task: Task | None) -> Task | None:
        """A task as it is shown: one way to do it stays as it is, so that it can be typed."""
        if task is None or self._redactor is None:
            return task
        return replace(self._redactor.value(task), solution=task.solution)

    def leave_out(self) -> None:
        """The card's task can't be done here."""
        self.left_out += 1
        self.is_over = True
        self.marks.append(False)

    def passed(self, card: Card, *, right: bool) -> None:
        """Keep it."""
        if self._progress is None:
            return
        try:
            self._progress.keep(self.key, card.step.id)
        except StoreError as error:
            self.trouble = str(error)


def _changes(task: Task, attempt: Attempt) -> tuple[str, ...]:
    """What was edited, in words."""
    if isinstance(task, ChainTask):
        return words_between(task.run.network.raw, attempt.trace.network.raw)
    branch = attempt.trace.branch_of
    return edited_lines(branch.edits if branch is not None else ())


def without_secrets(runs: Runs, redactor: Redactor | None = None) -> Runs:
    """The runs with placeholders for the secrets that one knows of, or that are found in them."""
    redactor = redactor or Redactor(tuple(runs.traces.values()))
    return replace(runs, traces={name: redactor.trace(trace) for name, trace in runs.traces.items()})
