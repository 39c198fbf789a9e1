from dataclasses import replace

from app.screens.error import ErrorScreen
from panels.payload_panel import PayloadPanel
from panels.request_panel import RequestPanel
from tests.support.claimed import SNAPSHOT
from tests.support.kernel_trace import kernel_trace, reserved
from tests.support.screens import NARROW, TINY, WIDE, Feed, backend_of, debugger, screen_lines, screen_of, until
from traces.errors import PlaceError
from traces.kernel.claim import ClaimRow
from traces.model.trace import Trace
from traces.timeline.replay import replay

TRACE = kernel_trace()


async def test_one_key_leads_to_the_kernel_and_through_its_states() -> None:
    async with debugger(kernel_trace()).run_test(size=NARROW) as pilot:
        panel = screen_of(pilot).query_one(PayloadPanel)
        seen = []
        for _ in range(4):
            await pilot.press("W")
            await pilot.pause()
            seen.append((panel.tab, str(panel.whole)))
        assert seen == [("kernel", "changes"), ("kernel", "before"), ("kernel", "after"), ("kernel", "changes")]
        assert any("[kernel 10]" in line for line in screen_lines(pilot))


async def test_the_kernel_is_that_of_the_cursors_call() -> None:
    async with debugger(kernel_trace(SNAPSHOT, reserved(SNAPSHOT))).run_test(size=WIDE) as pilot:
        await pilot.press("W", "n")
        await pilot.pause()
        lines = screen_lines(pilot)
        assert screen_of(pilot).query_one(RequestPanel).tab == ""
        assert any("[kernel 1]" in line for line in lines)
        assert any("+ /var/lib/cni/networks/n/10.1.0.2" in line for line in lines)


async def test_the_smallest_terminal_shows_the_kernel_alone() -> None:
    async with debugger(kernel_trace()).run_test(size=TINY) as pilot:
        await pilot.pause()
        await pilot.press("W")
        await pilot.pause()
        assert any("10 added" in line for line in screen_lines(pilot))


async def test_without_a_place_nobody_can_be_asked() -> None:
    async with debugger(TRACE).run_test(size=NARROW) as pilot:
        await pilot.press("K")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ErrorScreen)
        assert any("no place is open in which this ADD ran" in line for line in screen_lines(pilot))


async def test_no_plugin_at_work_is_disturbed() -> None:
    def never(trace: Trace) -> tuple[ClaimRow, ...]:
        raise PlaceError("asked")

    feed = Feed()
    backend = replace(backend_of((), live=feed.events()), ask_kernel=never)
    async with debugger(backend=backend).run_test(size=NARROW, notifications=True) as pilot:
        feed.give(*list(replay(TRACE))[:2])
        await until(pilot, lambda: screen_of(pilot).count > 0)
        await pilot.press("K")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, ErrorScreen)
        assert [note.message for note in pilot.app._notifications] == [
            "A plugin is at work: hold the run, or wait for its end."
        ]
        feed.end()
