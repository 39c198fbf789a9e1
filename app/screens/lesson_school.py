"""The screen of somebody who takes one lesson after the other, and picks any from the list."""

from typing import Unpack

from app.learning.quizzing import QuizWalk
from app.learning.school import School
from app.learning.walk import LessonWalk, Walk
from app.screens.lesson import LessonScreen
from app.screens.lesson_stage import Look
from traces.errors import TraceError
from traces.timeline.measure import one_line


class SchoolScreen(LessonScreen):
    """A lesson's screen that leads on to others."""

    def __init__(self, walk: Walk, school: School, **look: Unpack[Look]) -> None:
        """Lessons are taken from the school."""
        super().__init__(walk, **look)
        self.school = school

    @property
    def _following(self) -> str | None:
        return self.school.following(self.walk.key) if isinstance(self.walk, LessonWalk) else None

    def what_follows(self) -> str:
        """What one can do on the last page."""
        if isinstance(self.walk, QuizWalk):
            return f"{self.walk.again} Enter leaves."
        following = self._following
        if following is None:
            return "Enter leaves. L lists all lessons; «cnistep learn --quiz» asks about any of them."
        return f"Enter: the next lesson, «{one_line(self.school.lessons[following].title)}». L lists all; q leaves."

    def finish(self) -> None:
        """On to the next lesson; behind the last one, out."""
        following = self._following
        if following is None:
            super().finish()
        else:
            self._take(following)

    def action_choose(self) -> None:
        """Take another lesson, picked from all."""
        if self.is_busy:
            return
        lessons = self.school.lessons
        keys = list(lessons)
        rows = [f"{place:>2}  {one_line(lessons[key].title)}" for place, key in enumerate(keys, 1)]
        try:
            rows = [f"{row:<52} {self.school.how_far(key, lessons[key])}" for row, key in zip(rows, keys, strict=True)]
        except TraceError as error:
            self.tell("How far you are can't be read", str(error))
        from app.screens.pick import PickScreen

        def take(place: int | None) -> None:
            if place is not None:
                self._take(keys[place])

        self.app.push_screen(PickScreen("Lessons", len(rows), rows.__getitem__), take)

    def _take(self, key: str) -> None:
        try:
            self.begin(self.school.take(key, self.school.lessons[key]))
        except TraceError as error:
            self.tell("The lesson cannot be taken", str(error))
