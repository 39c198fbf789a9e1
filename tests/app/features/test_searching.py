"""Searching all that went in and came out, with every key."""

import threading
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from app.features.searching import Searching
from app.screens.canvas import Canvas
from app.screens.found import FoundScreen
from app.screens.search_line import SearchLine
from panels.hint_bar import HintBar
from panels.payload_panel import PayloadPanel
from panels.render.page import Kind
from panels.reply_panel import ReplyPanel
from panels.request_panel import RequestPanel
from panels.sequence_view import SequenceView
from tests.support.screens import NARROW, TINY, WIDE, backend_of, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add, hostile, long_chain, missing_plugin, recorded, simple_call
from traces.model.trace import Trace

ADD = replace(failing_add(), id="the-add")
OTHER = replace(recorded(verb="DEL"), id="other", series="s2", created="2026-01-01T00:00:00Z")


def bar(pilot: Pilot[None]) -> SearchLine:
    return screen_of(pilot).query_one(SearchLine)


async def told(pilot: Pilot[None], text: str) -> None:
    """Wait until the bar says so."""
    await until(pilot, lambda: bar(pilot).told == text)


def shown(pilot: Pilot[None]) -> tuple[int, str]:
    """The step, and the side of the call."""
    screen = screen_of(pilot)
    return screen.cursor, screen.query_one(PayloadPanel).side.name


def lit(panel: PayloadPanel | RequestPanel | ReplyPanel, kind: Kind = Kind.HERE) -> list[str]:
    """What is lit in the rows that are seen."""
    view, style = panel.view, panel.view._style(kind)
    view._strips.clear()
    top = view.scroll_offset.y
    rows = [view._strip(row) for row in range(top, min(top + view.size.height, len(view.page.lines)))]
    return ["".join(part.text for part in row if part.style == style) for row in rows]


async def test_enter_goes_from_hit_to_hit_and_round() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"chain")
        await told(pilot, "2 hits")
        assert bar(pilot).counts == (("portmap", 2),)
        assert not screen_of(pilot).query_one(HintBar).display
        await pilot.press("enter")
        assert (shown(pilot), bar(pilot).told) == ((5, "stdout"), "hit 1 of 2")
        await pilot.press("enter")
        assert (shown(pilot), bar(pilot).told) == ((5, "stderr"), "hit 2 of 2")
        await pilot.press("enter")
        assert shown(pilot) == (5, "stdout")
        for key in ("shift+enter", "up"):
            await pilot.press(key)
        assert shown(pilot) == (5, "stdout")
        await pilot.press("down")
        assert shown(pilot) == (5, "stderr")
        assert lit(screen_of(pilot).query_one(PayloadPanel))[1] == "chain"


async def test_a_hit_in_a_long_payload_is_scrolled_to() -> None:
    stdin = b'{"list":[' + b'{"a":1},' * 3000 + b'"needle"],"x":"needle"}'
    trace = replace(ADD, calls=(replace(ADD.calls[0], stdin=stdin), *ADD.calls[1:]))
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"needle", "enter")
        await told(pilot, "hit 1 of 2")
        panel = screen_of(pilot).query_one(PayloadPanel)
        await pilot.pause()
        assert panel.view.scroll_offset.y > 2_000
        assert "needle" in lit(panel)
        assert "".join(lit(panel, Kind.HIT)) == "needle"


async def test_wide_screens_turn_the_side_that_has_it() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("slash", *"CNI_IFNAME")
        await told(pilot, "3 hits")
        await pilot.press("enter")
        screen = screen_of(pilot)
        assert screen.query_one(RequestPanel).side.name == "env"
        assert "CNI_IFNAME" in lit(screen.query_one(RequestPanel))
        await pilot.press("escape", "slash", *"already", "enter")
        await told(pilot, "hit 1 of 1")
        assert screen.query_one(ReplyPanel).side.name == "stderr"


async def test_n_goes_on_inside_a_payload_only() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"chain", "enter")
        await told(pilot, "hit 1 of 2")
        await pilot.press("tab", "n")
        assert bar(pilot).told == "hit 2 of 2"
        await pilot.press("N", "N")
        assert bar(pilot).told == "hit 2 of 2"
        await pilot.press("2", "g", "n")
        assert shown(pilot)[0] == 4
        await pilot.press("N")
        assert shown(pilot)[0] == 5
        await pilot.press("escape", "3", "g", "2", "g", "3", "n")
        assert shown(pilot)[0] == 4


@pytest.mark.parametrize("drawer", ["4", "5"])
async def test_nothing_lies_over_what_is_searched(drawer: str) -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        await pilot.press(drawer, "slash", *"cni", "enter")
        await pilot.pause()
        assert screen_of(pilot).query_one(SequenceView).is_on_screen


async def test_escape_closes_and_lights_nothing() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"chain", "enter")
        await told(pilot, "hit 1 of 2")
        await pilot.press("escape")
        await pilot.pause()
        assert not bar(pilot).display
        assert screen_of(pilot).query_one(HintBar).display
        assert pilot.app.focused is screen_of(pilot).query_one(Canvas)
        assert not any(lit(screen_of(pilot).query_one(PayloadPanel)))
        await pilot.press("slash")
        await told(pilot, "2 hits")
        await pilot.press(*"zzz")
        await told(pilot, "no hit")


async def test_escape_on_the_payload_closes_it_too() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"chain", "enter", "tab", "escape")
        await pilot.pause()
        assert not bar(pilot).display


async def test_a_capital_letter_makes_case_matter() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"Chain")
        await told(pilot, "no hit")


async def test_the_payload_comes_where_all_is_one_column() -> None:
    async with debugger(ADD).run_test(size=TINY) as pilot:
        await pilot.press("slash", *"already", "enter")
        await told(pilot, "hit 1 of 1")
        await until(pilot, lambda: "already" in lit(screen_of(pilot).query_one(PayloadPanel)))


async def test_what_never_started_is_found_too() -> None:
    trace = missing_plugin()
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"failed to find", "enter")
        await told(pilot, "hit 1 of 1")
        assert screen_of(pilot).call is None


async def test_another_trace_is_searched_when_it_comes() -> None:
    async with debugger(ADD, OTHER).run_test(size=WIDE) as pilot:
        await pilot.press("slash", *"chain")
        await told(pilot, "2 hits")
        screen_of(pilot).open_trace("other")
        await told(pilot, "no hit")


async def test_all_traces_are_searched_the_newest_first() -> None:
    async with debugger(ADD, OTHER).run_test(size=WIDE) as pilot:
        await pilot.press("slash", *"CNI_COMMAND", "ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, FoundScreen))
        await until(pilot, lambda: any("9 hits, 2 traces searched" in line for line in screen_lines(pilot)))
        assert any("the-add ADD web-0" in line and "CNI_COMMAND=ADD" in line for line in screen_lines(pilot))
        await pilot.press("end", "enter")
        await told(pilot, "hit 6 of 6")
        screen = screen_of(pilot)
        assert screen.current == "other"
        assert screen.query_one(RequestPanel).side.name == "env"


async def test_a_hit_in_the_open_trace_is_gone_to() -> None:
    async with debugger(ADD, OTHER).run_test(size=WIDE) as pilot:
        await pilot.press("slash", *"already", "ctrl+t")
        await until(pilot, lambda: any("1 hit, 2 traces searched" in line for line in screen_lines(pilot)))
        await pilot.press("enter")
        await told(pilot, "hit 1 of 1")
        assert (screen_of(pilot).current, shown(pilot)[0]) == ("the-add", 5)


async def test_nothing_in_all_traces_is_said() -> None:
    async with debugger(ADD, OTHER).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"[/]zz", "ctrl+t")
        await until(pilot, lambda: any("no trace has it" in line for line in screen_lines(pilot)))
        assert any("«[/]zz»: 0 hits" in line for line in screen_lines(pilot))
        await pilot.press("escape")
        assert bar(pilot).display


async def test_keys_without_a_search_begin_one() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("N")
        assert bar(pilot).display
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, FoundScreen)
        assert any("then ctrl+t" in line for line in screen_lines(pilot))


async def test_a_search_without_a_trace_finds_nothing() -> None:
    async with debugger(backend=backend_of(())).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"x", "enter", "shift+enter", "escape")
        assert not bar(pilot).display


async def test_keys_are_served_while_a_large_trace_is_searched() -> None:
    trace = replace(long_chain(3), id="long")
    begun, go_on = threading.Event(), threading.Event()

    async with debugger(trace).run_test(size=NARROW) as pilot:
        feature = screen_of(pilot).features["search"]
        assert isinstance(feature, Searching)
        find = feature._find

        def slow(*given: object) -> None:
            begun.set()
            go_on.wait(20)
            find(*given)  # type: ignore[arg-type]

        feature._find = slow  # type: ignore[assignment, method-assign]
        await pilot.press("slash", *"tuning-2")
        await until(pilot, begun.is_set)
        assert bar(pilot).told == "searching"
        assert bar(pilot).text == "tuning-2"
        await pilot.press("enter")
        assert bar(pilot).told == "searching"
        go_on.set()
        await told(pilot, "hit 1 of 1")


@pytest.mark.parametrize("size", [NARROW, WIDE, TINY])
async def test_hostile_traces_are_searched_unharmed(size: tuple[int, int]) -> None:
    trace: Trace = replace(hostile(), id="hostile")
    async with debugger(trace, OTHER).run_test(size=size) as pilot:
        await pilot.press("slash", *"網路", "enter", "down")
        await until(pilot, lambda: bar(pilot).told.startswith("hit "))
        await pilot.press("ctrl+t")
        await until(pilot, lambda: any("hits" in line for line in screen_lines(pilot)))
        assert not any(char in "".join(screen_lines(pilot)) for char in "\x1b\x07\x00\u202e")


async def test_a_running_call_can_be_searched() -> None:
    call = replace(simple_call(0, "bridge"), ended=None, exit_code=None, stdout=b"")
    trace = replace(ADD, id="runs", calls=(call,), failure=None, finished=False)
    async with debugger(trace).run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"bridge", "enter")
        await told(pilot, "hit 1 of 1")
