from functools import partial

import pytest
from textual.pilot import Pilot

from app.screens.side import BROAD, SidePane
from tests.support.screens import debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add

PARTS = ["Canvas", "RequestPanel", "ReplyPanel", "StandsOutPanel", "WatchesPanel", "TracesPanel"]


@pytest.mark.parametrize(("width", "shown"), [(BROAD - 1, False), (BROAD, True), (200, True)])
async def test_the_column_is_there_where_there_is_room(width: int, shown: bool) -> None:
    async with debugger(failing_add()).run_test(size=(width, 40)) as pilot:
        await pilot.pause()
        side = screen_of(pilot).query_one(SidePane)
        assert side.display is shown
        assert ("STANDS OUT" in screen_lines(pilot)[1]) is shown


async def test_a_drawer_and_the_lower_part_can_be_seen_together() -> None:
    async with debugger(failing_add()).run_test(size=(80, 24)) as pilot:
        await pilot.press("5")
        await pilot.pause()
        lines = screen_lines(pilot)
        assert "WATCH" in lines[1]
        assert any("stdin" in line for line in lines)


async def test_a_terminal_that_grows_has_the_column_without_the_drawer() -> None:
    async with debugger(failing_add()).run_test(size=(80, 24)) as pilot:
        await pilot.press("4")
        await pilot.resize_terminal(160, 50)
        await pilot.pause()
        await pilot.pause()
        side = screen_of(pilot).query_one(SidePane)
        assert side.stands_out.display
        assert side.watches.display
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen_of(pilot).focused is not None


async def test_tab_goes_from_the_sequence_to_the_payloads_and_on_to_the_column() -> None:
    async with debugger(failing_add()).run_test(size=(160, 50)) as pilot:
        screen = screen_of(pilot)
        met: dict[str, None] = {}
        for _ in range(8):
            assert screen.focused is not None
            met |= dict.fromkeys(part for part in PARTS if screen.focused in screen.query(f"{part}, {part} *"))
            await pilot.press("tab")
        assert list(met) == PARTS


def heads(pilot: Pilot[None], title: str) -> bool:
    """Whether the title stands above the drawer that is open."""
    return title in screen_lines(pilot)[1]


async def test_one_drawer_at_a_time() -> None:
    async with debugger(failing_add()).run_test(size=(80, 24)) as pilot:
        for keys, title in (("4", "STANDS OUT"), ("5", "WATCH"), ("1", "TRACES"), ("4", "STANDS OUT")):
            await pilot.press(keys)
            await until(pilot, partial(heads, pilot, title))
