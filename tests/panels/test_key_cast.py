"""A key shown large in the corner, for a moment."""

import pytest
from pyfiglet import Figlet

from panels import key_cast
from panels.key_cast import KeyCast, key_word, large
from panels.render.glyphs import ASCII
from tests.support.hostile import assert_harmless
from tests.support.panel_app import PanelApp, screen_lines, screen_text
from tests.support.screens import until
from traces.timeline.measure import cells

LETTERS = Figlet(font="smblock", width=200)


@pytest.mark.parametrize(
    ("key", "word"), [("enter", "enter"), ("question_mark", "?"), ("escape", "esc"), ("a", "a"), ("\x1b", "␛")]
)
def test_a_key_is_named_as_it_is_labelled(key: str, word: str) -> None:
    assert key_word(key) == word


def test_letters_are_large_and_end_with_no_empty_row() -> None:
    rows = large(LETTERS, "enter")
    assert len(rows) > 1
    assert rows[-1].strip()
    assert max(map(cells, rows)) > len("enter")


def test_a_word_that_has_no_large_letters_is_itself() -> None:
    assert large(LETTERS, "網") == ["網"]
    assert large(LETTERS, "") == [""]


async def test_it_lies_in_the_corner_and_goes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_cast, "_SECONDS", 0.15)
    cast = KeyCast()
    app = PanelApp(cast)
    async with app.run_test(size=(60, 12)) as pilot:
        assert not cast.display
        cast.show_key("e")
        cast.show_key("enter")
        assert cast.display
        await until(pilot, lambda: not cast.display)
        await until(pilot, lambda: screen_text(app).strip() == "")


async def test_every_key_fits_every_terminal_and_draws_harmless() -> None:
    cast = KeyCast()
    app = PanelApp(cast)
    async with app.run_test(size=(60, 12)) as pilot:
        for key in ("a", "backspace", "question_mark", "ctrl+shift+pagedown", "網", "\x1b[2J", ""):
            cast.show_key(key)
            await pilot.pause()
            assert cast.display
            assert_harmless(app)
        await pilot.resize_terminal(8, 3)
        cast.show_key("enter")
        await pilot.pause()
        assert len(screen_lines(app)) == 3
        assert_harmless(app)


async def test_where_only_ascii_is_shown_the_letters_are_ascii() -> None:
    cast = KeyCast(glyphs=ASCII)
    app = PanelApp(cast)
    async with app.run_test(size=(60, 12)) as pilot:
        cast.show_key("enter")
        await pilot.pause()
        assert screen_text(app).strip()
        assert screen_text(app).isascii()
