"""Stands at moments of a run, and plays from one to the next."""

from dataclasses import replace

import pytest

from app.learning.lesson_player import LessonPlayer
from tests.support.screens import HeldClock
from tests.support.traces import failing_add, recorded
from traces.lessons.moments import Moment, partial
from traces.model.trace import Trace
from traces.timeline.playback import Motion
from traces.timeline.steps import steps

ADD = recorded()


def so_far(count: int, trace: Trace = ADD) -> Trace:
    """The run when so many steps have happened."""
    return partial(trace, Moment(run="add", steps=count))


@pytest.fixture
def clock() -> HeldClock:
    """A clock that stands still."""
    return HeldClock()


def position(player: LessonPlayer) -> float:
    """Where it is."""
    assert player.stage is not None
    return player.stage.playback.position


def play(player: LessonPlayer, clock: HeldClock) -> float:
    """Let it come to its end; the seconds that it took."""
    before = clock.passed
    while player.needs_time:
        clock.passed += 0.1
        player.tick()
        assert clock.passed < before + 60
    return clock.passed - before


def test_standing_is_at_the_last_step_and_still(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.stand(so_far(3))
    assert (position(player), player.needs_time, player.running_clock) == (2.0, False, 0)
    clock.passed += 5
    player.tick()
    assert position(player) == 2.0


def test_a_run_before_its_first_call_is_a_picture_too(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    assert not player.needs_time
    player.stand(so_far(0))
    assert (player.stage is not None and player.stage.step, player.needs_time) == (None, False)
    player.play_on(so_far(0))
    assert not player.needs_time


def test_a_call_without_an_answer_runs_no_clock(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.play_on(so_far(1))
    play(player, clock)
    assert player.stage is not None and player.stage.is_running
    assert (position(player), player.needs_time, player.running_clock) == (0.0, False, 0)


def test_the_same_run_is_played_on_from_where_it_stood(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.stand(so_far(3))
    player.play_on(so_far(5))
    assert (position(player), player.needs_time) == (2.0, True)
    clock.passed += 0.2
    player.tick()
    assert 2.0 < position(player) < 3.0
    play(player, clock)
    assert position(player) == 4.0


def test_another_run_is_played_from_before_its_first_step(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.stand(so_far(3))
    player.play_on(replace(so_far(2), id="another"))
    assert position(player) == -1.0
    play(player, clock)
    assert position(player) == 1.0


def test_a_run_that_goes_back_stands_at_its_end(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.stand(so_far(7))
    player.play_on(so_far(2))
    assert (position(player), player.needs_time) == (1.0, False)


def test_playing_does_not_pause_at_a_failure(clock: HeldClock) -> None:
    trace = failing_add()
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.play_on(trace)
    play(player, clock)
    assert position(player) == len(steps(trace)) - 1


def test_steps_of_a_demonstration_take_equally_long(clock: HeldClock) -> None:
    trace = failing_add()
    player = LessonPlayer(clock.clock, Motion.FULL, is_even=True)
    player.play_on(trace)
    assert play(player, clock) == pytest.approx(1.2 * len(steps(trace)), abs=0.11)
    assert player.stage is not None
    assert len(set(player.stage.playback.durations)) == 1


def test_the_speed_stays_from_one_moment_to_the_next(clock: HeldClock) -> None:
    player = LessonPlayer(clock.clock, Motion.FULL)
    player.stand(so_far(1))
    player.faster()
    player.play_on(so_far(4))
    assert player.stage is not None
    assert player.stage.playback.speed == 2.0
