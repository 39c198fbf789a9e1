"""A quiz over the lessons by prompts: each question once, and a score."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from app.learning.lesson_page import Left, LessonPage
from traces.lessons.draw import Drawn
from traces.lessons.kinds.table import question_of
from traces.lessons.lesson import Lesson, Step
from traces.lessons.question import Question, judge
from traces.lessons.runs import Runs
from traces.session.lesson_runs import LessonRuns

Ask = Callable[[], str | None]


def new_seed() -> str:
    """A seed that can be typed again."""
    return str(random.SystemRandom().randrange(1000, 10_000))


@contextmanager
def running(lesson: Lesson) -> Iterator[Runs]:
    """The lesson's runs, while its sandbox is there."""
    with LessonRuns(lesson) as made:
        yield made.runs()


def asked(drawn: Sequence[Drawn], seed: str) -> Iterator[tuple[Step, Runs, Question]]:
    """The questions in their order, each lesson run when its first one comes."""
    last: Lesson | None = None
    runs: Runs | None = None
    for lesson, step in drawn:
        if runs is None or lesson is not last:
            with running(lesson) as runs:
                last = lesson
        question = question_of(step, runs, seed)
        if question is not None:
            yield step, runs, question


def ask_all(drawn: Sequence[Drawn], seed: str, page: LessonPage, ask: Ask) -> tuple[int, int]:
    """Ask each question once; how many were answered rightly, and how many were answered at all."""
    answers: list[bool] = []
    shown: bytes | None = None
    try:
        for number, (step, runs, question) in enumerate(asked(drawn, seed), 1):
            page.heading(f"{number} of {len(drawn)}: {runs.lesson.title}")
            chain = runs.traces[step.run].network.raw
            if chain != shown:
                page.markdown(f"{{{{chain {step.run}}}}}", runs)
                shown = chain
            page.markdown(step.text.before, runs)
            page.question(question)
            answers.append(_answer(question, page, ask))
    except Left:
        page.asked()
    return sum(answers), len(answers)


def _answer(question: Question, page: LessonPage, ask: Ask) -> bool:
    """Whether it was answered rightly. Raises Left."""
    while True:
        typed = ask()
        page.asked()
        if typed is None or typed in ("q", "quit", "exit"):
            raise Left
        judged = judge(question, typed)
        if judged.understood:
            page.judged(judged, question)
            return judged.right
        page.line("Type a letter, or the answer itself; q leaves.")
