import pytest

from app.screens.choice import Choice, ChoiceScreen, Toggle
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


async def test_a_wrapped_description_keeps_its_indent() -> None:
    choices = (Choice(key="f", label="first", description="word " * 30),)
    for width in (80, 50):
        app = PanelApp()
        async with app.run_test(size=(width, 24)) as pilot:
            app.push_screen(ChoiceScreen("Rerun", "How?", choices))
            await pilot.pause(0.1)
            rows = [line for line in screen_text(app).split("\n") if "word" in line]
            assert len(rows) > 1
            assert len({row.index("word") for row in rows}) == 1
            assert sum(row.count("word") for row in rows) == 30


async def test_a_wrapped_label_keeps_its_indent() -> None:
    app = PanelApp()
    async with app.run_test(size=(50, 24)) as pilot:
        app.push_screen(ChoiceScreen("Edit", "What?", (Choice(key="v", label="word " * 20),)))
        await pilot.pause(0.1)
        rows = [line for line in screen_text(app).split("\n") if "word" in line]
        assert len(rows) > 1
        assert len({row.index("word") for row in rows}) == 1


async def test_two_answers_and_their_descriptions_fit_a_flat_terminal() -> None:
    choices = tuple(Choice(key=key, label=f"answer {key}", description=f"what {key} does") for key in "re")
    app = PanelApp()
    async with app.run_test(size=(60, 16)) as pilot:
        app.push_screen(ChoiceScreen("Answer", "What does its caller get?", choices))
        await pilot.pause(0.1)
        assert all(f"what {key} does" in screen_text(app) for key in "re")


async def test_in_little_room_every_answer_can_be_seen() -> None:
    app = PanelApp()
    choices = tuple(Choice(key=key, label=f"way {key}", description="word " * 20) for key in "abc")
    async with app.run_test(size=(50, 12)) as pilot:
        app.push_screen(ChoiceScreen("Rerun", "What is asked. " * 20, choices))
        await pilot.pause(0.1)
        for key in "abc":
            assert f"way {key}" in screen_text(app)
            await pilot.press("down")
            await pilot.pause()


async def test_a_toggle_is_turned_and_asked_afterwards() -> None:
    app = PanelApp()
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        toggle = Toggle(key="s", on="stepped", off="not stepped")
        dialog = ChoiceScreen("Rerun", "How?", CHOICES, toggle=toggle)
        app.push_screen(dialog, answers.append)
        await pilot.pause()
        assert "s  [ ] not stepped" in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        assert "s  [x] stepped" in screen_text(app) and answers == []
        await pilot.press("m")
    assert (answers, dialog.is_on) == (["m"], True)
