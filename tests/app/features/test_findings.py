"""A finding from the list to its bytes, in each layout."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from app.screens.debugger import DebuggerScreen
from app.screens.finding import FindingScreen
from app.screens.pick import PickScreen
from panels.sequence_view import SequenceView
from panels.stands_out import StandsOutPanel
from panels.status_line import StatusLine
from tests.support.screens import NARROW, TINY, WIDE, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add, recorded
from traces.model.finding import Severity

ADD = replace(failing_add(), id="the-add")


def text_of(pilot: Pilot[None]) -> str:
    return "\n".join(screen_lines(pilot))


def on_top(pilot: Pilot[None]) -> type:
    """What kind of screen has the keys."""
    return type(pilot.app.screen)


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_enter_opens_it_and_enter_goes_to_the_bytes(size: tuple[int, int]) -> None:
    async with debugger(ADD).run_test(size=size) as pilot:
        await pilot.press("4", "home", "enter")
        await pilot.pause()
        assert on_top(pilot) is FindingScreen
        assert "portmap (link 1) ended ADD with an error of its own, code 11" in " ".join(text_of(pilot).split())
        assert "cnistep export the-add --format shell" in " ".join(text_of(pilot).split())
        await pilot.press("down", "down", "down", "down", "enter")
        await pilot.pause()
        assert on_top(pilot) is DebuggerScreen
        assert screen_of(pilot).cursor == 5
        assert "[std" in text_of(pilot)


async def test_the_quote_is_lit_until_one_goes_on() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("4", "home", "enter", "enter")
        await pilot.pause()
        reply = screen_of(pilot)._reply
        assert reply.sought is not None and reply.sought.hit is not None
        await pilot.press("escape", "comma")
        await pilot.pause()
        assert reply.sought is None


async def test_its_lesson_is_named_and_led_to() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("4", "home", "enter")
        await pilot.pause()
        assert "enter goes to what was seen, L: its lesson, esc leaves" in text_of(pilot)
        assert "L: the lesson «A pod that stays pending»" in " ".join(text_of(pilot).split())
        await pilot.press("L")
        await until(pilot, lambda: on_top(pilot) is PickScreen)
        assert "* A pod that stays pending" in text_of(pilot)


async def test_escape_leaves_it_where_one_was() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.press("4", "home", "enter")
        await pilot.press("escape")
        await pilot.pause()
        assert on_top(pilot) is DebuggerScreen


async def test_the_status_line_counts_them() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert screen_of(pilot).query_one(StatusLine).findings == "1 finding"
        assert "1 finding" in screen_lines(pilot)[0]


async def test_a_healthy_trace_says_nothing_of_it() -> None:
    async with debugger(recorded()).run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert "finding" not in screen_lines(pilot)[0]
        await screen_of(pilot).action_do("findings.open")
        await pilot.pause()
        assert on_top(pilot) is DebuggerScreen


async def test_its_step_has_a_sign_in_the_sequence() -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.pause()
        row = next(line for line in screen_lines(pilot) if "◄╌ ✗ code 11" in line or "06✗" in line)
        assert "06✗!" in row
        assert screen_of(pilot).query_one(SequenceView)._grave == {5}


async def test_on_a_tiny_screen_the_bytes_come_alone() -> None:
    async with debugger(ADD).run_test(size=TINY) as pilot:
        await pilot.press("4", "home", "enter", "enter")
        await pilot.pause()
        assert screen_of(pilot).has_class("-payload")


@pytest.mark.parametrize(("severity", "said"), [(Severity.WARNING, "1 finding"), (Severity.NOTE, "")])
async def test_the_head_counts_what_is_more_than_a_note(severity: Severity, said: str) -> None:
    async with debugger(ADD).run_test(size=WIDE) as pilot:
        await pilot.pause()
        panel = screen_of(pilot).query_one(StandsOutPanel)
        panel.marks = tuple(
            replace(mark, finding=replace(mark.finding, severity=severity)) for mark in panel.marks if mark.finding
        )
        await pilot.pause()
        assert screen_of(pilot).query_one(StatusLine).findings == said
