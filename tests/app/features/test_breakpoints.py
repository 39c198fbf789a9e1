"""Breakpoints and the intercept, by their keys."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from app.screens.breakpoints import BreakpointsScreen
from app.screens.query_prompt import QueryPrompt
from tests.support.screens import NARROW, backend_of, debugger, screen_lines, screen_of, told, until
from tests.support.stepped import SteppedRun
from tests.support.traces import failing_add, recorded
from traces.session.goals import Mode
from traces.session.stepper import Stepper
from traces.timeline.playback import Motion

ADD = replace(recorded(), id="the-add")


def text(pilot: Pilot[None]) -> str:
    return "\n".join(screen_lines(pilot))


async def typed(pilot: Pilot[None], words: str) -> None:
    """Type into the line that has the keys."""
    for char in words:
        await pilot.press({" ": "space", "=": "equals_sign", "!": "exclamation_mark"}.get(char, char))


def stepper_of(pilot: Pilot[None]) -> Stepper:
    return screen_of(pilot).backend.stepper


@pytest.mark.parametrize("key", ["b", "f9"])
async def test_a_breakpoint_is_set_on_the_step_and_taken_away(key: str) -> None:
    async with debugger(ADD).run_test(size=(100, 24)) as pilot:
        await pilot.press("n", key)
        await pilot.pause()
        assert [each.text for each in stepper_of(pilot).breakpoints.all] == ["plugin=portmap verb=ADD"]
        lines = screen_lines(pilot)
        assert "break: plugin=portmap verb=ADD" in lines[0]
        assert [line for line in lines if line[4:5] == "●" and "ADD" in line]
        await pilot.press(key)
        await pilot.pause()
        assert stepper_of(pilot).breakpoints.all == ()
        assert not any(line[4:5] == "●" for line in screen_lines(pilot))


async def test_continue_in_a_recording_moves_to_the_next_fitting_step() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        stepper_of(pilot).breakpoints.add("plugin=tuning")
        screen = screen_of(pilot)
        screen.show()
        await pilot.press("c")
        step = screen.stage.step if screen.stage else None
        assert step is not None and step.plugin == "tuning" and step.is_request
        await pilot.press("c")
        assert told(pilot) == ["No later step of this trace fits a breakpoint."]


async def test_a_breakpoint_on_an_answer_stops_at_the_reply() -> None:
    async with debugger(failing_add()).run_test(size=NARROW) as pilot:
        stepper_of(pilot).breakpoints.add("exit!=0")
        screen = screen_of(pilot)
        screen.show()
        await pilot.press("c")
        step = screen.stage.step if screen.stage else None
        assert step is not None and step.is_reply and step.failed


async def test_without_a_breakpoint_continue_says_how_to_set_one() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("c")
        assert told(pilot) == ["No breakpoint is set: b sets one here, B lists them."]


async def test_the_list_adds_turns_and_deletes() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        breakpoints = stepper_of(pilot).breakpoints
        await pilot.press("B")
        await until(pilot, lambda: isinstance(pilot.app.screen, BreakpointsScreen))
        assert "No breakpoint is set" in text(pilot)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, QueryPrompt))
        await typed(pilot, "exit!=0")
        await until(pilot, lambda: "once they have answered" in text(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, BreakpointsScreen))
        await pilot.pause()
        assert "on   exit!=0" in text(pilot) and "after the answer, 0 hits" in text(pilot)
        await pilot.press("space")
        await pilot.pause()
        assert [each.is_on for each in breakpoints.all] == [False] and "off  exit!=0" in text(pilot)
        await pilot.press("enter")
        assert [each.is_on for each in breakpoints.all] == [True]
        await pilot.press("x")
        assert breakpoints.all == ()
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, BreakpointsScreen))


async def test_a_query_that_is_none_is_refused_while_typed() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("B", "a")
        await until(pilot, lambda: isinstance(pilot.app.screen, QueryPrompt))
        await typed(pilot, "colour=red")
        await until(pilot, lambda: "colour" in text(pilot) and "✗" in text(pilot))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, QueryPrompt)
        await pilot.press("escape")
        assert stepper_of(pilot).breakpoints.all == ()


async def test_a_word_that_tests_no_field_is_said_while_typed() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("B", "a")
        await until(pilot, lambda: isinstance(pilot.app.screen, QueryPrompt))
        await typed(pilot, "ips emty")
        await until(pilot, lambda: "looked for everywhere: ips, emty" in text(pilot))
        await pilot.press("ctrl+u")
        await typed(pilot, "ips empty")
        await until(pilot, lambda: "holds calls once they have answered" in text(pilot))
        assert "looked for everywhere: ips" not in text(pilot)


async def test_a_breakpoint_holds_a_run_and_counts_it() -> None:
    run = SteppedRun(ADD, mode=Mode.RUN)
    run.stepper.breakpoints.add("plugin=host-local")
    async with debugger(backend=run.backend, motion=Motion.NONE).run_test(size=NARROW, notifications=True) as pilot:
        try:
            await until(pilot, lambda: [mark.plugin for mark in screen_of(pilot).held] == ["host-local"])
            await until(pilot, lambda: told(pilot) == ["Held before host-local: plugin=host-local"])
            assert run.stepper.breakpoints.all[0].hits == 1
        finally:
            run.stop.set()


async def test_the_intercept_is_turned_on_and_off() -> None:
    async with debugger(ADD).run_test(size=(120, 24), notifications=True) as pilot:
        await pilot.press("I")
        await pilot.pause()
        assert stepper_of(pilot).intercept.is_on and "intercept on" in screen_lines(pilot)[0]
        await pilot.press("I")
        await pilot.pause()
        assert not stepper_of(pilot).intercept.is_on and "intercept on" not in screen_lines(pilot)[0]


async def test_the_intercept_takes_a_query_or_every_link() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        await pilot.press("i")
        await until(pilot, lambda: isinstance(pilot.app.screen, QueryPrompt))
        await until(pilot, lambda: "empty: every link's call" in text(pilot))
        await typed(pilot, "plugin=tuning")
        await pilot.press("enter")
        await pilot.pause()
        wanted = stepper_of(pilot).intercept
        assert wanted.is_on and str(wanted.query) == "plugin=tuning"
        await pilot.press("i")
        await until(pilot, lambda: isinstance(pilot.app.screen, QueryPrompt))
        await pilot.press("ctrl+u", "enter")
        await pilot.pause()
        assert stepper_of(pilot).intercept.query is None


async def test_an_intercepted_run_is_held_at_what_fits() -> None:
    run = SteppedRun(ADD, mode=Mode.RUN)
    backend = replace(backend_of((ADD,), rerun=lambda *_: run.events()), stepper=run.stepper)
    async with debugger(ADD, backend=backend, motion=Motion.NONE).run_test(size=NARROW) as pilot:
        try:
            await pilot.press("I", "R", "f")
            await until(pilot, lambda: [mark.plugin for mark in screen_of(pilot).held] == ["bridge"])
            await pilot.press("c")
            await until(pilot, lambda: [mark.plugin for mark in screen_of(pilot).held] == ["portmap"])
        finally:
            run.stop.set()
            run.stepper.go_on()
