"""One lesson after the other, any of the list, and a quiz with its score."""

from pathlib import Path

import pytest
from textual.widgets import OptionList

from app.learning.quizzing import QuizWalk
from app.screens.error import ErrorScreen
from app.screens.lesson_pages import Phase
from app.screens.pick import PickScreen
from tests.support.lesson_screen import answer, go_on, go_to, lesson_on_screen, lesson_screen, page_text, shown
from tests.support.lessons import BRIDGE, own_lesson, recorded_runs, without_sandbox, wrong_letters
from tests.support.screens import until
from traces.lessons.draw import draw
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.store.archive import document_of, write_document

LESSONS = bundled()


@pytest.fixture(autouse=True)
def _recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)


async def test_enter_on_the_last_page_takes_the_next_lesson(tmp_path: Path) -> None:
    first, second = LESSONS[11:13]
    for step in first.all_steps[:-1]:
        Progress(tmp_path).keep(first.id, step.id)
    async with lesson_on_screen(first, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, len(first.all_steps))
        await answer(pilot)
        await go_on(pilot)
        assert f"Enter: the next lesson, «{second.title}»." in page_text(pilot)
        await go_on(pilot)
        assert (screen.phase, len(screen.sheets)) == (Phase.READING, 1)
        assert second.title in shown(pilot)
        await go_to(pilot, 1)
        assert "1 of" in shown(pilot)


async def test_behind_the_last_lesson_enter_leaves(tmp_path: Path) -> None:
    last = LESSONS[-1]
    for step in last.all_steps[:-1]:
        Progress(tmp_path).keep(last.id, step.id)
    async with lesson_on_screen(last, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, len(last.all_steps))
        await answer(pilot)
        await go_on(pilot)
        assert "«cnistep learn --quiz» asks about any of them." in page_text(pilot)
        while screen.text.has_more:
            await pilot.press("enter")
        await pilot.press("enter")
        await until(pilot, lambda: not pilot.app.is_running)


async def test_any_lesson_of_the_list_is_taken(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.keep("flannel", LESSONS[12].steps[0].id)
    for step in LESSONS[1].all_steps:
        progress.keep(LESSONS[1].id, step.id)
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 2)
        await pilot.press("L")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickScreen))
        listed = pilot.app.screen.query_one(OptionList)
        assert listed.option_count == len(LESSONS)
        rows = [str(listed.get_option_at_index(place).prompt) for place in range(listed.option_count)]
        assert rows[0].rstrip().endswith("1 of 8"), "what was just passed counts"
        assert rows[1].rstrip().endswith("done")
        assert max(map(len, rows)) <= 64
        await pilot.press(*"13")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen and screen.phase is Phase.READING)
        await pilot.pause()
        assert LESSONS[12].title in shown(pilot)
        assert f"Taken up: 1 of {len(LESSONS[12].all_steps)} steps are passed." in page_text(pilot)
        await pilot.press("L", "escape")
        assert LESSONS[12].title in shown(pilot)


async def test_a_lesson_of_ones_own_ends_by_itself(tmp_path: Path) -> None:
    toml = '[[run]]\nverb = "ADD"\n[[step]]\nid = "one"\nkind = "next"\nafter = 0\n'
    lesson = own_lesson(tmp_path / "ours", BRIDGE, toml=toml)
    recorded = next(iter(recorded_runs(LESSONS[0]).traces.values()))
    write_document(lesson.recording, document_of([recorded]))
    async with lesson_on_screen(lesson, tmp_path) as pilot:
        await go_to(pilot, 1)
        await answer(pilot)
        await go_on(pilot)
        assert "This was the lesson «Our chain»." in page_text(pilot)
        assert "Enter leaves. L lists all lessons" in page_text(pilot)
        assert Progress(tmp_path).passed(str(lesson.folder), lesson) == ("one",)


async def test_a_damaged_progress_file_is_told_and_no_lesson_lost(tmp_path: Path) -> None:
    async with lesson_on_screen(LESSONS[0], tmp_path) as pilot:
        (tmp_path / "lessons.json").write_text("{")
        await pilot.press("L")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        assert "remove it to begin anew" in " ".join(shown(pilot).replace("│", " ").split())
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.is_running


async def test_a_quiz_asks_once_and_has_a_score(tmp_path: Path) -> None:
    walk = QuizWalk(draw(LESSONS, "4", 3), "4", "«cnistep learn --quiz --seed 4» asks the same again.")
    async with lesson_on_screen(walk, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        assert screen.phase is Phase.ASKING
        for number in (1, 2, 3):
            card = screen.card
            assert card is not None and card.question is not None
            assert f"Quiz: {card.topic}" in shown(pilot)
            assert ('"type"' in page_text(pilot)) is card.shows_chain
            assert card.shows_chain or number > 1
            await pilot.press("h")
            assert "Hint" not in page_text(pilot)
            if number == 2:
                wrong = wrong_letters(card.question)[0]
                await pilot.press(*((wrong, "enter") if card.question.several else wrong))
                assert (screen.phase, "✗ No: " in page_text(pilot)) == (Phase.OVER, True)
            else:
                await answer(pilot)
            await go_on(pilot)
        assert "2 of 3 right. «cnistep learn --quiz --seed 4» asks the same again. Enter leaves." in page_text(pilot)
        assert list(tmp_path.iterdir()) == []
        await pilot.press("enter")
        await until(pilot, lambda: not pilot.app.is_running)
