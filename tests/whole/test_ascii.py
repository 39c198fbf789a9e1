"""A terminal that can show nothing but ASCII is given nothing else, on any screen."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from app.debugger_app import DebuggerApp
from app.palette import Entry
from app.palette_entries import entries_of
from app.screens.debugger import DebuggerScreen
from panels.render.glyphs import ASCII
from tests.support.screens import NARROW, TINY, WIDE, backend_of, screen_lines, screen_of
from tests.support.traces import failing_add, recorded, running
from traces.model.trace import Trace
from traces.timeline.playback import Motion

TRACES = replace(failing_add(), id="a"), replace(recorded(verb="DEL"), id="b"), replace(running(), id="c")
LEAVING = ("quit", "quit.now", "copy_or_quit", "suspend")


def ascii_app(*traces: Trace) -> DebuggerApp:
    return DebuggerApp(backend_of(traces), traces[0], glyphs=ASCII, motion=Motion.NONE)


def foreign(pilot: Pilot[None]) -> list[str]:
    """What stands on the terminal that is not ASCII."""
    return sorted({char for line in screen_lines(pilot) for char in line if not char.isascii()})


def opening(entries: list[Entry]) -> Iterator[Entry]:
    """The entries that do not leave."""
    yield from (entry for entry in entries if entry.is_listed and not set(entry.aliases) & set(LEAVING))


async def test_every_screen_that_can_be_opened_is_ascii() -> None:
    async with ascii_app(*TRACES).run_test(size=WIDE) as pilot:
        entries = list(opening(entries_of(screen_of(pilot)) or []))
        dialogs = [entry for entry in entries if await opens_dialog(pilot, entry)]
        assert dialogs
        for size in (NARROW, TINY):
            await pilot.resize_terminal(*size)
            assert [entry.title for entry in dialogs if not await opens_dialog(pilot, entry)] == []


async def opens_dialog(pilot: Pilot[None], entry: Entry) -> bool:
    """Whether it opens another screen, which is closed again; what it shows is ASCII."""
    screen_of(pilot).action_back()
    screen_of(pilot).player.move(3)
    await entry.run()
    await pilot.pause()
    assert foreign(pilot) == [], entry.title
    is_dialog = not isinstance(pilot.app.screen, DebuggerScreen)
    while not isinstance(pilot.app.screen, DebuggerScreen):
        await pilot.app.pop_screen()
    return is_dialog


@pytest.mark.parametrize("size", [NARROW, WIDE, TINY])
async def test_every_part_of_the_screen_is_ascii(size: tuple[int, int]) -> None:
    async with ascii_app(*TRACES).run_test(size=size) as pilot:
        for key in ("1", "2", "3", "4", "5", "colon", "question_mark", "slash"):
            await pilot.press("n", "full_stop", key)
            await pilot.pause()
            assert foreign(pilot) == [], key
            await pilot.press("escape", "escape")


async def test_a_running_trace_is_ascii() -> None:
    async with ascii_app(TRACES[2]).run_test(size=NARROW) as pilot:
        await pilot.press("G")
        await pilot.pause()
        assert foreign(pilot) == []
