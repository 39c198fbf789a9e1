"""The keys that step a run while it happens, on a real stepper and a recorded trace."""

from dataclasses import replace

import pytest

from app.screens.choice import ChoiceScreen
from tests.support.held_screen import held, held_at_first, text, words
from tests.support.screens import NARROW, debugger, screen_lines, screen_of, told, until
from tests.support.stepped import SteppedRun
from tests.support.traces import failing_add, long_chain, recorded

ADD = replace(recorded(), id="the-add")


async def test_the_first_call_is_held_with_its_arrow_and_payload() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        lines = screen_lines(pilot)
        assert "Held before bridge" in lines[0]
        assert any("01" in line and "ADD" in line and "‖" in line and "held before bridge" in line for line in lines)
        assert '"bridge": "cni-r0"' in text(pilot)
        assert "n Over" in lines[-1] and "space Run on" in lines[-1]
        assert run.executed == []


async def test_a_deadline_is_said_to_stand_still() -> None:
    async with held_at_first(SteppedRun(ADD), (160, 50), deadline=True) as pilot:
        assert "the deadline stands still" in screen_lines(pilot)[0]


@pytest.mark.parametrize(
    ("key", "plugin", "executed"),
    [
        ("n", "portmap", ["bridge", "host-local"]),
        ("f10", "portmap", ["bridge", "host-local"]),
        ("s", "host-local", ["bridge"]),
        ("f11", "host-local", ["bridge"]),
        ("full_stop", "host-local", ["bridge"]),
        ("right", "host-local", ["bridge"]),
        ("a", "portmap", ["bridge", "host-local"]),
        ("A", "portmap", ["bridge", "host-local"]),
    ],
)
async def test_keys_let_the_held_call_go(key: str, plugin: str, executed: list[str]) -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: held(pilot) == [plugin])
        assert run.executed == executed


async def test_out_of_a_delegate_is_the_next_link() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: held(pilot) == ["host-local"])
        await pilot.press("u")
        await until(pilot, lambda: held(pilot) == ["portmap"])


@pytest.mark.parametrize("key", ["c", "f5", "space"])
async def test_run_on_runs_to_the_end(key: str) -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: screen_of(pilot).trace is not None and not screen_of(pilot).is_run_under_way)
        assert len(run.executed) == len(ADD.calls)


async def test_continue_stops_at_a_breakpoint() -> None:
    run = SteppedRun(ADD)
    run.stepper.breakpoints.add("plugin=tuning")
    async with held_at_first(run) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: held(pilot) == ["tuning"])
        assert "plugin=tuning" in screen_lines(pilot)[0]


async def test_going_back_never_lets_anything_go() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: held(pilot) == ["portmap"])
        for key in ("g", "comma", "p", "g", "full_stop", "n"):
            await pilot.press(key)
        assert held(pilot) == ["portmap"]
        assert run.executed == ["bridge", "host-local"]
        await pilot.press("g", "a")
        assert held(pilot) == ["portmap"]
        assert told(pilot) == ["Held before portmap: G, or H, goes there."]


async def test_held_calls_are_listed_and_gone_to() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: held(pilot) == ["portmap"])
        await pilot.press("g", "H")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceScreen))
        assert "portmap ADD, called by the runtime" in text(pilot)
        await pilot.press("1")
        await pilot.pause()
        screen = screen_of(pilot)
        assert screen.call is not None and screen.call.plugin == "portmap"


async def test_between_two_verbs_n_begins_the_next() -> None:
    first, second = replace(long_chain(1), id="first"), replace(long_chain(1), id="second")
    run = SteppedRun(first, second)
    async with held_at_first(run) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: told(pilot) == ["ADD is over: n begins the next verb, space runs on."])
        assert screen_of(pilot).current == "first"
        assert "Held between two verbs" in screen_lines(pilot)[0]
        assert "n Next verb" in screen_lines(pilot)[-1] and "Skip" not in screen_lines(pilot)[-1]
        await pilot.press("S")
        await pilot.pause()
        assert told(pilot)[-1] == "Held between two verbs: no call is held, n begins the next verb."
        await pilot.press("G", "n")
        await until(pilot, lambda: screen_of(pilot).current == "second" and bool(held(pilot)))


async def test_steps_in_quick_succession_never_leave_the_run_behind() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("n", "n", "n")
        await until(pilot, lambda: held(pilot) not in ([], ["bridge"]))
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.call is not None and [screen.call.plugin] == held(pilot))


async def test_what_was_said_of_a_hold_goes_with_it() -> None:
    run = SteppedRun(ADD)
    run.stepper.breakpoints.add("plugin=host-local")
    async with held_at_first(run) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: told(pilot) == ["Held before host-local: plugin=host-local"])
        await pilot.press("a")
        await until(pilot, lambda: told(pilot) == [])


async def test_space_holds_a_run_at_its_next_link() -> None:
    run = SteppedRun(ADD)
    run.stepper.breakpoints.add("plugin=host-local")
    async with held_at_first(run) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: held(pilot) == ["host-local"])
        run.stepper.pause()
        await pilot.press("a")
        await until(pilot, lambda: held(pilot) == ["portmap"])


async def test_stopping_ends_a_held_run() -> None:
    run = SteppedRun(ADD)
    async with held_at_first(run) as pilot:
        await pilot.press("X", "y")
        await until(pilot, lambda: not screen_of(pilot).is_run_under_way)
        assert run.executed == []
        assert screen_of(pilot).held == ()


async def test_leaving_with_a_held_call_asks() -> None:
    async with held_at_first(SteppedRun(ADD)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert "held before bridge: stop it and quit?" in words(pilot)
        await pilot.press("n")
        assert pilot.app.is_running and held(pilot) == ["bridge"]


async def test_without_a_held_call_the_keys_say_so() -> None:
    async with debugger(failing_add()).run_test(size=NARROW, notifications=True) as pilot:
        for key in ("a", "S", "M", "H", "A", "V"):
            await pilot.press(key)
        said = told(pilot)
        assert sorted(set(said)) == ["Nothing is held here.", "Nothing is held.", "Nothing was edited here."]
        assert len(said) == 6


@pytest.mark.parametrize("size", [(60, 16), (50, 12)])
async def test_small_terminals_say_what_is_held(size: tuple[int, int]) -> None:
    async with held_at_first(SteppedRun(ADD), size) as pilot:
        assert "eld" in screen_lines(pilot)[0]
        assert any("01" in line and "‖" in line for line in screen_lines(pilot))
