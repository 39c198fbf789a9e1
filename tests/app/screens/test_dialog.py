from app.screens.choice import Choice, ChoiceScreen
from app.screens.confirm import ConfirmScreen
from app.screens.dialog import Dialog
from tests.support.panel_app import PanelApp

CHOICES = (Choice(key="a", label="one"), Choice(key="b", label="two"))


async def test_only_the_first_answer_counts() -> None:
    app, answers = PanelApp(), list[str | None]()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ConfirmScreen("Below", "it stays"))
        app.push_screen(ChoiceScreen("Which?", "", CHOICES), answers.append)
        await pilot.pause()
        dialog = app.screen
        assert isinstance(dialog, Dialog)
        dialog.dismiss("a")
        dialog.dismiss("b")
        await pilot.pause()
        assert answers == ["a"]
        assert isinstance(app.screen, ConfirmScreen)


async def test_keys_that_come_fast_do_not_fall_through() -> None:
    app, answers = PanelApp(), list[str | None]()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ChoiceScreen("Which?", "", CHOICES), answers.append)
        await pilot.press("b", "a", "b")
        await pilot.pause()
        assert answers == ["b"] and app.is_running
