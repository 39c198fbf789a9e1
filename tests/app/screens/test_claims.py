from dataclasses import replace

from app.screens.claims import ClaimsScreen
from tests.support.claimed import SNAPSHOT
from tests.support.kernel_trace import EMPTY, kernel_trace
from tests.support.screens import NARROW, backend_of, debugger, screen_lines
from traces.model.snapshot import Snapshot
from traces.timeline.claimed import present_claims

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
    assert "ADD for pod shop/web-0, asked now: 8 claims not so" in said
    assert "≠ claims interface cni0 on the host · the kernel has no such interface" in said


async def test_where_all_is_so_the_title_says_it() -> None:
    said = await asked(SNAPSHOT)
    assert "asked now: all that is known is so" in said
    assert "✓ address 10.1.0.2/16 on eth0" in said
