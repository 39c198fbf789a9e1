from dataclasses import replace

import pytest

from app.screens.error import ErrorScreen
from tests.support.screens import NARROW, Feed, HeldClock, backend_of, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add, failing_del, recorded, running
from traces.errors import PlaceError
from traces.model.events import TraceEnded
from traces.model.trace import Failure
from traces.timeline.replay import replay

ADD = replace(failing_add(), id="the-add")
DEL = replace(failing_del(), id="the-del")
OTHER = replace(recorded(), id="other", series="other")


async def test_a_request_is_seen_before_its_reply_exists() -> None:
    feed, held = Feed(), HeldClock()
    async with debugger(backend=backend_of((), live=feed.events()), clock=held).run_test(size=NARROW) as pilot:
        begun, first, *_ = replay(replace(running(), id="now"))
        feed.give(begun, first)
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.count == 1)
        held.passed += 3.01
        screen.tick()
        await pilot.pause()
        lines = screen_lines(pilot)
        assert "SANDBOX" in lines[0]
        assert any(" 01 " in line.replace("▸", " ") and "ADD" in line and "running 3.0 s" in line for line in lines)
        assert not any("◄" in line for line in lines[:12])
        feed.end()


async def test_the_whole_run_ends_as_its_recording() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((ADD,), live=feed.events())).run_test(size=NARROW) as pilot:
        feed.give(*replay(ADD))
        feed.end()
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.stage is not None and screen.stage.trace == ADD)
        await until(pilot, lambda: "FAIL@portmap" in screen_lines(pilot)[0])
        assert "RAN" in screen_lines(pilot)[0]
        assert "ran just now" in screen_lines(pilot)[0]


async def test_an_opened_trace_is_a_recording_beside_one_that_ran() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((OTHER, ADD), live=feed.events())).run_test(size=NARROW) as pilot:
        feed.give(*replay(ADD))
        feed.end()
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.made_here and not screen.is_run_under_way)
        screen.open_trace("other")
        await pilot.pause()
        assert "REPLAY" in screen_lines(pilot)[0]
        assert "a recording" in screen_lines(pilot)[0]


async def test_a_hung_run_is_stopped_after_a_yes() -> None:
    feed, asked = Feed(), list[str]()

    def interrupt() -> None:
        asked.append("interrupt")
        feed.give(TraceEnded(replace(running(), id="now", finished=True, failure=Failure(text="stopped"))))
        feed.end()

    backend = replace(backend_of((), live=feed.events()), interrupt=interrupt)
    async with debugger(backend=backend).run_test(size=NARROW) as pilot:
        screen = screen_of(pilot)
        feed.give(*list(replay(replace(running(), id="now")))[:2])
        await until(pilot, lambda: screen.count == 1)
        assert "X Stop" in screen_lines(pilot)[-1]
        await pilot.press("X", "n")
        assert asked == []
        await pilot.press("X", "y")
        await until(pilot, lambda: not screen.is_run_under_way)
        await pilot.pause()
        assert asked == ["interrupt"]
        assert screen.trace is not None and screen.trace.error == "stopped"
        assert "X Stop" not in screen_lines(pilot)[-1]


async def test_without_a_run_there_is_nothing_to_stop() -> None:
    async with debugger(ADD).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("X")
        await pilot.pause()
        assert any("Nothing runs" in line for line in screen_lines(pilot))


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_quitting_during_a_run_asks_first(key: str) -> None:
    feed = Feed()
    app = debugger(backend=backend_of((), live=feed.events()))
    async with app.run_test(size=NARROW) as pilot:
        feed.give(*list(replay(ADD))[:2])
        await until(pilot, lambda: screen_of(pilot).count == 1)
        await pilot.press(key)
        await pilot.pause()
        assert any("A run is under way: stop it and quit?" in line for line in screen_lines(pilot))
        await pilot.press("n")
        assert app.is_running
        await pilot.press(key, "y")
        feed.end()
        await pilot.pause()
        assert not app.is_running


async def test_the_next_verb_comes_on_the_stage() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((ADD, DEL), live=feed.events())).run_test(size=NARROW) as pilot:
        feed.give(*replay(ADD), *list(replay(DEL))[:3])
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "the-del" and screen.count == 2)
        feed.end()


async def test_who_looks_elsewhere_is_not_disturbed() -> None:
    feed = Feed()
    backend = backend_of((OTHER, ADD), live=feed.events())
    async with debugger(backend=backend).run_test(size=NARROW) as pilot:
        events = list(replay(ADD))
        feed.give(*events[:3])
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.current == "the-add")
        screen.is_following = False
        screen.open_trace("other")
        feed.give(*events[3:])
        await until(pilot, lambda: not screen.is_run_under_way or screen._run == ADD)
        assert screen.current == "other"
        await pilot.press("F")
        assert screen.current == "the-add"
        feed.end()


async def test_looking_back_stops_following_the_steps() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((ADD,), live=feed.events())).run_test(size=NARROW) as pilot:
        events = list(replay(ADD))
        feed.give(*events[:4])
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.count == 3)
        await pilot.press("g")
        feed.give(*events[4:])
        await until(pilot, lambda: screen.count == 9)
        assert screen.cursor == 0
        feed.end()


async def test_a_place_that_cannot_be_had_is_told() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((), live=feed.events())).run_test(size=NARROW) as pilot:
        feed.break_off(PlaceError("user namespaces are forbidden: [/] kernel.apparmor_restrict_unprivileged_userns"))
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        await pilot.pause()
        assert any("user namespaces are forbidden: [/]" in line for line in screen_lines(pilot))


async def test_a_run_that_breaks_off_stops_counting() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((), live=feed.events())).run_test(size=NARROW) as pilot:
        feed.give(*list(replay(ADD))[:2])
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.count == 1)
        feed.break_off(PlaceError("the sandbox is gone"))
        await until(pilot, lambda: isinstance(pilot.app.screen, ErrorScreen))
        await pilot.press("escape", "G")
        await pilot.pause()
        assert not screen.player.needs_time
        lines = screen_lines(pilot)
        assert "FAIL" in lines[0]
        assert any("✗ the sandbox is gone" in line for line in lines)


async def test_a_mistake_of_ours_ends_the_screen() -> None:
    feed = Feed()
    app = debugger(backend=backend_of((), live=feed.events()))
    with pytest.raises(KeyError, match="oops"):
        async with app.run_test(size=NARROW) as pilot:
            feed.break_off(KeyError("oops"))
            await until(pilot, lambda: app.mistake is not None)
    assert isinstance(app.mistake, KeyError)


async def test_leaving_asks_the_run_to_stop() -> None:
    asked: list[bool] = []
    backend = replace(backend_of((OTHER,)), stop=lambda: asked.append(True))
    async with debugger(OTHER, backend=backend).run_test(size=NARROW) as pilot:
        await pilot.press("q")
    assert asked == [True]


async def test_events_of_a_call_are_drawn_one_by_one() -> None:
    feed = Feed()
    async with debugger(backend=backend_of((), live=feed.events())).run_test(size=NARROW) as pilot:
        screen = screen_of(pilot)
        for count, event in enumerate(list(replay(OTHER))[:6]):
            feed.give(event)
            await until(pilot, lambda wanted=count: screen.count == wanted)  # type: ignore[misc]
        feed.end()
