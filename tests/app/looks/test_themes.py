import pytest
from textual.app import App

from app.looks.themes import DARK, LIGHT, NO_COLOUR, THEMES, VARIABLES, choose_theme
from tests.support.panel_app import PanelApp


@pytest.mark.parametrize(
    ("env", "wished", "expected"),
    [
        ({}, None, DARK.name),
        ({}, LIGHT.name, LIGHT.name),
        ({"TEXTUAL_THEME": "nord"}, None, "nord"),
        ({"NO_COLOR": "1"}, LIGHT.name, NO_COLOUR),
        ({"NO_COLOR": ""}, None, NO_COLOUR),
    ],
)
def test_theme_is_chosen_by_environment_and_wish(env: dict[str, str], wished: str | None, expected: str) -> None:
    assert choose_theme(env, wished) == expected


def test_both_themes_know_the_same_states() -> None:
    for theme in THEMES:
        assert VARIABLES.keys() <= theme.variables.keys()


@pytest.mark.parametrize("name", [DARK.name, LIGHT.name, NO_COLOUR, "ansi-light", "nord"])
async def test_stylesheets_load_under_any_theme(name: str) -> None:
    app = PanelApp(theme=name)
    async with app.run_test():
        assert app.theme == name


async def test_no_color_leaves_no_colour_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app: App[None] = App(ansi_color=True)
    app.theme = choose_theme({"NO_COLOR": "1"})
    assert app.no_color
    assert [type(each).__name__ for each in app._filters] == ["ANSIToTruecolor", "NoColor"]
