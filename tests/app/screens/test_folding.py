from dataclasses import replace

import pytest
from textual.pilot import Pilot

from panels.lanes_header import LanesHeader
from tests.support.nested import two_more_networks
from tests.support.screens import NARROW, TINY, WIDE, debugger, screen_lines, screen_of
from tests.support.traces import MULTUS, failing_add, recorded

ADD = replace(recorded(MULTUS), id="the-add")
DEL = replace(recorded(MULTUS, verb="DEL"), id="the-del", created="2026-01-02T03:05:05Z")
NETWORKS = replace(two_more_networks(), id="the-networks")


def lanes(pilot: Pilot[None]) -> list[str]:
    diagram = screen_of(pilot).diagram
    return [("+" if lane.holds else "") + lane.title for lane in diagram.lanes.lanes[1:]] if diagram else []


async def test_into_unfolds_and_goes_to_the_first_delegate() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("n", "full_stop", "g", "s")
        assert screen_of(pilot).cursor == 1
        await pilot.press("full_stop", "full_stop")
        assert lanes(pilot) == ["multus", "loopback", "+bridge", "portmap"]
        await pilot.press("s")
        await pilot.pause()
        assert screen_of(pilot).cursor == 4
        assert lanes(pilot) == ["multus", "loopback", "bridge", "host-local", "portmap"]


async def test_out_folds_and_goes_to_the_caller() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("s", "full_stop", "full_stop", "s", "u")
        await pilot.pause()
        assert screen_of(pilot).cursor == 3
        assert lanes(pilot) == ["multus", "loopback", "+bridge", "portmap"]
        await pilot.press("u")
        await pilot.pause()
        assert screen_of(pilot).cursor == 0
        assert lanes(pilot) == ["+multus"]


async def test_out_of_an_open_caller_folds_it_and_stays() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("G", "u")
        await pilot.pause()
        assert screen_of(pilot).cursor == 9
        assert lanes(pilot) == ["+multus"]


async def test_into_from_a_folded_delegate_opens_all_around_it() -> None:
    async with debugger(NETWORKS).run_test(size=NARROW) as pilot:
        await pilot.pause()
        assert lanes(pilot) == ["+multus"]
        await pilot.press("full_stop", "full_stop", "full_stop", "s")
        await pilot.pause()
        assert lanes(pilot) == [
            *("multus", "loopback", "bridge", "host-local", "portmap"),
            *("+macvlan", "tuning", "+bridge", "tuning"),
        ]
        assert screen_of(pilot).cursor == 4


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["full_stop", "s"], "loopback executed no plugin: nothing to step into."),
        (["u", "u"], "multus is called by the runtime: nothing to step out of."),
    ],
)
async def test_where_there_is_nothing_it_says_so(keys: list[str], words: str) -> None:
    async with debugger(ADD).run_test(size=WIDE, notifications=True) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert words in " ".join(" ".join(line[-60:] for line in screen_lines(pilot)).split())


async def test_a_link_never_reached_holds_nothing() -> None:
    async with debugger(failing_add()).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("G", "s")
        await pilot.pause()
        assert screen_of(pilot).cursor == 8
        assert any("tuning executed no plugin" in line for line in screen_lines(pilot))


async def test_next_plugin_still_steps_over_delegates() -> None:
    async with debugger(recorded()).run_test(size=NARROW) as pilot:
        await pilot.press("s", "n")
        assert screen_of(pilot).cursor == 4
        await pilot.press("p")
        assert screen_of(pilot).cursor == 0


async def test_a_click_on_a_name_opens_and_folds() -> None:
    async with debugger(NETWORKS).run_test(size=NARROW) as pilot:
        await pilot.pause()
        header = screen_of(pilot).query_one(LanesHeader)
        for expected in (["multus", "loopback"], ["+multus"]):
            diagram = screen_of(pilot).diagram
            assert diagram is not None
            await pilot.click(header, offset=(diagram.gutter_width + diagram.lanes.lanes[1].x, 1))
            await pilot.pause()
            assert lanes(pilot)[:2] == expected


async def test_a_click_on_the_runtime_changes_nothing() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.pause()
        before = lanes(pilot)
        await pilot.click(screen_of(pilot).query_one(LanesHeader), offset=(9, 0))
        await pilot.pause()
        assert lanes(pilot) == before


async def test_the_next_trace_of_a_network_is_folded_alike() -> None:
    other = replace(recorded(), id="other", created="2026-01-02T03:06:05Z")
    async with debugger(ADD, DEL, other).run_test(size=WIDE) as pilot:
        await pilot.pause()
        await pilot.press("u")
        screen_of(pilot).open_trace(DEL.id)
        await pilot.pause()
        assert lanes(pilot) == ["+multus"]
        screen_of(pilot).open_trace(other.id)
        screen_of(pilot).open_trace(ADD.id)
        await pilot.pause()
        assert "loopback" in lanes(pilot)


async def test_hints_name_the_way_in_and_out() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.pause()
        assert "s In" in screen_lines(pilot)[-1]
        await pilot.press("full_stop")
        assert "u Out" in screen_lines(pilot)[-1]
        assert "q Quit" in screen_lines(pilot)[-1]
        await pilot.press("space")
        assert "u Out" not in screen_lines(pilot)[-1]


async def test_a_small_terminal_steps_in_and_out_as_well() -> None:
    async with debugger(ADD).run_test(size=TINY) as pilot:
        await pilot.press("s")
        assert screen_of(pilot).cursor == 1
        await pilot.press("u")
        assert screen_of(pilot).cursor == 0
