"""A quiz over lessons: each question once, and a score."""

import random
from collections.abc import Iterator, Sequence

from app.learning.walk import Card, Walk, without_secrets
from traces.lessons.draw import Drawn
from traces.lessons.kinds.table import question_of
from traces.lessons.lesson import Lesson
from traces.lessons.runs import Runs
from traces.session.lesson_runs import LessonRuns


def new_seed() -> str:
    """A seed that can be typed again."""
    return str(random.SystemRandom().randrange(1000, 10_000))


class QuizWalk(Walk):
    """Through the questions in their order; a lesson is run when its first one comes."""

    asks_once = True

    def __init__(self, drawn: Sequence[Drawn], seed: str, again: str = "", *, redacted: bool = False) -> None:
        """The seed decides in which order the choices stand; ``again`` is how the same quiz is asked for."""
        super().__init__()
        self.again = again
        self.count = len(drawn)
        self._redacted = redacted
        self.answered = self.right = 0
        self._drawn = enumerate(drawn, 1)
        self._seed = seed
        self._lesson: Lesson | None = None
        self._runs: Runs | None = None
        self._chain = b""

    def cards(self) -> Iterator[Card]:
        """All that are still to come. Raises TraceError."""
        while (card := self.go_on()) is not None:
            yield card

    def next_card(self) -> Card | None:
        """The next question."""
        number, drawn = next(self._drawn, (0, None))
        if drawn is None:
            return None
        lesson, step = drawn
        runs = self._runs_of(lesson)
        chain = runs.traces[step.run].network.raw
        is_new, self._chain = chain != self._chain, chain
        return Card(
            number=number,
            count=self.count,
            topic=lesson.title,
            step=step,
            runs=runs,
            question=question_of(step, runs, self._seed),
            task=None,
            shows_chain=is_new,
        )

    def passed(self, card: Card, *, right: bool) -> None:
        """Count it."""
        self.answered += 1
        self.right += right

    def _runs_of(self, lesson: Lesson) -> Runs:
        """The lesson's runs; its sandbox goes at once."""
        if self._runs is None or lesson is not self._lesson:
            with LessonRuns(lesson) as made:
                runs = made.runs()
                self._runs, self._lesson = without_secrets(runs) if self._redacted else runs, lesson
        return self._runs
