"""Lessons: those that explain what is under the cursor, and all others; one is taken, and the screen comes back."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import SuspendNotSupported

from app.features.feature import Feature
from app.keys.feature_keys import LESSONS
from app.keys.key import Key
from app.keys.key_table import SECTIONS
from app.learning.pointing import lessons_here
from app.outside.lesson_program import lesson_command, lesson_looks, take_lesson
from app.palette import section_here
from app.screens.side import SidePane
from traces.errors import TraceError
from traces.lessons.lesson import Lesson
from traces.lessons.topics import lessons_for
from traces.timeline.measure import one_line


class Lessons(Feature):
    """What L does, and what help says of it."""

    NAME: ClassVar[str] = "lessons"
    TITLE: ClassVar[str] = "Lessons"
    KEYS: ClassVar[tuple[Key, ...]] = LESSONS

    def choose(self) -> None:
        """List the lessons, the ones that explain this step first, and take the one that is picked."""
        self.screen.stand_still()
        lessons = lessons_here()
        fitting = self._fitting(lessons)
        keys = (*fitting, *(key for key in lessons if key not in fitting))
        rows = [f"{'*' if key in fitting else ' '} {one_line(lessons[key].title)}" for key in keys]

        def take(place: int | None) -> None:
            if place is not None:
                self._take(keys[place])

        from app.screens.pick import PickScreen

        title = "Lessons (* explains this step)" if fitting else "Lessons"
        self.screen.app.push_screen(PickScreen(title, len(rows), rows.__getitem__), take)

    def help(self) -> None:
        """Show the keys, with the lesson that explains this step."""
        from app.screens.help import HelpScreen

        here = section_here(self.screen.focused, SECTIONS)
        self.screen.app.push_screen(HelpScreen(SECTIONS, here=here, lesson=self._title()), self._lead_on)

    def _lead_on(self, wants_lesson: bool | None) -> None:
        if wants_lesson:
            self.choose()

    def _title(self) -> str:
        lessons = lessons_here()
        return next((one_line(lessons[key].title) for key in self._fitting(lessons)), "")

    def _fitting(self, lessons: Mapping[str, Lesson]) -> tuple[str, ...]:
        stage = self.screen.stage
        findings = self.screen.query_one(SidePane).stands_out.findings
        return lessons_for(stage.trace, stage.step, findings, lessons) if stage is not None else ()

    def _take(self, key: str) -> None:
        """Hand the terminal over to the lesson."""
        app = self.screen.app
        try:
            with app.suspend():
                looks = lesson_looks(app.theme, self.screen.player.motion, ascii_only=self.screen.glyphs.ascii_only)
                take_lesson(lesson_command(key), looks)
        except SuspendNotSupported:
            words = f"No terminal can be had here. In a shell: cnistep learn {one_line(key)}"
            self.screen.notify(words, markup=False)
        except TraceError as error:
            self.screen.tell("The lesson did not work", str(error))
