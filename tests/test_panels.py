"""Recorded text is hostile: whatever a plugin said, every panel must draw it whole, harmless and in its place."""

import json
import unicodedata

import pytest
from textual.app import App
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
from tests.support.panel_app import PanelApp
from traces.model.call import Call, Outcome

HOSTILE = {
    "closing markup": b"a [/] [/b] c",
    "markup": b"[red]x[/red] [@click=app.quit]y[/]",
    "unfinished markup": b"[[[ [b [/",
    "clear screen": b"\x1b[2J\x1b[H\x1b[31mred",
    "clipboard": b"\x1b]52;c;aGVsbG8=\x07 \x1b]52;c;aGVsbG8=\x1b\\",
    "c1 controls": b"\xc2\x9b31m \xc2\x9d0;title\xc2\x9c",
    "zeros": b"a\x00b\x00\x00",
    "all controls": bytes(range(32)) + b"\x7f",
    "carriage returns": b"one\rtwo\r\nthree\x0b\x0cfour",
    "bidi": "a\u202ereversed\u2066\u2069\u200fb".encode(),
    "line separators": "a\u2028b\u2029c\u0085d".encode(),
    "wide": ("網路設定" * 60).encode(),
    "emoji": ("👩‍👩‍👧‍👦🇩🇪👍🏽" * 20).encode(),
    "combining": ("e" + "\u0301" * 40).encode(),
    "variation selectors": "☎\ufe0f ✈\ufe0e".encode(),
    "no text": b"\xff\xfe\xc3\x28\xed\xa0\x80\xf0\x28\x8c\x28",
    "long line": b"x" * 1_000_000,
    "long wide line": ("網" * 100_000).encode(),
    "many lines": b"[/]\n" * 20_000,
    "json that hides it": json.dumps({"msg": "\x1b[2J[/]\u202e", "[red]": ["\x00", "\u2028"]}).encode(),
    "raw in json": '{"msg": "[/]\u202e\u200b\u009b", "k\u2066": 1}'.encode(),
    "deep": b"[" * 5_000 + b"]" * 5_000,
    "tabs": b'{\t"a":\t1\t}',
    "empty": b"",
    "spaces": b" \n\t\r\n ",
}

TOO_LONG_TO_EDIT = {"long line", "long wide line", "many lines", "deep"}
"""A text area takes minutes for these; nobody edits them."""


def hostile_call(raw: bytes) -> Call:
    """A call in which everything that a plugin or a runtime can choose is that text."""
    text = decode(raw[:2_000])
    return Call(
        id="hostile",
        plugin=text,
        path=f"/opt/{text}",
        verb=text,
        argv=(text, text),
        environment=(b"CNI_ARGS=" + raw, b"CNI_" + raw[:99] + b"=" + raw, raw, raw),
        stdin=raw,
        stdout=raw,
        stderr=raw,
        exit_code=1,
        started=1,
        ended=2,
        outcome=Outcome.ERROR,
        truncated=("stdin", "stdout", "stderr"),
    )


def assert_harmless(app: App[None]) -> None:
    """Nothing that is sent to the terminal may be more than a visible character, and every row is as wide as it is."""
    width, _ = app.size
    for strip in app.screen._compositor.render_strips():
        assert strip.cell_length == width
        bad = [char for char in strip.text if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
        assert bad == [], strip.text


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
        for raw in HOSTILE.values():
            panel.call = hostile_call(raw)
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


@pytest.mark.parametrize("name", sorted(set(HOSTILE) - TOO_LONG_TO_EDIT))
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
