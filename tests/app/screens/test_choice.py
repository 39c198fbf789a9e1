import pytest

from app.screens.choice import Choice, ChoiceScreen
from tests.support.panel_app import PanelApp, screen_text

CHOICES = (
    Choice(key="f", label="from the first link", description="a fresh sandbox"),
    Choice(key="m", label="materialised [/]", description="built from [red]prevResult"),
)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["enter"], "f"), (["m"], "m"), (["down", "enter"], "m"), (["j", "k", "enter"], "f"), (["escape"], None)],
)
async def test_keys_give_the_answer(keys: list[str], answer: str | None) -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ChoiceScreen("Rerun", "How?", CHOICES), answers.append)
        await pilot.pause()
        await pilot.press(*keys)
        assert answers == [answer]


async def test_texts_are_shown_as_they_are() -> None:
    app = PanelApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ChoiceScreen("Rerun [b]", "How [/] ?", CHOICES))
        await pilot.pause()
        for text in ("Rerun [b]", "How [/] ?", "materialised [/]", "built from [red]prevResult"):
            assert text in screen_text(app)


async def test_click_gives_the_answer() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(ChoiceScreen("Rerun", "How?", CHOICES), answers.append)
        await pilot.pause()
        row = next(y for y, line in enumerate(screen_text(app).split("\n")) if "materialised" in line)
        await pilot.click(offset=(20, row))
        assert answers == ["m"]
