"""A lesson on the screen: it asks, refuses, accepts, and comes to its end."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.screens.error import ErrorScreen
from app.screens.help import HelpScreen
from app.screens.lesson_pages import Phase
from panels.question_panel import Asked
from tests.support.hostile import HOSTILE, assert_harmless
from tests.support.lesson_screen import answer, go_on, go_to, lesson_on_screen, lesson_screen, page_text, shown
from tests.support.lessons import (
    BRIDGE,
    hostile_lesson,
    own_lesson,
    right_letters,
    without_sandbox,
    wrong_letters,
)
from tests.support.screens import told, until
from traces.errors import StoreError
from traces.lessons.kinds.table import KINDS
from traces.lessons.load import bundled
from traces.lessons.progress import Progress

LESSONS = bundled()


@pytest.fixture(autouse=True)
def _recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)


async def refuse_one(pilot: Pilot[None], asked: Asked) -> None:
    """Type what is wrong: it is refused, and said to be. That all that is wrong is, the prompts' tests show."""
    screen, wrong = lesson_screen(pilot), wrong_letters(asked.question)[0]
    await pilot.press(*((wrong, "enter", wrong) if asked.question.several else wrong))
    assert (screen.phase, screen.walk.is_over) == (Phase.ASKING, False)
    assert page_text(pilot).count("✗ No: ") == 1


async def take_lesson(pilot: Pilot[None]) -> int:
    """Answer all questions of this lesson, first wrongly; how many there were."""
    screen, walk, count = lesson_screen(pilot), lesson_screen(pilot).walk, 0
    while screen.walk is walk and screen.phase is not Phase.END:
        asked = screen.question.asked
        if screen.phase is Phase.ASKING and asked is not None:
            count += 1
            text = shown(pilot)
            assert [letter for letter in asked.letters if f" {letter}) " not in text] == [], text
            await refuse_one(pilot, asked)
            await answer(pilot)
            assert "✓ Yes: " in page_text(pilot)
        assert_harmless(pilot.app)
        assert "{{" not in page_text(pilot)
        await go_on(pilot)
    return count


@pytest.mark.parametrize("begin", range(0, len(LESSONS), 4))
async def test_every_lesson_is_taken_by_the_right_letters_alone(begin: int, tmp_path: Path) -> None:
    progress, lessons = Progress(tmp_path), LESSONS[begin : begin + 4]
    async with lesson_on_screen(lessons[0], tmp_path) as pilot:
        for lesson in lessons:
            questions = [step.id for step in lesson.all_steps if KINDS[step.kind].ask is not None]
            assert lesson.title in shown(pilot)
            assert await take_lesson(pilot) == len(questions)
            assert f"This was the lesson «{lesson.title}»." in page_text(pilot)
            assert list(progress.passed(lesson.id, lesson)) == questions
            left_out = len(lesson.all_steps) - len(questions)
            assert (f"{left_out} of its steps were left out." in page_text(pilot)) is bool(left_out)
            if lesson is not lessons[-1]:
                await go_on(pilot)


async def test_hints_come_before_how_it_is(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        await pilot.press("h")
        assert "Hint" not in page_text(pilot), "nothing is asked yet"
        await go_to(pilot, 1)
        card = lesson_screen(pilot).card
        assert card is not None and card.question is not None
        for number, hint in enumerate((*card.step.hints, "There are no more hints."), 1):
            await pilot.press("h")
            assert hint in page_text(pilot)
            assert page_text(pilot).count("Hint: ") == min(number, len(card.step.hints))
        assert card.question.evidence[0].split()[0] in page_text(pilot)
        await answer(pilot)
        told = page_text(pilot)
        await pilot.press("h")
        assert page_text(pilot) == told


async def test_the_cursor_and_the_mouse_answer_too(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 1)
        asked = screen.question.asked
        assert asked is not None
        wrong = wrong_letters(asked.question)[0]
        row = next(row for row, line in enumerate(shown(pilot).splitlines()) if f" {wrong}) " in line)
        await pilot.click(offset=(12, row))
        assert (screen.phase, page_text(pilot).count("No: ")) == (Phase.ASKING, 1)
        right = asked.letters.index(right_letters(asked.question)[0])
        await pilot.press("enter", wrong)
        assert page_text(pilot).count("No: ") == 1, "nothing is under the cursor, and that was refused already"
        await pilot.press(*["down"] * (right + 1), "enter")
        assert screen.phase is Phase.OVER


async def test_of_several_all_must_be_named_and_no_other(tmp_path: Path) -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.id == "del")
    async with lesson_on_screen(lesson, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 1)
        asked = screen.question.asked
        assert asked is not None and asked.question.several
        right = right_letters(asked.question)
        assert len(right) > 1
        await pilot.press(*right[1:], "enter")
        assert (screen.phase, "that is so, but it is not all" in page_text(pilot)) == (Phase.ASKING, True)
        await pilot.press(right[0], right[0], right[0], "enter")
        assert screen.phase is Phase.OVER


async def test_letters_are_keys_only_where_they_are_answers(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        screen = lesson_screen(pilot)
        before = page_text(pilot)
        await pilot.press("a", "b", "g", "e")
        assert (page_text(pilot), screen.phase) == (before, Phase.READING)
        await go_to(pilot, 1)
        await pilot.press("e", "f", "g")
        assert "No: " not in page_text(pilot)
        await pilot.press("1", "a")
        assert "a" in (screen.question.asked.tried if screen.question.asked else "a")


async def test_help_has_the_letters_and_leaving_asks_nothing(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "a to g" in shown(pilot)
        await pilot.press("escape", "2", "q")
        assert pilot.app.is_running, "first back to all parts"
        await pilot.press("q")
        await until(pilot, lambda: not pilot.app.is_running)


async def test_progress_that_cannot_be_kept_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(progress: Progress, key: str, step: str) -> None:
        raise StoreError("no [room] left")

    monkeypatch.setattr(Progress, "keep", refuse)
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        await go_to(pilot, 2)
        assert told(pilot) == ["Your progress is not kept: no [room] left"]


async def test_a_lesson_that_cannot_run_says_so_and_is_left(tmp_path: Path) -> None:
    lesson = own_lesson(tmp_path / "ours", BRIDGE, toml='[[run]]\nverb = "ADD"\n')
    async with lesson_on_screen(lesson, tmp_path) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        assert "The lesson cannot be run" in shown(pilot)
        assert "no user namespaces here" in shown(pilot)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: not pilot.app.is_running)


@pytest.mark.parametrize("name", ["markup", "clear screen", "wide", "raw in json"])
async def test_a_hostile_lesson_is_drawn_harmless(name: str, tmp_path: Path) -> None:
    lesson = hostile_lesson(tmp_path / "ours", HOSTILE[name])
    async with lesson_on_screen(lesson, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        while screen.phase is not Phase.END:
            for size in ((80, 24), (160, 50)):
                await pilot.resize_terminal(*size)
                await pilot.press("h", "v", "enter", "3", "1")
                assert_harmless(pilot.app)
            if screen.phase is Phase.ASKING:
                await answer(pilot)
                assert_harmless(pilot.app)
            await go_on(pilot)
        assert_harmless(pilot.app)


async def test_the_palette_does_what_keys_do(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        await go_to(pilot, 1)
        await pilot.press("colon", *"conflist", "enter")
        await until(pilot, lambda: lesson_screen(pilot).is_aside)
        assert '"plugins": [' in shown(pilot)
