import pytest

from app.keymap import SECTIONS
from app.screens.debugger import DebuggerScreen
from app.screens.help import HelpScreen, columns, keys_text
from tests.support.screens import NARROW, WIDE, debugger, screen_lines
from tests.support.traces import recorded


def test_every_line_names_a_key_and_its_meaning() -> None:
    text = keys_text(SECTIONS).plain
    for _, keys in SECTIONS:
        for key in keys:
            assert any(line.split()[0] in key.shown and key.help in line for line in text.splitlines() if line.strip())


async def test_with_room_the_keys_stand_in_two_columns() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert any("On the sequence" in line and "Edit and rerun" in line for line in screen_lines(pilot))


async def test_on_eighty_columns_it_scrolls() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert not any("Back, then quit" in line for line in screen_lines(pilot))
        await pilot.press("pagedown", "pagedown", *"j" * 30)
        await pilot.pause()
        assert any("Back, then quit" in line for line in screen_lines(pilot))


@pytest.mark.parametrize(
    ("keys", "title"),
    [((), "On the sequence"), (("3",), "In the payload"), (("1",), "In the list of traces")],
)
async def test_the_keys_of_the_part_with_the_focus_come_first(keys: tuple[str, ...], title: str) -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press(*keys, "question_mark")
        await pilot.pause()
        assert title in screen_lines(pilot)[1]


async def test_the_editor_has_a_page_of_its_keys() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("n", "e", "f1")
        await pilot.pause()
        text = "\n".join(screen_lines(pilot))
        assert "Put the first text back" in text
        assert "Play or pause" not in text


def test_columns_are_about_equal_and_lose_nothing() -> None:
    first, second = columns(SECTIONS)
    assert (*first, *second) == SECTIONS
    assert columns(SECTIONS[:1]) == (SECTIONS[:1], ())


@pytest.mark.parametrize("key", ["escape", "q", "question_mark", "f1", "enter"])
async def test_many_keys_leave(key: str) -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press(key)
        assert isinstance(pilot.app.screen, DebuggerScreen)
