from textual.pilot import Pilot

from panels.request_panel import RequestPanel
from panels.sequence_view import SequenceView
from panels.traces_panel import TracesPanel
from tests.support.screens import NARROW, TINY, WIDE, debugger, screen_of
from tests.support.traces import recorded


def heights(pilot: Pilot[None]) -> tuple[int, int]:
    """Rows of the upper part and of the payloads."""
    screen = screen_of(pilot)
    return screen.query_one("#upper").size.height, screen.query_one("#lower").size.height


async def test_plus_and_minus_move_the_line_between_the_parts() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.pause()
        first = heights(pilot)
        await pilot.press("plus")
        await pilot.pause()
        more = heights(pilot)
        assert more[0] > first[0]
        assert sum(more) == sum(first)
        await pilot.press("3", "plus", "plus")
        await pilot.pause()
        assert heights(pilot)[1] > first[1]


async def test_no_part_is_made_to_vanish() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press(*["plus"] * 20)
        await pilot.pause()
        assert heights(pilot)[1] >= 3
        await pilot.press(*["minus"] * 20)
        await pilot.pause()
        assert heights(pilot)[0] >= 3


async def test_what_was_chosen_holds_for_its_layout() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.press("plus", "plus")
        await pilot.pause()
        chosen = heights(pilot)
        await pilot.resize_terminal(*NARROW)
        await pilot.pause()
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert heights(pilot) == chosen


async def test_a_part_that_is_alone_takes_all_and_gives_it_back() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.press("plus", "plus")
        await pilot.pause()
        chosen = heights(pilot)
        await pilot.press("3", "f")
        await pilot.pause()
        assert screen_of(pilot).query_one(RequestPanel).size.height == WIDE[1] - 3
        await pilot.press("plus", "q")
        await pilot.pause()
        assert heights(pilot) == chosen
        assert pilot.app.focused is screen_of(pilot).query_one(SequenceView)
        assert pilot.app.is_running


async def test_the_list_is_made_wider_where_it_has_the_focus() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.pause()
        traces = screen_of(pilot).query_one(TracesPanel)
        first = traces.size.width
        traces.view.focus()
        await pilot.pause()
        await pilot.press("plus")
        await pilot.pause()
        wider = traces.size.width
        assert wider > first
        await screen_of(pilot).action_do("room.even")
        await pilot.pause()
        assert traces.size.width == first


async def test_in_a_tiny_terminal_there_is_nothing_to_share() -> None:
    async with debugger(recorded()).run_test(size=TINY, notifications=True) as pilot:
        await pilot.press("f", "plus", "minus")
        await pilot.pause()
        said = [note.message for note in pilot.app._notifications]
        assert any("every part has the whole screen" in text for text in said)
        assert pilot.app.is_running


async def test_the_drawer_says_that_it_has_the_whole_screen() -> None:
    async with debugger(recorded()).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("1", "plus")
        await pilot.pause()
        assert any("list has the whole screen" in note.message for note in pilot.app._notifications)
