"""The screen in terminals of every size: nothing breaks, and no key is shown in part."""

from dataclasses import replace

from textual.pilot import Pilot

from app.screens.debugger import LEAST_HIGH, LEAST_WIDE, DebuggerScreen
from panels.hint_bar import HintBar
from panels.step_list import StepList
from tests.support.big_traces import chain_of
from tests.support.screens import debugger, screen_lines, screen_of
from tests.support.traces import failing_add, recorded
from traces.timeline.lanes import NARROWEST

SIZES = [
    *((60, 16), (60, 17), (61, 24), (72, 33), (79, 24), (80, 24), (109, 34), (110, 33)),
    *((110, 34), (149, 50), (150, 34), (160, 50), (240, 20), (300, 100), (300, 16), (59, 16)),
    *((60, 15), (40, 10), (20, 5), (5, 3), (1, 1), (160, 50)),
]
PANELS = ("1", "2", "3", "4", "5")
"""The keys of the list, the sequence, the payload, what stands out, the watches."""


async def settle(pilot: Pilot[None], width: int, height: int) -> None:
    """Give the terminal another size, and wait until everything is drawn."""
    await pilot.resize_terminal(width, height)
    await pilot.pause()


def is_whole(pilot: Pilot[None]) -> bool:
    """Whether the last row holds nothing but whole hints."""
    shown = screen_of(pilot).query_one(HintBar)
    row = screen_lines(pilot)[-1].rstrip()
    words = {f" {hint.key} {hint.text}" for hint in shown.hints}
    while row:
        word = next((word for word in sorted(words, key=len, reverse=True) if row.endswith(word)), None)
        if word is None:
            return False
        row = row[: -len(word)].rstrip()
    return True


async def test_every_size_is_drawn_with_any_part_in_focus() -> None:
    traces = replace(failing_add(), id="a"), replace(recorded(verb="DEL"), id="b")
    async with debugger(*traces).run_test(size=(160, 50)) as pilot:
        for place, (width, height) in enumerate(SIZES):
            await settle(pilot, width, height)
            for key in (PANELS[place % len(PANELS)], PANELS[(place + 2) % len(PANELS)]):
                screen_of(pilot).action_back()
                await pilot.press(key, "full_stop")
                await pilot.pause()
                lines = screen_lines(pilot)
                assert [len(lines), pilot.app.is_running] == [height, True]
                assert height < 5 or is_whole(pilot), (width, height)
        assert isinstance(pilot.app.screen, DebuggerScreen)


async def test_below_the_least_size_the_steps_are_a_list() -> None:
    async with debugger(recorded()).run_test(size=(80, 24)) as pilot:
        for width, height in ((LEAST_WIDE - 1, LEAST_HIGH), (LEAST_WIDE, LEAST_HIGH - 1)):
            await settle(pilot, width, height)
            assert screen_of(pilot).query_one(StepList).display
        await settle(pilot, LEAST_WIDE, LEAST_HIGH)
        assert not screen_of(pilot).query_one(StepList).display


async def test_lanes_fold_before_they_become_narrow() -> None:
    async with debugger(chain_of(3, delegates=9)).run_test(size=(160, 50)) as pilot:
        lanes = []
        for width in (160, 120, 90, 70, 60):
            await settle(pilot, width, 30)
            diagram = screen_of(pilot).diagram
            assert diagram is not None
            assert diagram.lanes.pitch >= NARROWEST
            lanes.append(len(diagram.lanes.lanes))
        assert lanes == sorted(lanes, reverse=True)
        assert lanes[0] > lanes[-1] >= 4


async def test_a_dialog_is_drawn_in_every_size() -> None:
    async with debugger(recorded()).run_test(size=(160, 50)) as pilot:
        for place, key in enumerate(("question_mark", "colon")):
            await pilot.press(key)
            for width, height in SIZES[place::2]:
                await settle(pilot, width, height)
                assert len(screen_lines(pilot)) == height
            await pilot.press("escape")
            assert isinstance(pilot.app.screen, DebuggerScreen)
