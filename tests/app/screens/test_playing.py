from dataclasses import replace

from tests.support.screens import NARROW, HeldClock, backend_of, debugger, screen_lines, screen_of
from tests.support.traces import (
    T0,
    failing_add,
    failing_del,
    recorded,
    running,
)

ADD = replace(recorded(), id="the-add")
DEL = replace(failing_del(), id="the-del", created="2026-01-02T03:05:05Z")


async def test_a_message_is_in_three_columns_in_three_frames() -> None:
    held = HeldClock()
    async with debugger(ADD, clock=held).run_test(size=NARROW) as pilot:
        await pilot.press("space")
        screen, columns = screen_of(pilot), []
        diagram = screen.diagram
        assert diagram is not None
        for _ in range(3):
            held.passed += 1 / 20
            screen.tick()
            await pilot.pause()
            row = screen_lines(pilot)[3]
            columns.append(row.index("●"))
        first, second = (diagram.gutter_width + lane.x for lane in diagram.lanes.lanes[:2])
        assert len(set(columns)) == 3
        assert columns == sorted(columns)
        assert all(first < column < second for column in columns)


async def test_a_reply_travels_the_other_way() -> None:
    held = HeldClock()
    async with debugger(ADD, clock=held).run_test(size=(240, 50)) as pilot:
        await pilot.press("full_stop", "space")
        screen, columns = screen_of(pilot), []
        for _ in range(3):
            held.passed += 0.1
            screen.tick()
            await pilot.pause()
            columns.append(next(line.index("●") for line in screen_lines(pilot)[3:] if "▸03" in line))
        assert columns == sorted(columns, reverse=True)
        assert len(set(columns)) == 3


async def test_playing_pauses_at_the_failing_link() -> None:
    held = HeldClock()
    async with debugger(failing_add(), clock=held).run_test(size=NARROW) as pilot:
        await pilot.press("space")
        screen = screen_of(pilot)
        for _ in range(60):
            held.passed += 0.4
            screen.tick()
        await pilot.pause()
        assert (screen.cursor, screen.playing) == (5, False)
        assert any("▸06✗" in line and "✗ code 11" in line for line in screen_lines(pilot))


async def test_playing_goes_on_into_the_next_trace_of_the_series() -> None:
    held = HeldClock()
    async with debugger(ADD, DEL, clock=held).run_test(size=NARROW) as pilot:
        await pilot.press("space")
        screen = screen_of(pilot)
        while screen.current == ADD.id and held.passed < 100:
            held.passed += 0.4
            screen.tick()
        assert screen.current == DEL.id
        assert screen.playing


async def test_a_running_call_counts_seconds_before_its_reply() -> None:
    held = HeldClock()
    began = (running().calls[-1].started - T0) / 1e9
    async with debugger(running(), clock=held).run_test(size=NARROW) as pilot:
        screen, shown = screen_of(pilot), []
        for seconds in (1.0, 3.0):
            held.passed = began + seconds + 0.01
            screen.tick()
            await pilot.pause()
            shown.append(next(line for line in screen_lines(pilot) if "05      ├" in line))
        assert "running 1.0 s" in shown[0]
        assert "running 3.0 s" in shown[1]
        assert "SANDBOX" in screen_lines(pilot)[0]


async def test_a_trace_that_is_gone_is_said() -> None:
    backend = backend_of((ADD,))
    gone = replace(backend, summaries=lambda: backend_of((ADD, DEL)).summaries())
    async with debugger(ADD, backend=gone).run_test(size=NARROW) as pilot:
        await pilot.press("1", "down", "enter")
        await pilot.pause()
        assert any("the-del: no such trace" in line for line in screen_lines(pilot))


async def test_the_timer_rests_when_nothing_moves() -> None:
    async with debugger(ADD).run_test(size=NARROW) as pilot:
        screen = screen_of(pilot)
        assert not screen.player.needs_time
        await pilot.press("space")
        assert screen.player.needs_time
        await pilot.press("G")
        assert not screen.player.needs_time
