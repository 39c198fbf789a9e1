"""What every screen of ours runs in: how much moves, colours, quitting, and what leaves it."""

import os
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.widgets import TextArea

import panels
from app.cnistep_app import CnistepApp, choose_motion, heed_no_color
from app.screens.confirm import ConfirmScreen
from panels.render.glyphs import ASCII
from traces.timeline.playback import Motion


class Holding(CnistepApp):
    """One that has something to lose."""

    CSS_PATH: ClassVar = [panels.STYLESHEET]
    lost = ""

    def compose(self) -> ComposeResult:
        """A text."""
        yield TextArea("some text")

    def what_would_be_lost(self) -> str:
        """What the test says."""
        return self.lost


def test_little_moves_over_ssh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("TEXTUAL_ANIMATIONS", raising=False)
    assert choose_motion() is Motion.FULL
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert choose_motion() is Motion.BASIC
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    assert choose_motion() is Motion.NONE


def test_an_empty_no_color_means_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    heed_no_color()
    assert "NO_COLOR" not in os.environ
    monkeypatch.setenv("NO_COLOR", "1")
    heed_no_color()
    assert os.environ["NO_COLOR"] == "1"


async def test_what_would_be_lost_is_asked_for_once() -> None:
    app = Holding()
    async with app.run_test(size=(60, 20)) as pilot:
        app.lost = "Your [changes] will be lost."
        await pilot.press("ctrl+q", "ctrl+q")
        assert isinstance(app.screen, ConfirmScreen)
        assert len(app.screen_stack) == 2
        await pilot.press("n")
        assert app.is_running
        app.lost = ""
        await pilot.press("ctrl+q")
        assert not app.is_running


async def test_what_is_copied_has_no_secret_even_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[str] = []
    monkeypatch.setattr("app.cnistep_app.hand_over", lambda app, text: handed.append(text))
    app = Holding()
    async with app.run_test(size=(60, 20)) as pilot:
        token = "ghp_" + "a1B2" * 9
        app.query_one(TextArea).text = f"token {token}"
        app.query_one(TextArea).select_all()
        await pilot.press("ctrl+c")
        assert app.is_running
        assert token not in handed[0]
        assert app.clipboard == f"token {token}"


async def test_an_error_of_ours_ends_it_and_is_kept() -> None:
    app = Holding()

    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=(60, 20)) as pilot:
            app.call_later(fail)
            await pilot.pause()
    assert isinstance(app.mistake, ZeroDivisionError)


async def test_actions_are_remembered_for_a_report() -> None:
    app = Holding(glyphs=ASCII)
    async with app.run_test(size=(60, 20)) as pilot:
        app.lost = "x?"
        await pilot.press("ctrl+q")
        assert "quit" in next(iter(app.last_actions))
        assert app.has_class("-ascii")
