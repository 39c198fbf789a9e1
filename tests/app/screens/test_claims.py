from dataclasses import replace

from app.screens.claims import ClaimsScreen
from app.screens.error import ErrorScreen
from tests.support.claimed import SNAPSHOT
from tests.support.kernel_trace import EMPTY, kernel_trace
from tests.support.screens import NARROW, Feed, backend_of, debugger, screen_lines, screen_of, until
from traces.errors import PlaceError
from traces.kernel.claim import ClaimRow
from traces.model.snapshot import Snapshot
from traces.model.trace import Trace
from traces.timeline.claimed import present_claims
from traces.timeline.replay import replay

TRACE = kernel_trace()


def has(snapshot: Snapshot) -> dict[str, object]:
    """A backend's door to a kernel that has what the snapshot has."""
    return {"ask_kernel": lambda trace: present_claims(trace, snapshot)}


async def asked(snapshot: Snapshot) -> str:
    backend = replace(backend_of((TRACE,)), **has(snapshot))  # type: ignore[arg-type]
    async with debugger(TRACE, backend=backend).run_test(size=NARROW) as pilot:
        await pilot.press("K")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ClaimsScreen)
        said = "\n".join(screen_lines(pilot))
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, ClaimsScreen)
        return said


async def test_what_the_kernel_has_not_is_listed_first() -> None:
    said = await asked(EMPTY)
    assert "ADD for pod shop/web-0, asked now: 10 claims not so" in said
    assert "≠ claims interface cni0 on the host · the kernel has no such interface" in said


async def test_where_all_is_so_the_title_says_it() -> None:
    said = await asked(SNAPSHOT)
    assert "asked now: all that is known is so" in said
    assert "✓ address 10.1.0.2/16 on eth0" in said


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
