from dataclasses import replace

import pytest

from app.screens.confirm import ConfirmScreen
from app.screens.edit import EditScreen, EditTask
from panels.render.glyphs import ASCII
from tests.support.panel_app import PanelApp, screen_text

TASK = EditTask(
    text='{"cniVersion": "1.0.0"}',
    what="prevResult of link 2, portmap [/]",
    trace="ADD of trace 4f1c, container web\x1b-7d9c",
    consequence="The chain is rerun from portmap on; the result is a branch.",
    cni_version="1.0.0",
)


async def test_screen_says_what_is_edited_and_what_follows() -> None:
    app = PanelApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(TASK))
        await pilot.pause()
        said = screen_text(app)
        assert "Edit prevResult of link 2, portmap [/]" in said
        assert "container web␛-7d9c" in said
        assert "The chain is rerun from portmap on" in said
        assert "valid result for 1.0.0" in said
        assert "Rerun (ctrl+r)" in said


async def test_submitting_gives_the_text() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(TASK), answers.append)
        await pilot.press("end", "space", "ctrl+r")
        assert answers == ['{"cniVersion": "1.0.0"} ']


async def test_button_submits_without_a_control_key() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(TASK), answers.append)
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert answers == [TASK.text]


async def test_what_is_no_json_is_not_submitted() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.push_screen(EditScreen(TASK), answers.append)
        await pilot.press("x", "ctrl+r")
        await pilot.pause()
        assert answers == []
        assert isinstance(app.screen, EditScreen)


async def test_invalid_result_is_submitted_after_a_yes() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    task = replace(TASK, text='{"cniVersion": "1.0.0", "ips": 7}')
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(task), answers.append)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n")
        assert answers == []
        await pilot.press("ctrl+r")
        await pilot.pause()
        await pilot.press("y")
        assert answers == [task.text]


async def test_leaving_unchanged_asks_nothing() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(TASK), answers.append)
        await pilot.press("escape")
        await pilot.pause()
        assert answers == [None]


async def test_leaving_changed_asks_first() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(TASK), answers.append)
        await pilot.press("x", "escape")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("y")
        await pilot.pause()
        assert answers == [None]


async def test_revert_works_from_the_buttons_too() -> None:
    app = PanelApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(TASK))
        await pilot.press("x", "tab", "V")
        await pilot.pause()
        assert "nothing changed" in screen_text(app)


async def test_ascii_terminal_gets_nothing_but_ascii() -> None:
    app = PanelApp()
    task = replace(TASK, text='{"n\u00e4me": 1}', trace="ADD of \u00e9")
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EditScreen(task, glyphs=ASCII))
        await pilot.pause()
        assert "ADD of \\xe9" in screen_text(app)
        assert [char for char in screen_text(app) if not char.isascii()] == []


@pytest.mark.parametrize("size", [(50, 12), (60, 16), (36, 12)])
async def test_no_button_is_cut_off_in_little_room(size: tuple[int, int]) -> None:
    app = PanelApp()
    async with app.run_test(size=size) as pilot:
        app.push_screen(EditScreen(TASK))
        await pilot.pause()
        row = next(line for line in screen_text(app).split("\n") if "Revert" in line)
        assert "Rerun" in row
        assert "Leave (esc)" in row if size[0] >= 60 else "Leave " in row
