"""All lessons that one can take, and how far one is: opens one at a time, and takes its sandbox away."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from types import TracebackType
from typing import Self

from app.learning.walk import LessonWalk
from traces.errors import TraceError
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled, find_lesson, load_lesson
from traces.lessons.progress import Progress
from traces.session.lesson_runs import LessonRuns


class School:
    """Knows the bundled lessons, and the user's own that were begun. Close it."""

    def __init__(self, progress: Progress, seed: str, *, redacted: bool = False, keeps: bool = True) -> None:
        """The seed decides in which order choices stand; without ``keeps`` every lesson begins at its first step."""
        self.progress = progress
        self._seed, self._redacted, self._keeps = seed, redacted, keeps
        self._made: LessonRuns | None = None

    @cached_property
    def lessons(self) -> Mapping[str, Lesson]:
        """By what ``learn`` calls them: the bundled ones in their order, then a user's own, as far as they can be read.

        Raises TraceError where a bundled one can't be.
        """
        return known_lessons(self.progress)

    def find(self, reference: str | None) -> tuple[str, Lesson]:
        """The lesson of that number, name or folder; without one the first that is not finished, or the first of all.

        Raises InputError where there is no such lesson; ConfigError, StoreError.
        """
        if reference is not None:
            return find_lesson(reference)
        known = {lesson.id: lesson for lesson in bundled()}
        key = next(
            (key for key, lesson in known.items() if not self.progress.is_finished(key, lesson)), next(iter(known))
        )
        return key, known[key]

    def take(self, key: str, lesson: Lesson, *, again: bool = False) -> LessonWalk:
        """Begin a lesson, or go on where one was; the one that was taken before is closed. Raises StoreError."""
        self.close()
        self._made = LessonRuns(lesson)
        if again and self._keeps:
            self.progress.forget(key)
        passed = self.progress.passed(key, lesson) if self._keeps else ()
        if len(passed) == len(lesson.all_steps):
            passed = ()
        progress = self.progress if self._keeps else None
        return LessonWalk(self._made, key, self._seed, progress, passed, redacted=self._redacted)

    def following(self, key: str) -> str | None:
        """The bundled lesson that comes after one, or None."""
        order = [each.id for each in bundled()]
        place = order.index(key) + 1 if key in order else len(order)
        return order[place] if place < len(order) else None

    def how_far(self, key: str, lesson: Lesson) -> str:
        """«3 of 8», «done», or nothing. Raises StoreError."""
        passed, steps = len(self.progress.passed(key, lesson)), len(lesson.all_steps)
        return "done" if passed == steps else f"{passed} of {steps}" if passed else ""

    def close(self) -> None:
        """Take away the sandbox of the lesson that was taken."""
        if self._made is not None:
            self._made.close()
            self._made = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def known_lessons(progress: Progress) -> Mapping[str, Lesson]:
    """The bundled lessons, and the user's own that were begun and can still be read; by what learn calls them."""
    lessons = {lesson.id: lesson for lesson in bundled()}
    with suppress(TraceError):
        for folder in progress.folders():
            with suppress(TraceError):
                lessons[str(folder)] = load_lesson(folder)
    return lessons
