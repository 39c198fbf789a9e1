"""A lesson's task in the editor: what is opened, what is refused, and what is done by it."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from app.screens.edit import EditScreen
from app.screens.lesson_edit import edit_task
from app.screens.lesson_pages import Phase
from tests.support.lesson_screen import go_on, lesson_on_screen, lesson_screen, page_text
from tests.support.lessons import RECORDED, secretive_lesson, tasks_of, without_sandbox
from tests.support.needs import needs_namespaces
from tests.support.screens import until
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.lessons.tasks import ChainTask, EditTask

LESSON = next(lesson for lesson in bundled() if {"edit", "chain"} <= {step.kind for step in lesson.steps})


def test_a_conflist_is_opened_as_it_was_written() -> None:
    task = next(task for task in tasks_of(LESSON, RECORDED[LESSON.id]) if isinstance(task, ChainTask))
    opened = edit_task(task)
    assert opened.text == opened.original == (LESSON.folder / "chain.conflist").read_text()
    assert (opened.trace, opened.submit, opened.cni_version) == (task.prompt, "Run", None)
    again = edit_task(task, "{}")
    assert (again.text, again.original) == ("{}", opened.text)


def test_a_prev_result_is_opened_in_lines() -> None:
    task = next(task for task in tasks_of(LESSON, RECORDED[LESSON.id]) if isinstance(task, EditTask))
    opened = edit_task(task)
    assert opened.text.startswith('{\n  "cniVersion"') or opened.text.startswith("{\n  ")
    assert (opened.what, opened.cni_version) == ("prevResult", task.trace.network.cni_version)


async def try_text(pilot: Pilot[None], change: tuple[str, str]) -> str:
    """Edit, and run it; the text that was opened."""
    screen = lesson_screen(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
    editor = pilot.app.screen.query_one(TextArea)
    opened = editor.text
    assert change[0] in opened
    editor.text = opened.replace(*change)
    await pilot.press("ctrl+r")
    await until(pilot, lambda: pilot.app.screen is screen and not screen.is_busy)
    await pilot.pause()
    return opened


@needs_namespaces
async def test_a_task_is_tried_until_the_run_is_as_wanted(tmp_path: Path) -> None:
    lesson, progress = secretive_lesson(tmp_path / "ours"), Progress(tmp_path)
    for step in ("whose", "token", "given"):
        progress.keep(str(lesson.folder), step)
    async with lesson_on_screen(lesson, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_on(pilot)
        await pilot.press("e", "escape")
        assert (screen.phase, screen.is_busy) == (Phase.ASKING, False)
        await try_text(pilot, ('"plugins"', '"others"'))
        assert (screen.phase, "chain.conflist: no plugin configs found" in page_text(pilot)) == (Phase.ASKING, True)
        opened = await try_text(pilot, ('"others"', '"plugins"'))
        assert '"others"' in opened, "what was tried is opened again"
        assert (screen.phase, "✗ Not yet." in page_text(pilot)) == (Phase.ASKING, True)
        assert screen.trace is not None and screen.trace.finished, "the run of the attempt is shown"
        await try_text(pilot, ('"tuning"', '"tuning", "mtu": 1400'))
        assert (screen.phase, "✓ Yes." in page_text(pilot)) == (Phase.OVER, True)
        assert b'"mtu":1400' in screen.trace.calls[-1].stdin.replace(b" ", b"")
        assert progress.is_finished(str(lesson.folder), lesson)


@pytest.mark.parametrize("key", ["e", "enter"])
async def test_a_question_is_not_edited(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)
    async with lesson_on_screen(bundled()[0], tmp_path) as pilot:
        await go_on(pilot)
        await pilot.press(key)
        assert pilot.app.screen is lesson_screen(pilot)
