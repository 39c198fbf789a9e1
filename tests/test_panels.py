"""Recorded text is hostile: whatever a plugin said, every panel must draw it whole, harmless and in its place."""

import pytest
from textual.pilot import Pilot

from app.screens.edit import EditScreen, EditTask
from app.screens.error import ErrorScreen
from panels.payload_panel import PayloadPanel
from panels.render.edit_text import editable
from panels.render.raw_text import decode
from panels.reply_panel import ReplyPanel
from panels.request_panel import RequestPanel
from panels.traces_panel import TracesPanel
from tests.support.calls import summary
from tests.support.hostile import HOSTILE, assert_harmless, hostile_call
from tests.support.panel_app import PanelApp

LONG = {"long line", "long wide line", "many lines", "deep"}
"""Nobody edits these, as a text area takes minutes for them; and one panel with all sides is enough to draw them."""


async def walk(app: PanelApp, pilot: Pilot[None], panel: RequestPanel | ReplyPanel | PayloadPanel) -> None:
    """Look at every side of a call, as text, as hex, unfolded, and from its end."""
    for side in panel.SIDES:
        panel.tab = side.name
        for panel.hex, panel.fold in ((False, True), (True, True)) if side.stream else ((False, True),):
            await pilot.pause()
            assert_harmless(app)
        panel.hex, panel.fold = False, False
        panel.view.action_bottom()
        await pilot.pause()
        assert_harmless(app)


@pytest.mark.parametrize("kind", [RequestPanel, ReplyPanel, PayloadPanel])
async def test_hostile_calls_are_drawn_harmless(kind: type[RequestPanel | ReplyPanel | PayloadPanel]) -> None:
    panel = kind()
    app = PanelApp(panel)
    async with app.run_test(size=(78, 20)) as pilot:
        for name in HOSTILE if kind is PayloadPanel else set(HOSTILE) - LONG:
            panel.call = hostile_call(HOSTILE[name])
            await walk(app, pilot, panel)


async def test_hostile_summaries_are_drawn_harmless() -> None:
    panel = TracesPanel()
    app = PanelApp(panel)
    async with app.run_test(size=(70, 12)) as pilot:
        for raw in HOSTILE.values():
            text = decode(raw[:5_000])
            first = summary(text, text, container_id=text, ifname=text, network=text, place=text, created=text)
            branch = summary("b", text, branch_of=text, branch_link=1, how=text, error=text, failed_plugin=text)
            panel.summaries = (first, branch, summary("c", text, series=text, error=text, failed_plugin=text))
            panel.current = text
            await pilot.pause()
            assert_harmless(app)
            panel.query_text = text
            await pilot.pause()
            assert_harmless(app)


@pytest.mark.parametrize("name", sorted(set(HOSTILE) - LONG))
async def test_hostile_text_is_edited_harmless(name: str) -> None:
    text = decode(HOSTILE[name])
    task = EditTask(text=editable(HOSTILE[name]), what=text, trace=text, consequence=text, cni_version=text)
    app = PanelApp()
    async with app.run_test(size=(78, 40), notifications=True) as pilot:
        app.push_screen(EditScreen(task))
        await pilot.pause()
        assert_harmless(app)
        await pilot.press("x", "ctrl+r")
        await pilot.pause()
        assert_harmless(app)


async def test_hostile_errors_are_shown_harmless() -> None:
    app = PanelApp()
    async with app.run_test(size=(78, 24)) as pilot:
        for raw in HOSTILE.values():
            app.push_screen(ErrorScreen(decode(raw[:200]), decode(raw[:100_000])))
            await pilot.pause()
            assert_harmless(app)
            await app.pop_screen()
