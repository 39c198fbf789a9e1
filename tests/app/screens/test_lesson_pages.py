"""The pages of a lesson: one turns back to them, and a row says where one is."""

from pathlib import Path

import pytest

from app.screens.lesson_pages import Phase
from panels.hint_bar import HintBar
from panels.render.page import plain
from tests.support.lesson_screen import answer, go_on, go_to, lesson_on_screen, lesson_screen, page_text, shown
from tests.support.lessons import without_sandbox
from tests.support.screens import screen_lines
from traces.lessons.load import bundled

FIRST = bundled()[0]


@pytest.fixture(autouse=True)
def _recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)


async def test_the_first_row_says_where_one_is(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        assert screen_lines(pilot)[0].strip() == FIRST.title
        count = len(FIRST.all_steps)
        await go_to(pilot, 1)
        assert screen_lines(pilot)[0].strip() == f"{FIRST.title}   1 of {count}   {'○' * count}   a recording"
        await answer(pilot)
        assert screen_lines(pilot)[0].strip() == f"{FIRST.title}   1 of {count}   ✓{'○' * (count - 1)}   a recording"


async def test_the_last_row_says_what_keys_do_now(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        screen = lesson_screen(pilot)

        def hints() -> dict[str, str]:
            return {hint.key: hint.text for hint in screen.query_one(HintBar).hints}

        assert hints()["enter"] in ("Go on", "More")
        assert "backspace" not in hints()
        await go_to(pilot, 1)
        assert (hints()["a-d"], hints()["h"], "enter" in hints()) == ("Answer", "Hint", False)
        await answer(pilot)
        assert hints()["space"] == "Play again"
        await pilot.press("backspace")
        assert (hints()["enter"], "h" in hints()) == ("Forward", False)
        assert " enter Forward " in screen_lines(pilot)[-1]


async def test_a_long_page_is_read_before_one_goes_on(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path, size=(60, 16)) as pilot:
        screen = lesson_screen(pilot)
        pages, presses = [shown(pilot)], 0
        assert screen.text.has_more
        while screen.text.has_more:
            await pilot.press("enter")
            presses += 1
            pages.append(shown(pilot))
            assert (screen.phase, len(screen.sheets)) == (Phase.READING, 1)
        assert presses >= 1
        assert len(set(pages)) == len(pages)
        words = set(FIRST.intro.replace("`", "").replace("*", "").split()) - {"{{chain", "add}}"}
        assert {word for word in words if word.isalpha()} - set(" ".join(pages).split()) == set()
        await pilot.press("enter")
        await pilot.pause()
        await go_to(pilot, 1)


async def test_one_turns_back_and_what_is_asked_waits(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 2)
        asked, here = screen.question.asked, screen.text.page
        await pilot.press("backspace")
        assert (screen.looking_back, screen.question.display) == (1, False)
        assert "✓ Yes: bridge" in shown(pilot)
        await pilot.press("a", "b", "c", "d")
        assert (screen.question.asked, screen.phase) == (asked, Phase.ASKING)
        await pilot.press(*["backspace"] * 9)
        assert screen.looking_back == 2
        assert "Goal: " in shown(pilot)
        await pilot.press("enter")
        assert screen.looking_back == 1
        await pilot.press("escape")
        assert (screen.looking_back, screen.question.display) == (0, True)
        assert screen.text.page == here
        assert screen.question.has_focus
        await answer(pilot)


async def test_what_is_said_ends_looking_back(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 1)
        await pilot.press("backspace", "h")
        assert screen.looking_back == 0
        assert "Hint: " in shown(pilot)
        assert screen.question.display


async def test_the_chain_is_looked_at_and_left_again(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        before = shown(pilot)
        await pilot.press("v")
        assert shown(pilot) == before, "nothing is asked yet"
        await go_to(pilot, 2)
        await pilot.press("backspace")
        await pilot.press("v")
        text = " ".join(plain(line) for line in screen.text.page.lines)
        assert '"cniVersion"' in text
        assert '"plugins"' in text
        assert screen.looking_back == 0
        await pilot.press("h")
        assert '"plugins"' not in " ".join(plain(line) for line in screen.text.page.lines)
        assert "Hint: " in page_text(pilot)


async def test_the_page_grows_with_what_is_said(tmp_path: Path) -> None:
    async with lesson_on_screen(FIRST, tmp_path) as pilot:
        screen = lesson_screen(pilot)
        await go_to(pilot, 1)
        count = len(screen.sheets)
        await pilot.press("h", "h")
        assert (len(screen.sheets), len(screen.sheets[-1].parts)) == (count, 3)
        await answer(pilot)
        assert len(screen.sheets) == count
        assert page_text(pilot).index("Hint: ") < page_text(pilot).index("Yes: ")
        await go_on(pilot)
        assert len(screen.sheets) == count + 1
