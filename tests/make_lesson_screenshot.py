"""Makes the picture of a lesson in screenshots/: ``python -m tests.make_lesson_screenshot``; always the same one."""

import asyncio
import tempfile
from pathlib import Path

import pytest

from tests.make_screenshots import FOLDER, private
from tests.support.lesson_screen import go_to, lesson_on_screen, lesson_screen
from tests.support.lessons import without_sandbox, wrong_letters
from tests.support.screens import HeldClock
from traces.lessons.load import find_lesson

LESSON, STEP = "prevresult", "third"
SIZE = (126, 36)


async def main() -> None:
    """A question to which one has given a wrong answer."""
    clock = HeldClock()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        without_sandbox(patch)
        lesson = find_lesson(LESSON)[1]
        async with lesson_on_screen(lesson, Path(folder), size=SIZE, clock=clock) as pilot:
            pilot.app.theme = "cnistep-dark"
            await go_to(pilot, [step.id for step in lesson.all_steps].index(STEP) + 1)
            asked = lesson_screen(pilot).question.asked
            assert asked is not None
            await pilot.press(wrong_letters(asked.question)[0])
            await pilot.pause()
            svg = pilot.app.export_screenshot(title="cnistep")
    (FOLDER / "lesson.svg").write_text(private(svg), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
