"""Recorded text is hostile on its way out too: in dialogs, on the clipboard, in the pager, in files and pictures."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.looking_at import view_of
from app.outside.cleaning import Cleaner
from app.outside.screenshot import clean_picture
from app.screens.choice import ChoiceScreen
from app.screens.compare import CompareScreen
from app.screens.export import ExportScreen
from app.screens.pick import PickScreen
from panels.payload_panel import PayloadPanel
from tests.support.hostile import HOSTILE, assert_harmless, hostile_trace, unsafe
from tests.support.screens import NARROW, WIDE, debugger, screen_of, until
from tests.support.traces import failing_add
from traces.export.forms import FORMS
from traces.export.pieces import pasteable
from traces.model.trace import Trace

SHORT = {name: raw for name, raw in HOSTILE.items() if len(raw) < 15_000}
"""What can be drawn often: the long ones have their own tests."""
KINDS = ("markup", "clear screen", "bidi", "wide", "no text", "raw in json")
SIZES = pytest.mark.parametrize(
    ("size", "names"), [(NARROW, KINDS), (WIDE, (*KINDS, "closing markup", "all controls", "combining", "emoji"))]
)
"""The one that shows most of a text has the most of them."""


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written is written here."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


async def dialogs(pilot: Pilot[None]) -> None:
    """Open what asks before something leaves, look at it, and copy."""
    app = pilot.app
    await pilot.press("y")
    await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
    assert_harmless(app)
    await pilot.press("o")
    await pilot.pause(0.05)
    if isinstance(app.screen, PickScreen):
        assert_harmless(app)
    while app.screen is not screen_of(pilot):
        await pilot.press("escape")
    await pilot.press("x")
    await until(pilot, lambda: isinstance(app.screen, ExportScreen))
    assert_harmless(app)
    await pilot.press("escape")
    await pilot.pause()


@SIZES
async def test_hostile_traces_leave_by_the_screen_harmless(size: tuple[int, int], names: Sequence[str]) -> None:
    async with debugger(failing_add()).run_test(size=size, notifications=True) as pilot:
        for raw in map(HOSTILE.__getitem__, names):
            pilot.app._clipboard = ""
            screen_of(pilot).show_trace(hostile_trace(raw))
            await pilot.pause()
            assert_harmless(pilot.app)
            await dialogs(pilot)
            assert_harmless(pilot.app)
            assert unsafe(pilot.app.clipboard, "\n\t") == []


async def test_hostile_payloads_are_harmless_in_the_pager() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("3")
        panel = screen_of(pilot).query_one(PayloadPanel)
        for raw in HOSTILE.values():
            trace = hostile_trace(raw)
            screen_of(pilot).show_trace(trace)
            for side in panel.SIDES:
                panel.tab = side.name
                view = view_of(screen_of(pilot), trace, is_reply=False)
                assert view is not None and unsafe(view.pretty, "\n") == []
                assert unsafe(pasteable(view.text), "\n\t") == []


async def test_a_picture_of_a_hostile_screen_is_a_picture() -> None:
    async with debugger(failing_add()).run_test(size=WIDE) as pilot:
        for raw in HOSTILE.values():
            trace = hostile_trace(raw)
            screen_of(pilot).show_trace(trace)
            await pilot.pause()
            ET.fromstring(await clean_picture(screen_of(pilot), await Cleaner().clean(trace)))


@pytest.mark.parametrize("form", FORMS)
def test_hostile_traces_are_written_harmless(form: str) -> None:
    for raw in HOSTILE.values():
        trace: Trace = hostile_trace(raw)
        text = FORMS[form].write((trace,), None)
        assert unsafe(text, "\n\t") == []


async def test_the_other_parts_of_the_screen_draw_hostile_traces_harmless() -> None:
    async with debugger(failing_add()).run_test(size=WIDE, notifications=True) as pilot:
        for name, raw in SHORT.items():
            screen_of(pilot).show_trace(hostile_trace(raw))
            drawers, others = (("m", "4"), ("5",)), (("apostrophe",), ("escape", "slash", "a", "enter"), ("escape",))
            for keys in (*drawers, *others) if name in KINDS else drawers:
                await pilot.press(*keys)
                await pilot.pause()
                assert_harmless(pilot.app)
            assert pilot.app.screen is screen_of(pilot), name


async def test_two_hostile_traces_are_compared_harmless() -> None:
    async with debugger(failing_add()).run_test(size=WIDE) as pilot:
        for raw in map(HOSTILE.__getitem__, KINDS):
            one, other = hostile_trace(raw), replace(hostile_trace(raw[::-1]), id="other")
            await pilot.app.push_screen(CompareScreen(one, other))
            await pilot.pause()
            assert_harmless(pilot.app)
            await pilot.press("right_square_bracket")
            await pilot.pause()
            assert_harmless(pilot.app)
            await pilot.app.pop_screen()
