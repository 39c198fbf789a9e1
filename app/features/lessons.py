"""Lessons: those that explain what is under the cursor, and all others; one is taken, and the screen comes back."""

from collections.abc import Mapping
from contextlib import suppress
from typing import ClassVar

from textual.app import SuspendNotSupported

from app.features.feature import Feature
from app.keys.feature_keys import LESSONS
from app.keys.key import Key
from app.outside.lesson_program import lesson_command, take_lesson
from app.screens.side import SidePane
from traces.errors import TraceError
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled, load_lesson
from traces.lessons.progress import Progress
from traces.lessons.topics import lessons_for
from traces.store.library import default_state_dir
from traces.timeline.measure import one_line


class Lessons(Feature):
    """What L does."""

    NAME: ClassVar[str] = "lessons"
    TITLE: ClassVar[str] = "Lessons"
    KEYS: ClassVar[tuple[Key, ...]] = LESSONS

    def choose(self) -> None:
        """List the lessons, the ones that explain this step first, and take the one that is picked."""
        self.screen.stand_still()
        lessons, stage = _known(), self.screen.stage
        findings = self.screen.query_one(SidePane).stands_out.findings
        fitting = lessons_for(stage.trace, stage.step, findings, lessons) if stage is not None else ()
        keys = (*fitting, *(key for key in lessons if key not in fitting))
        rows = [f"{'*' if key in fitting else ' '} {one_line(lessons[key].title)}" for key in keys]

        def take(place: int | None) -> None:
            if place is not None:
                self._take(keys[place])

        from app.screens.pick import PickScreen

        title = "Lessons (* explains this step)" if fitting else "Lessons"
        self.screen.app.push_screen(PickScreen(title, len(rows), rows.__getitem__), take)

    def _take(self, key: str) -> None:
        """Hand the terminal over to the lesson."""
        try:
            with self.screen.app.suspend():
                take_lesson(lesson_command(key), ascii_only=self.screen.glyphs.ascii_only)
        except SuspendNotSupported:
            words = f"No terminal can be had here. In a shell: cnistep learn {one_line(key)}"
            self.screen.notify(words, markup=False)
        except TraceError as error:
            self.screen.tell("The lesson did not work", str(error))


def _known() -> Mapping[str, Lesson]:
    """The bundled lessons, and the user's own that were begun and can still be read; by what learn calls them."""
    lessons = {lesson.id: lesson for lesson in bundled()}
    with suppress(TraceError):
        for folder in Progress(default_state_dir()).folders():
            with suppress(TraceError):
                lessons[str(folder)] = load_lesson(folder)
    return lessons
