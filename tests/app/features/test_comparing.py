from dataclasses import replace

from textual.pilot import Pilot

from app.screens.choice import ChoiceScreen
from app.screens.compare import CompareScreen
from app.screens.error import ErrorScreen
from panels.traces_panel import TracesPanel
from tests.support.screens import NARROW, WIDE, backend_of, debugger, screen_lines, screen_of, told, until
from tests.support.traces import failing_add, recorded
from traces.model.trace import Branch

ADD = replace(recorded(), id="the-add")
BAD = replace(failing_add(), id="the-bad", created="2026-01-02T03:05:05Z")
BRANCH = replace(recorded(), id="a-branch", branch_of=Branch(trace="the-add", link=1), created="2026-01-02T03:06:05Z")


def compared(pilot: Pilot[None]) -> tuple[str, str] | None:
    """What is compared on the screen, when that is done."""
    screen = pilot.app.screen
    if not isinstance(screen, CompareScreen) or screen.beside is None:
        return None
    return screen.beside.left.id, screen.beside.right.id


async def test_a_branch_is_compared_with_its_parent_at_once() -> None:
    async with debugger(BRANCH, ADD).run_test(size=WIDE) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: compared(pilot) == ("the-add", "a-branch"))


async def test_the_first_d_marks_and_the_second_compares() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        await pilot.press("d")
        assert any("the-add is marked for compare: open another and press d" in text for text in told(pilot))
        assert screen_of(pilot).query_one(TracesPanel).marked == "the-add"
        screen_of(pilot).open_trace("the-bad")
        await pilot.press("d")
        await until(pilot, lambda: compared(pilot) == ("the-add", "the-bad"))
        assert screen_of(pilot).query_one(TracesPanel).marked is None


async def test_in_the_list_it_is_about_the_row_under_the_cursor() -> None:
    async with debugger(ADD, BAD).run_test(size=NARROW) as pilot:
        await pilot.press("1", "down", "d")
        await pilot.pause()
        panel = screen_of(pilot).query_one(TracesPanel)
        assert panel.marked == panel.pointed == "the-bad"
        assert any(line.startswith("A") and "failed" in line for line in screen_lines(pilot))
        assert any("the-bad is marked for compare" in text for text in told(pilot))
        await pilot.press("up", "d")
        await until(pilot, lambda: compared(pilot) == ("the-bad", "the-add"))


async def test_a_mark_goes_before_the_parent() -> None:
    async with debugger(BAD, BRANCH, ADD).run_test(size=WIDE) as pilot:
        await pilot.press("d")
        screen_of(pilot).open_trace("a-branch")
        await pilot.press("d")
        await until(pilot, lambda: compared(pilot) == ("the-bad", "a-branch"))


async def test_the_marked_trace_is_compared_with_one_from_a_list() -> None:
    async with debugger(BAD, ADD).run_test(size=NARROW) as pilot:
        await pilot.press("d", "d")
        assert isinstance(pilot.app.screen, ChoiceScreen)
        assert "the-add" in "\n".join(screen_lines(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: compared(pilot) == ("the-add", "the-bad"))


async def test_the_mark_is_taken_off_in_the_list() -> None:
    async with debugger(BAD, ADD).run_test(size=NARROW) as pilot:
        await pilot.press("d", "d", "0")
        await pilot.pause()
        assert screen_of(pilot).query_one(TracesPanel).marked is None


async def test_a_parent_that_is_gone_is_told() -> None:
    async with debugger(BRANCH, backend=backend_of([BRANCH])).run_test(size=NARROW) as pilot:
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ErrorScreen)


async def test_enter_brings_the_debugger_to_that_call() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await pilot.press("d")
        screen.open_trace("the-bad")
        await pilot.press("d")
        await until(pilot, lambda: compared(pilot) is not None)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert screen.current == "the-bad"
        step = screen.stage.step if screen.stage else None
        assert step is not None
        assert (step.link, step.is_reply) == (1, True)


async def test_a_call_of_the_other_trace_opens_that_one() -> None:
    async with debugger(ADD, BAD).run_test(size=WIDE) as pilot:
        screen = screen_of(pilot)
        await pilot.press("d")
        screen.open_trace("the-bad")
        await pilot.press("d")
        await until(pilot, lambda: compared(pilot) is not None)
        await pilot.press("n", "enter")
        await pilot.pause()
        assert screen.current == "the-add"
        assert screen.stage is not None
        assert screen.stage.step is not None
        assert screen.stage.step.link == 2


async def test_nothing_is_compared_where_no_trace_is_open() -> None:
    async with debugger(backend=backend_of([])).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("d")
        assert "There is no trace here to compare." in "\n".join(screen_lines(pilot))
