"""x, w and the palette's exports: the dialog, what is written, and that no secret is in it."""

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from app.features.exporting import default_name
from app.screens.confirm import ConfirmScreen
from app.screens.error import ErrorScreen
from app.screens.export import ExportScreen
from tests.support.planted import SECRETS, planted
from tests.support.screens import NARROW, TINY, WIDE, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add
from traces.model.trace import Trace
from traces.session.opening import open_traces

ACTIONS = {
    "json": "exporting.json",
    "markdown": "exporting.report",
    "mermaid": "exporting.mermaid",
    "svg": "exporting.svg",
    "shell": "exporting.shell",
    "screenshot": "exporting.screenshot",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A current folder of the test's own."""
    monkeypatch.chdir(tmp_path)


async def asked(pilot: Pilot[None], form: str) -> None:
    """Open the dialog of a form."""
    await screen_of(pilot).action_do(ACTIONS[form])
    await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen) and bool(pilot.app.screen.query("#path")))


async def written(pilot: Pilot[None], form: str) -> Path:
    """The file, after the dialog was opened and enter pressed."""
    await asked(pilot, form)
    await pilot.press("enter")
    await until(pilot, lambda: bool(os.listdir()))
    await until(pilot, lambda: not any(name.endswith(".partial") for name in os.listdir()))
    [name] = os.listdir()
    return Path(name)


def said(pilot: Pilot[None]) -> str:
    """The toasts."""
    return "\n".join(note.message for note in pilot.app._notifications)


@pytest.mark.parametrize("size", [NARROW, WIDE, TINY])
async def test_x_writes_a_trace_that_can_be_opened(size: tuple[int, int], tmp_path: Path) -> None:
    trace = failing_add()
    async with debugger(trace).run_test(size=size) as pilot:
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "written" in said(pilot))
        path = tmp_path / f"cnistep-ADD-{trace.id}.json"
        assert f"written, {path.stat().st_size} B: {path}" in said(pilot).replace("9 kB", f"{path.stat().st_size} B")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert open_traces(str(path))[0].calls == trace.calls


async def test_w_writes_a_report() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "written" in said(pilot))
        [name] = os.listdir()
        report = Path(name).read_text()
        assert name.endswith(".md") and "sequenceDiagram" in report and "## Sequence" in report


@pytest.mark.parametrize("form", ACTIONS)
async def test_no_secret_is_written_in_any_form(form: str) -> None:
    async with debugger(planted()).run_test(size=WIDE) as pilot:
        path = await written(pilot, form)
        await until(pilot, lambda: "written" in said(pilot))
        text = path.read_text()
        assert [name for name, secret in SECRETS.items() if secret in text] == []
        assert "replaced" in said(pilot)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_the_dialog_counts_what_is_replaced() -> None:
    async with debugger(planted()).run_test(size=NARROW) as pilot:
        await asked(pilot, "json")
        await until(pilot, lambda: any("Replaced by placeholders: " in line for line in screen_lines(pilot)))
        assert any("1 private key" in line for line in screen_lines(pilot))


async def test_only_the_typed_word_leaves_secrets_in() -> None:
    async with debugger(planted()).run_test(size=NARROW) as pilot:
        await asked(pilot, "json")
        await pilot.press("tab", *"ra", "enter")
        assert isinstance(pilot.app.screen, ExportScreen) and os.listdir() == []
        await pilot.press("w", "enter")
        await until(pilot, lambda: "with its secrets" in said(pilot))
        [name] = os.listdir()
        assert SECRETS["password"] in Path(name).read_text()


async def test_a_file_is_replaced_only_after_a_yes() -> None:
    trace = failing_add()
    path = Path(default_name(trace, ".json"))
    path.write_text("mine")
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await asked(pilot, "json")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
        assert path.read_text() == "mine"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        await pilot.press("y")
        await until(pilot, lambda: "written" in said(pilot))
        assert json.loads(path.read_text())["id"] == trace.id


async def test_the_name_can_be_edited() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await asked(pilot, "svg")
        pilot.app.screen.query_one("#path", Input).value = "other name.svg"
        await pilot.press("enter")
        await until(pilot, lambda: "written" in said(pilot))
        assert os.listdir() == ["other name.svg"]


async def test_what_cannot_be_written_is_one_message() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await asked(pilot, "json")
        pilot.app.screen.query_one("#path", Input).value = "/no/such/folder/x.json"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        await pilot.pause()
        assert any("cannot write /no/such/folder/x.json" in line for line in screen_lines(pilot))


async def test_escape_writes_nothing() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await asked(pilot, "json")
        await pilot.press("escape")
        await pilot.pause()
        assert os.listdir() == [] and pilot.app.screen is screen_of(pilot)


async def test_a_screenshot_leaves_the_screen_as_it_was() -> None:
    trace = planted()
    async with debugger(trace).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await pilot.press("full_stop")
        cursor, summaries = screen.cursor, screen.summaries
        path = await written(pilot, "screenshot")
        await until(pilot, lambda: "written" in said(pilot))
        assert screen.trace is trace and screen.summaries is summaries and screen.cursor == cursor
        assert "redacted" in path.read_text()


async def test_a_screenshot_loads_nothing_from_elsewhere() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        picture = (await written(pilot, "screenshot")).read_text()
        links = [word for word in picture.split() if "http" in word and "www.w3.org" not in word]
        assert links == [] and "@font-face" not in picture and "portmap" in picture


def test_a_hostile_name_makes_a_harmless_file_name() -> None:
    assert default_name(hostile(), ".json") == "cnistep-AD-D-.-..-x.json"


def hostile() -> Trace:
    """A trace whose id and verb are no file names."""
    return replace(failing_add(), id="./../x", verb="AD\x1bD")
