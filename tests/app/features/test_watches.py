from dataclasses import replace

import pytest
from textual.pilot import Pilot

from app.notebook import MemoryNotebook
from app.screens.error import ErrorScreen
from app.screens.line import LineScreen
from app.screens.side import SidePane
from tests.support.screens import NARROW, TINY, WIDE, backend_of, debugger, screen_lines, screen_of
from tests.support.traces import network, recorded
from traces.errors import StoreError

ADD = replace(recorded(), id="the-add")
OTHER = replace(recorded(), id="other", network=replace(network("bridge"), name="another"))


class Broken(MemoryNotebook):
    """Can be neither read nor written."""

    def watches(self, network: str) -> tuple[str, ...]:
        raise StoreError("watches.json: not JSON")

    def watch(self, network: str, expression: str, *, remove: bool = False) -> tuple[str, ...]:
        raise StoreError("cannot write in /nowhere")


def watched(pilot: Pilot[None]) -> list[tuple[str, str, bool]]:
    panel = screen_of(pilot).query_one(SidePane).watches
    return [(expression, seen.text, seen.changed) for expression, seen in panel.watched]


@pytest.mark.parametrize("size", [NARROW, (120, 40), WIDE, TINY])
async def test_5_shows_the_watches_and_plus_adds_one(size: tuple[int, int]) -> None:
    async with debugger(ADD).run_test(size=size) as pilot:
        side = screen_of(pilot).query_one(SidePane)
        await pilot.press("5")
        await pilot.pause()
        assert side.watches.view.has_focus
        assert side.stands_out.display is (size == WIDE)
        await pilot.press("plus")
        assert isinstance(pilot.app.screen, LineScreen)
        await pilot.press(*"interfaces|len", "enter")
        await pilot.pause()
        assert watched(pilot) == [("interfaces|len", "no prevResult here", False)]
        assert "interfaces|len" in "\n".join(screen_lines(pilot))
        await pilot.press("escape")
        assert side.display is (size == WIDE)


async def test_values_follow_the_step_both_ways() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        screen_of(pilot).backend.notebook.watch("five", "interfaces|len")
        screen_of(pilot).open_trace("the-add")
        await pilot.press("5", "a", *"ips[0].address", "enter", "escape")
        await pilot.press("full_stop", "full_stop", "full_stop")
        assert watched(pilot)[-1] == ("ips[0].address", "10.89.9.3/24", False)
        await pilot.press("comma")
        assert watched(pilot)[-1] == ("ips[0].address", "10.89.9.3/24", True)
        await pilot.pause()
        assert any("* ips[0].address" in line for line in screen_lines(pilot))


async def test_a_wrong_expression_is_told_while_it_is_typed() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("5", "a", *"ips[", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LineScreen)
        assert "ips[: character 4: expected the number of an entry" in "\n".join(screen_lines(pilot))
        await pilot.press(*"0]", "enter")
        await pilot.pause()
        assert [expression for expression, *_ in watched(pilot)] == ["ips[0]"]


@pytest.mark.parametrize("key", ["x", "delete"])
async def test_x_and_delete_watch_one_less(key: str) -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("5", "a", *"ips", "enter", "a", *"dns", "enter")
        await pilot.pause()
        await pilot.press("down", key)
        assert [expression for expression, *_ in watched(pilot)] == ["ips"]
        assert screen_of(pilot).backend.notebook.watches("five") == ("ips",)
        await pilot.press(key, key)
        assert watched(pilot) == []


async def test_every_network_has_its_own_watches() -> None:
    async with debugger(ADD, OTHER).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await pilot.press("5", "a", *"ips", "enter")
        await pilot.pause()
        screen.open_trace("other")
        assert watched(pilot) == []
        screen.open_trace("the-add")
        assert [expression for expression, *_ in watched(pilot)] == ["ips"]


async def test_the_palette_can_watch_an_expression() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("colon")
        await pilot.press(*"watch an exp")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert isinstance(pilot.app.screen, LineScreen)


async def test_a_store_that_is_broken_is_told_and_watching_works() -> None:
    backend = replace(backend_of([ADD]), notebook=Broken())
    async with debugger(ADD, backend=backend).run_test(size=NARROW, notifications=True) as pilot:
        assert [notice.message for notice in pilot.app._notifications] == ["Nothing is watched: watches.json: not JSON"]
        await pilot.press("5", "a", *"ips|len", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ErrorScreen)
        await pilot.press("escape")
        assert [expression for expression, *_ in watched(pilot)] == ["ips|len"]


async def test_without_a_trace_there_is_nothing_to_watch() -> None:
    async with debugger().run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("5", "a", "x", "m", "semicolon", "apostrophe", "right_square_bracket")
        assert "No trace is open." in [notice.message for notice in pilot.app._notifications]
        assert not isinstance(pilot.app.screen, LineScreen)
