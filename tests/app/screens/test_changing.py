"""The keys that edit and rerun."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from app.screens.choice import ChoiceScreen
from app.screens.edit import EditScreen
from tests.support.reruns import BRANCH, PARENT, Reruns
from tests.support.screens import NARROW, Feed, backend_of, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_del
from traces.model.trace import Trace


async def at_link_one(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press("n", *keys)
    await pilot.pause()


def dialog_words(pilot: Pilot[None]) -> str:
    """What stands in the dialog over the screen."""
    return " ".join(" ".join(line[4:76] for line in screen_lines(pilot)).split())


async def test_a_whole_stdin_and_an_environment_are_edited_too() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await pilot.press("e", "s")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        area = pilot.app.screen.query_one(TextArea)
        area.text = area.text.replace("cni-r0", "cni-r9")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("escape", "e", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        pilot.app.screen.query_one(TextArea).text += "\nDEBUG=1"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        assert "your edited stdin and environment" in dialog_words(pilot)
        await pilot.press("f")
        await until(pilot, lambda: bool(reruns.asked))
    edit = reruns.asked[0][2]
    assert b"cni-r9" in (edit.stdin or b"") and b"DEBUG=1" in (edit.environment or ())


async def test_an_edit_that_waits_is_taken_back() -> None:
    reruns = Reruns()
    async with reruns.app.run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "e", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        pilot.app.screen.query_one(TextArea).text += "\nDEBUG=1"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("escape", "V", "r")
        await pilot.pause()
        assert "Nothing was edited" in dialog_words(pilot)


async def test_a_rerun_can_be_stepped() -> None:
    reruns = Reruns()
    backend = reruns.backend
    async with debugger(PARENT, backend=backend).run_test(size=NARROW) as pilot:
        await at_link_one(pilot, "r")
        assert "[ ] not stepped" in dialog_words(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert "[x] stepped" in dialog_words(pilot)
        await pilot.press("f")
        await until(pilot, lambda: bool(reruns.asked))
        assert str(backend.stepper.mode) == "links"
        await until(pilot, lambda: not screen_of(pilot).is_run_under_way)
        await pilot.press("r", "s", "f")
        await until(pilot, lambda: len(reruns.asked) == 2)
        assert str(backend.stepper.mode) == "run"


@pytest.mark.parametrize(("trace", "first"), [(PARENT, 0), (replace(failing_del(), id="parent"), 4)])
async def test_the_whole_chain_is_rerun_from_its_verbs_first_link(trace: Trace, first: int) -> None:
    reruns = Reruns()
    async with debugger(trace, backend=backend_of((trace, BRANCH), rerun=reruns)).run_test(size=NARROW) as pilot:
        await pilot.press("n", "n", "R", "f")
        await until(pilot, lambda: bool(reruns.asked))
    assert reruns.asked[0][:2] == ("parent", first)


async def test_only_one_run_at_a_time() -> None:
    feed = Feed()
    app = debugger(PARENT, backend=backend_of((PARENT,), rerun=lambda *_: feed.events()))
    async with app.run_test(size=NARROW, notifications=True) as pilot:
        await at_link_one(pilot, "r", "enter")
        await until(pilot, lambda: screen_of(pilot).is_run_under_way)
        await pilot.press("r")
        await pilot.pause()
        assert "A run is under way" in " ".join(screen_lines(pilot))
        feed.end()
