"""Makes the picture of a lesson in screenshots/: ``python -m tests.make_lesson_screenshot``; always the same one."""

import asyncio
import tempfile
from pathlib import Path

import pytest

from tests.make_screenshots import FOLDER, private
from tests.support.lesson_screen import go_to, lesson_on_screen, lesson_screen
from tests.support.lessons import without_sandbox
from tests.support.screens import HeldClock
from traces.lessons.load import find_lesson

LESSON, QUESTION, WRONG = "del-fails", 2, "tuning"
SIZE = (126, 36)


async def main() -> None:
    """A question to which one has given a wrong answer."""
    clock = HeldClock()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        without_sandbox(patch)
        async with lesson_on_screen(find_lesson(LESSON)[1], Path(folder), size=SIZE, clock=clock) as pilot:
            pilot.app.theme = "cnistep-dark"
            await go_to(pilot, QUESTION)
            asked = lesson_screen(pilot).question.asked
            assert asked is not None
            choices = dict(zip((choice.text for choice in asked.question.choices), asked.letters, strict=True))
            await pilot.press(choices[WRONG])
            await pilot.pause()
            svg = pilot.app.export_screenshot(title="cnistep")
    (FOLDER / "lesson.svg").write_text(private(svg), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
