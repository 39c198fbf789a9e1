from app.screens.error import ErrorScreen
from tests.support.panel_app import PanelApp, screen_text

TEXT = "unshare: not permitted [/]\n\x1b]52;c;aGk=\x07\n" + "long " * 60


async def test_whole_text_is_shown_harmless_and_wrapped() -> None:
    app = PanelApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ErrorScreen("It failed [b]\x1b", TEXT))
        await pilot.pause()
        said = screen_text(app)
        assert "It failed [b]␛" in said
        assert "unshare: not permitted [/]" in said
        assert "␛]52;c;aGk=␇" in said
        assert said.count("long") == 60


async def test_copy_takes_the_harmless_text() -> None:
    app = PanelApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ErrorScreen("It failed", TEXT))
        await pilot.pause()
        await pilot.press("y")
        assert app.clipboard.startswith("unshare: not permitted [/]\n␛]52")


async def test_escape_closes_it() -> None:
    app = PanelApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ErrorScreen("It failed", TEXT))
        await pilot.pause()
        await pilot.press("escape")
        assert not isinstance(app.screen, ErrorScreen)
