"""y and Y: what is copied, that no secret is in it, and what happens where the clipboard is too small."""

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from app.outside.clipboard import TMUX_NOTE
from app.screens.choice import ChoiceScreen
from app.screens.pick import PickScreen
from app.screens.typed import TypedScreen
from tests.support.planted import SECRETS, planted
from tests.support.screens import NARROW, TINY, WIDE, debugger, screen_lines, until
from tests.support.traces import failing_add
from traces.model.trace import Trace


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state folder of the test's own, and no multiplexer."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("CNISTEP_OSC52_MAX", raising=False)


async def copied(pilot: Pilot[None], *keys: str) -> str:
    """What is on the clipboard after the menu was opened and the keys were pressed."""
    await pilot.press("y")
    await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
    await pilot.press(*keys)
    await until(pilot, lambda: bool(pilot.app.clipboard))
    return pilot.app.clipboard


def said(pilot: Pilot[None]) -> str:
    """The toasts."""
    return "\n".join(note.message for note in pilot.app._notifications)


@pytest.mark.parametrize("size", [NARROW, WIDE, TINY])
async def test_y_twice_copies_the_side_as_it_is(size: tuple[int, int]) -> None:
    trace = failing_add()
    async with debugger(trace).run_test(size=size) as pilot:
        assert await copied(pilot, "y") == trace.calls[0].stdin.decode()
        assert said(pilot) == f"copied {len(trace.calls[0].stdin)} bytes"


async def test_the_side_with_the_focus_is_copied() -> None:
    trace = failing_add()
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("3", "t")
        assert "CNI_COMMAND" in await copied(pilot, "y")


async def test_a_reply_is_copied_where_the_step_is_one() -> None:
    trace = failing_add()
    async with debugger(trace).run_test(size=WIDE) as pilot:
        await pilot.press("full_stop", "full_stop")
        assert await copied(pilot, "y") == trace.calls[1].stdout.decode()


async def test_json_is_laid_out() -> None:
    trace = failing_add()
    async with debugger(trace).run_test(size=NARROW) as pilot:
        assert await copied(pilot, "j") == json.dumps(json.loads(trace.calls[0].stdin), indent=2)


async def test_a_path_is_picked_from_a_list() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickScreen))
        await pilot.press(*"subnet", "enter")
        await until(pilot, lambda: bool(pilot.app.clipboard))
        assert pilot.app.clipboard == "/ipam/ranges/0/0/subnet"


async def test_a_value_is_picked_from_a_list() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickScreen))
        await pilot.press(*"subnet", "enter")
        await until(pilot, lambda: bool(pilot.app.clipboard))
        assert pilot.app.clipboard == "10.89.9.0/24"


async def test_the_shell_line_and_the_cnitool_line() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        assert "| env -i 'CNI_ARGS=" in await copied(pilot, "s")
        pilot.app._clipboard = ""
        assert " cnitool add five /run/netns/pod\n" in await copied(pilot, "t")


async def test_the_whole_call_is_copied_as_json() -> None:
    trace = failing_add()
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("Y")
        await until(pilot, lambda: bool(pilot.app.clipboard))
        assert json.loads(pilot.app.clipboard)["stdin"] == trace.calls[0].stdin.decode()


@pytest.mark.parametrize("keys", ["y", "j", "c", "s", "t"])
async def test_no_secret_is_copied(keys: str) -> None:
    async with debugger(planted()).run_test(size=NARROW) as pilot:
        text = await copied(pilot, *keys)
        assert [name for name, secret in SECRETS.items() if secret in text] == []
        assert "<redacted:" in text
        assert "secrets replaced" in said(pilot) or "1 secret replaced" in said(pilot)


async def test_the_menu_counts_what_will_be_replaced() -> None:
    async with debugger(planted()).run_test(size=NARROW) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: any("placeholders" in line for line in screen_lines(pilot)))
        assert any("1 private key" in line for line in screen_lines(pilot))


async def test_raw_has_to_be_typed() -> None:
    async with debugger(planted()).run_test(size=NARROW) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, TypedScreen))
        await pilot.press("y", "enter")
        assert isinstance(pilot.app.screen, TypedScreen)
        await pilot.press("backspace", *"raw", "enter")
        await until(pilot, lambda: any("RAW" in line for line in screen_lines(pilot)))
        await pilot.press("y")
        await until(pilot, lambda: bool(pilot.app.clipboard))
        assert SECRETS["password"] in pilot.app.clipboard
        assert "replaced" not in said(pilot)


async def test_what_is_too_long_goes_into_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_OSC52_MAX", "100")
    trace = planted()
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        await pilot.press("y")
        await until(pilot, lambda: "too long" in said(pilot))
        [path] = (tmp_path / "state" / "copied").iterdir()
        assert str(path) in said(pilot)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert SECRETS["password"] not in path.read_text()
        assert not pilot.app.clipboard


async def test_tmux_is_spoken_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        for _ in range(2):
            pilot.app._clipboard = ""
            await pilot.press("Y")
            await until(pilot, lambda: bool(pilot.app.clipboard))
        assert said(pilot).count(TMUX_NOTE) == 1


async def test_what_acts_on_a_terminal_is_made_visible() -> None:
    trace = failing_add()
    hostile = with_stdin(trace, b"a\x1b[201~rm -rf\r\n\tb\xff\xe2\x80\xae")
    async with debugger(hostile).run_test(size=NARROW) as pilot:
        assert await copied(pilot, "y") == "a\u241b[201~rm -rf\u240d\n\tb\\xff<U+202E>"
        assert "control characters made visible" in said(pilot)


async def test_where_there_is_no_call_nothing_is_copied() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press("G", "y")
        await until(pilot, lambda: "no call" in said(pilot))
        assert not pilot.app.clipboard


def with_stdin(trace: Trace, stdin: bytes) -> Trace:
    """The trace with another stdin of its first call."""
    return replace(trace, calls=(replace(trace.calls[0], stdin=stdin), *trace.calls[1:]))
