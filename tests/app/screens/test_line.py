from textual.widgets import Input

from app.screens.line import LineScreen
from tests.support.panel_app import PanelApp, screen_text


class Asking(PanelApp):
    """Opens the dialog and keeps what it gives."""

    given: list[str | None]

    def __init__(self, dialog: LineScreen) -> None:
        super().__init__()
        self.given = []
        self._dialog = dialog

    def on_mount(self) -> None:
        self.push_screen(self._dialog, self.given.append)


async def test_enter_gives_the_line_and_escape_nothing() -> None:
    app = Asking(LineScreen("Note at step 7", "It is kept in the trace.", "old"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen_text(app)
        assert "Note at step 7" in text
        assert "enter keeps it, esc leaves" in text
        await pilot.press(*" why?", "enter")
        await pilot.pause()
        assert app.given == ["old why?"]
        app.push_screen(LineScreen("Again", ""), app.given.append)
        await pilot.press("x", "escape")
        await pilot.pause()
        assert app.given == ["old why?", None]


async def test_what_is_wrong_is_said_and_not_taken() -> None:
    app = Asking(LineScreen("Number", "", complaint=lambda text: "" if text.isdigit() else "expected digits"))
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.pause()
        assert "expected digits" not in screen_text(app)
        await pilot.press("a")
        await pilot.pause()
        assert "expected digits" in screen_text(app)
        await pilot.press("enter")
        assert app.given == []
        await pilot.press("backspace", "7", "enter")
        await pilot.pause()
        assert app.given == ["7"]


async def test_markup_in_a_text_stays_text() -> None:
    app = Asking(LineScreen("[/] [red]x", "[@click=app.quit]y", "[b]z", complaint=lambda text: "[/]wrong"))
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("w")
        await pilot.pause()
        text = screen_text(app)
        assert all(piece in text for piece in ("[/] [red]x", "[@click=app.quit]y", "[b]zw", "[/]wrong"))
        assert isinstance(app.focused, Input)
