import pytest

from app.debugger_app import DebuggerApp
from app.looks.mouse import Mouse, mouse_of
from tests.support.screens import NARROW, backend_of, debugger
from tests.support.traces import recorded


async def test_the_mouse_is_given_away_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    app = debugger(recorded())
    async with app.run_test(size=NARROW, notifications=True) as pilot:
        written: list[str] = []
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", written.append)
        await pilot.press("colon", *"give the mouse", "enter")
        await pilot.pause()
        assert "\x1b[?1000l" in written[-1]
        assert any("the terminal has the mouse" in note.message for note in app._notifications)
        await app._screen.action_do("terminal.turn_mouse")
        assert written[-1].startswith("\x1b[?1000h\x1b[?1003h")


async def test_a_mouse_taken_later_is_given_back_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    app = DebuggerApp(backend_of((recorded(),)), recorded(), mouse=False)
    written: list[str] = []
    async with app.run_test(size=NARROW):
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", written.append)
        mouse_of(app).turn()
    assert [text[-1] for text in written if "?1000" in text] == ["h", "l"]


def test_only_our_app_has_a_mouse() -> None:
    with pytest.raises(TypeError, match="has no mouse"):
        mouse_of(object())
    assert not Mouse(debugger(recorded()), is_ours=False).is_ours
