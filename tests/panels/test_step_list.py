import pytest

from panels.step_list import StepList
from tests.support.kernel_trace import EMPTY, kernel_trace
from tests.support.panel_app import screen_lines
from tests.support.sequence_app import SequenceApp
from tests.support.traces import LOOPBACK_FIRST, failing_add, hostile, long_chain, missing_plugin, recorded
from traces.model.trace import Trace
from traces.timeline.glyphs import UNICODE
from traces.timeline.held import HeldMark
from traces.timeline.marks import MarkKind, StepMark


async def lines_of(trace: Trace, cursor: int = 0, size: tuple[int, int] = (60, 12)) -> list[str]:
    steps = StepList()
    async with SequenceApp(steps).run_test(size=size) as pilot:
        steps.styles.height = "1fr"
        steps.trace, steps.cursor = trace, cursor
        await pilot.pause()
        return screen_lines(pilot.app)


async def test_every_step_is_a_line() -> None:
    lines = await lines_of(failing_add(), 5)
    assert lines[0].startswith("too small")
    assert lines[1] == " 01 → bridge: ADD"
    assert lines[2] == " 02   → host-local: ADD"
    assert lines[6] == "▸06 ◄ portmap: ✗ code 11 iptables: chain exists"
    assert lines[7] == " 07 bandwidth: never reached"


async def test_what_was_dropped_comes_first() -> None:
    lines = await lines_of(recorded(LOOPBACK_FIRST), 5)
    assert lines[6] == f"▸06 ◄ bridge: {UNICODE.dropped}3 dropped, 1 ip 3 if 1 route"


async def test_claims_that_are_not_so_are_counted() -> None:
    lines = await lines_of(kernel_trace(EMPTY), 0)
    assert lines[4] == " 04 ◄ bridge: 8 not in kernel, 2 ips 3 if 3 routes"


async def test_a_missing_plugin_is_a_line() -> None:
    lines = await lines_of(missing_plugin(), 6)
    assert lines[7].startswith('▸07 bandwidth: ✗ failed to find plugin "bandwidth"')


@pytest.mark.parametrize("cursor", [0, 5, 200, 399])
async def test_the_cursor_is_always_in_view(cursor: int) -> None:
    lines = await lines_of(long_chain(), cursor, (40, 6))
    assert any(line.startswith(f"▸{cursor + 1:02d} ") for line in lines)


async def test_hostile_text_is_one_harmless_line() -> None:
    assert all(line.isprintable() for line in await lines_of(hostile(), 3))


async def test_without_a_trace_it_says_why() -> None:
    steps = StepList()
    async with SequenceApp(steps).run_test(size=(40, 8)) as pilot:
        steps.empty_text = "nothing recorded yet: start a pod and look here"
        await pilot.pause()
        assert "nothing recorded yet: start a pod and" in screen_lines(pilot.app)[1]


async def test_a_mark_by_hand_stands_behind_the_number() -> None:
    found = StepList()
    async with SequenceApp(found).run_test(size=(60, 12)) as pilot:
        found.styles.height = "1fr"
        found.trace = recorded()
        found.marks = (
            StepMark(step=1, kind=MarkKind.HAND, sentence=""),
            StepMark(step=2, kind=MarkKind.STDERR, sentence=""),
        )
        await pilot.pause()
        lines = screen_lines(pilot.app)
        assert lines[2] == " 02◆  → host-local: ADD"
        assert lines[3].startswith(" 03   ◄ host-local")


@pytest.mark.parametrize(("ascii_only", "sign", "dot"), [(False, "‖", "●"), (True, "H", "*")])
async def test_a_held_call_and_a_breakpoint_have_their_signs(ascii_only: bool, sign: str, dot: str) -> None:
    trace = failing_add()
    steps = StepList(ascii_only=ascii_only)
    async with SequenceApp(steps).run_test(size=(60, 12)) as pilot:
        steps.styles.height = "1fr"
        steps.trace, steps.stops = trace, frozenset({1})
        steps.held = (HeldMark(call=trace.calls[2].id, plugin="portmap", edited=("stdin",)),)
        await pilot.pause()
        lines = screen_lines(pilot.app)
        assert lines[2].startswith(f"{dot}02")
        assert lines[5].startswith(f" 05 {sign} held, stdin edited: ") and "portmap" in lines[5]
