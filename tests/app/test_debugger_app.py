from base64 import b64decode

import pytest
from textual.widgets import TextArea

from app.debugger_app import DebuggerApp
from app.screens.confirm import ConfirmScreen
from app.screens.edit import EditScreen
from panels.render.glyphs import ASCII
from tests.support.planted import SECRETS, planted
from tests.support.screens import NARROW, WIDE, backend_of, debugger, screen_lines
from tests.support.traces import failing_add, recorded
from traces.timeline.playback import Motion


async def test_no_color_leaves_shape_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("n", "full_stop")
        assert pilot.app.theme == "ansi-dark"
        assert any("▸06✗" in line for line in screen_lines(pilot))


async def test_ctrl_c_quits_as_q_does() -> None:
    app = debugger(recorded())
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running


async def test_ctrl_c_copies_where_text_is_selected() -> None:
    app = debugger(recorded())
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("n", "e", "p")
        area = app.screen.query_one(TextArea)
        area.select_all()
        await pilot.press("ctrl+c")
        assert app.is_running
        assert app.clipboard == area.text


async def test_what_is_selected_leaves_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = planted()
    app = debugger(trace)
    async with app.run_test(size=NARROW) as pilot:
        driver = app._driver
        assert driver is not None
        sent: list[str] = []
        monkeypatch.setattr(driver, "write", sent.append)
        app.copy_to_clipboard(f"it is {SECRETS['password']}")
        await pilot.pause()
        [packed] = [text for text in sent if text.startswith("\x1b]52;c;")]
        assert "<redacted:password:" in b64decode(packed[7:-1]).decode()
        assert app.clipboard == f"it is {SECRETS['password']}"


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_quitting_from_a_changed_text_asks_first(key: str) -> None:
    app = debugger(recorded())
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("n", "e", "p", "x", key)
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press(key)
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n")
        assert isinstance(app.screen, EditScreen)
        await pilot.press(key, "y")
        await pilot.pause()
        assert not app.is_running


async def test_the_palette_keeps_only_what_works() -> None:
    app = debugger(recorded())
    async with app.run_test(size=NARROW):
        assert [command.title for command in app.get_system_commands(app.screen)] == ["Theme", "Quit"]


@pytest.mark.parametrize("theme", ["cnistep-dark", "cnistep-light", "ansi-dark", "textual-light", "nord"])
async def test_every_theme_has_our_colours(theme: str) -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        pilot.app.theme = theme
        await pilot.pause()
        assert any("runtime" in line for line in screen_lines(pilot))


async def test_an_ascii_terminal_gets_ascii() -> None:
    app = DebuggerApp(backend_of((failing_add(),)), failing_add(), glyphs=ASCII, motion=Motion.NONE)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("n", "full_stop")
        await pilot.pause()
        lines = screen_lines(pilot)
        assert all(line.isascii() for line in lines)
        assert any(">06x" in line for line in lines)
