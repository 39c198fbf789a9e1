"""The screen of the lessons, on recordings unless a test runs them for real."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from app.learning.quizzing import QuizWalk
from app.learning.school import School
from app.learning.walk import Walk
from app.lesson_app import LessonApp
from app.screens.lesson import LessonScreen
from app.screens.lesson_pages import Phase
from app.screens.lesson_presenting import PresentingScreen
from app.screens.lesson_school import SchoolScreen
from panels.render.glyphs import UNICODE, Glyphs
from tests.support.lessons import right_letters
from tests.support.screens import HeldClock, screen_lines, until
from traces.lessons.lesson import Lesson
from traces.lessons.progress import Progress
from traces.timeline.playback import Motion

SEED = "7"
SCREEN = (80, 24)


@asynccontextmanager
async def lesson_on_screen(
    lesson: Lesson | QuizWalk,
    folder: Path,
    *,
    size: tuple[int, int] = SCREEN,
    present: bool = False,
    clock: HeldClock | None = None,
    glyphs: Glyphs = UNICODE,
    motion: Motion = Motion.NONE,
) -> AsyncIterator[Pilot[None]]:
    """A lesson, taken up where the progress in that folder has it, or a quiz; when its chain has run.

    Few pictures a second: a test waits for each that is due.
    """
    with School(Progress(folder), SEED, redacted=present, keeps=not present) as school:
        walk: Walk = lesson if isinstance(lesson, QuizWalk) else school.take(key_of(lesson), lesson)
        kind = PresentingScreen if present else SchoolScreen
        held = (clock or HeldClock()).clock

        def screen(app: LessonApp) -> LessonScreen:
            return kind(walk, school, motion=app.motion, glyphs=app.glyphs, clock=held)

        app = LessonApp(screen, motion=motion, glyphs=glyphs)
        async with app.run_test(size=size, notifications=True) as pilot:
            await until(pilot, lambda: lesson_screen(pilot).phase is not Phase.OPENING)
            await pilot.pause()
            yield pilot


def key_of(lesson: Lesson) -> str:
    """What «cnistep learn» calls it."""
    return lesson.id if lesson.id != "own" else str(lesson.folder)


def lesson_screen(pilot: Pilot[None]) -> LessonScreen:
    """The lesson's screen, whatever lies over it."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, LessonScreen))


def shown(pilot: Pilot[None]) -> str:
    """What stands on the terminal."""
    return "\n".join(screen_lines(pilot))


def page_text(pilot: Pilot[None]) -> str:
    """All of the page that one reads, in one line."""
    return " ".join(lesson_screen(pilot).sheets[-1].text.split())


async def go_on(pilot: Pilot[None]) -> None:
    """Enter, as often as the page is long, to the next one."""
    screen = lesson_screen(pilot)
    pages, before = len(screen.sheets), screen.walk
    while screen.walk is before and len(screen.sheets) == pages and screen.phase is not Phase.OPENING:
        assert screen.phase is not Phase.ASKING
        await pilot.press("enter")
        await until(pilot, lambda: not screen.is_busy)
    await until(pilot, lambda: screen.phase is not Phase.OPENING)
    await pilot.pause()


async def answer(pilot: Pilot[None]) -> None:
    """Give the right answer by its letters."""
    screen = lesson_screen(pilot)
    asked = screen.question.asked
    assert asked is not None
    right = right_letters(asked.question)
    await pilot.press(*((*right, "enter") if asked.question.several else right[:1]))
    assert screen.phase is Phase.OVER


async def go_to(pilot: Pilot[None], number: int) -> None:
    """To the question of that number, by the right answers."""
    screen = lesson_screen(pilot)
    while screen.card is None or screen.card.number != number:
        if screen.phase is Phase.ASKING:
            await answer(pilot)
        await go_on(pilot)
    assert screen.phase is Phase.ASKING
