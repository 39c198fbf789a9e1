import pytest

from app.screens.confirm import ConfirmScreen
from tests.support.panel_app import PanelApp, screen_text


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["y"], True),
        (["n"], False),
        (["escape"], False),
        (["enter"], False),
        (["right", "enter"], True),
        (["tab", "tab", "enter"], False),
    ],
)
async def test_only_a_clear_yes_is_yes(keys: list[str], answer: bool) -> None:
    app = PanelApp()
    answers: list[bool | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ConfirmScreen("Leave?", "Changes [/] are lost.", yes="Leave"), answers.append)
        await pilot.pause()
        assert "Changes [/] are lost." in screen_text(app)
        await pilot.press(*keys)
        assert answers == [answer]


async def test_a_long_question_leaves_room_for_the_answers() -> None:
    app = PanelApp()
    async with app.run_test(size=(50, 12)) as pilot:
        app.push_screen(ConfirmScreen("Go on?", "It is wrong. " * 60, yes="Go on"))
        await pilot.pause()
        assert "Go on (y)" in screen_text(app)
