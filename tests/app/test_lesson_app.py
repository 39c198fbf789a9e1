"""The App of the lessons: what it shows, what it would lose, and the keys of a demonstration."""

from pathlib import Path

import pytest

from app.lesson_app import LessonApp
from app.screens.confirm import ConfirmScreen
from app.screens.edit import EditScreen, EditTask
from panels.key_cast import KeyCast
from tests.support.lesson_screen import go_to, lesson_on_screen, lesson_screen
from tests.support.lessons import without_sandbox
from tests.support.screens import until
from traces.lessons.load import bundled

FIRST = bundled()[0]


@pytest.fixture(autouse=True)
def _recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)


async def test_its_trace_is_the_run_of_the_lesson(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        assert isinstance(pilot.app, LessonApp)
        await go_to(pilot, 2)
        shown = pilot.app.shown_trace()
        assert shown is not None and shown is lesson_screen(pilot).trace
        assert pilot.app.screen is pilot.app.lesson


async def test_only_a_changed_text_is_lost(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        await go_to(pilot, 2)
        task = EditTask(text="{}", what="the chain", trace="", consequence="", submit="Run")
        pilot.app.push_screen(EditScreen(task))
        await pilot.press("x", "ctrl+q")
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("n", "ctrl+t", "escape")
        await until(pilot, lambda: pilot.app.screen is lesson_screen(pilot))
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not pilot.app.is_running)


async def test_the_keys_of_a_demonstration_are_shown_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(KeyCast, "show_key", lambda cast, key: shown.append(key))
    async with lesson_on_screen(FIRST, tmp_path, present=True) as pilot:
        await pilot.press("question_mark", "x", "escape", "f10", "down")
        assert shown == ["question_mark", "x", "escape", "f10", "down"]


async def test_nobody_else_sees_keys(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        await pilot.press("h", "x")
        assert not pilot.app.screen.query(KeyCast)


async def test_the_palette_knows_the_keys_of_lessons(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        await go_to(pilot, 1)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: pilot.app.screen is not lesson_screen(pilot))
        await pilot.press(*"conflist")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is lesson_screen(pilot))
        assert any('"plugins"' in span.text for line in lesson_screen(pilot).text.page.lines for span in line)
