from dataclasses import replace

import pytest

from tests.support.traces import failing_add, long_chain, missing_plugin, recorded, running
from traces.model.trace import Failure, Trace
from traces.timeline.playback import (
    SPEEDS,
    Motion,
    Playback,
    advance,
    extend,
    faster,
    move,
    pause,
    play,
    playback,
    slower,
    step_by,
    travelled,
)
from traces.timeline.steps import steps


def at_rest(trace: Trace | None = None) -> Playback:
    return playback(steps(trace or recorded()))


def test_it_begins_at_rest_on_the_first_step() -> None:
    state = at_rest()
    assert (state.cursor, state.progress, state.playing) == (0, 1.0, False)


def test_nothing_moves_while_it_is_paused() -> None:
    assert advance(at_rest(), 10.0) == at_rest()


def test_playing_starts_before_the_first_step() -> None:
    state = advance(play(at_rest()), 0.1)
    assert state.cursor == 0
    assert 0 < state.progress < 1


def test_the_message_moves_with_the_seconds() -> None:
    state = play(at_rest())
    ways = []
    for _ in range(3):
        state = advance(state, 0.1)
        ways.append(travelled(state, Motion.FULL))
    assert ways == sorted(ways)
    assert len(set(ways)) == 3


def test_playing_ends_at_the_last_step() -> None:
    state = advance(play(at_rest()), 1000)
    assert (state.cursor, state.progress, state.playing, state.at_end) == (11, 1.0, False, True)


def test_playing_pauses_at_the_failing_step() -> None:
    trace = failing_add()
    state = advance(play(at_rest(trace)), 1000)
    assert steps(trace)[state.cursor].failed
    assert not state.playing
    assert not state.at_end


def test_playing_goes_on_behind_the_failing_step() -> None:
    state = advance(play(advance(play(at_rest(failing_add())), 1000)), 1000)
    assert state.at_end


def test_play_at_the_end_begins_again() -> None:
    assert play(advance(play(at_rest()), 1000)).position == -1.0


def test_play_in_the_middle_goes_on_from_there() -> None:
    assert play(pause(replace(at_rest(), position=3.5))).position == 3.5


def test_two_frames_make_the_way_of_one() -> None:
    state = play(at_rest())
    assert advance(advance(state, 0.7), 0.8).position == pytest.approx(advance(state, 1.5).position)


def test_speed_shortens_the_way() -> None:
    state = play(at_rest())
    assert advance(replace(state, speed=2.0), 0.5).position == pytest.approx(advance(state, 1.0).position)


def test_forty_seconds_and_two_milliseconds_both_fit() -> None:
    trace = recorded()
    slow = replace(trace.calls[-1], ended=trace.calls[-1].started + 40_000_000_000)
    durations = at_rest(replace(trace, calls=(*trace.calls[:-1], slow))).durations
    assert min(durations) > 0.4
    assert 1.5 < max(durations) < 3


def test_steps_go_both_ways_and_stop_at_the_ends() -> None:
    state = step_by(at_rest(), 1)
    assert step_by(state, 1).cursor == 2
    assert step_by(state, -5).cursor == 0
    assert step_by(state, 500).cursor == 11


def test_a_step_in_mid_air_lands_first() -> None:
    flying = replace(at_rest(), position=3.4, playing=True)
    assert step_by(flying, 1).position == 4.0
    assert step_by(flying, -1).position == 3.0


def test_moving_stops_the_time() -> None:
    assert not move(play(at_rest()), 4).playing


def test_speeds_have_ends() -> None:
    state = at_rest()
    for _ in SPEEDS:
        state = faster(state)
    assert state.speed == SPEEDS[-1]
    for _ in SPEEDS:
        state = slower(state)
    assert state.speed == SPEEDS[0]


def test_without_motion_the_message_has_arrived() -> None:
    assert travelled(advance(play(at_rest()), 0.1), Motion.NONE) == 1.0


def test_an_open_trace_waits_at_its_end() -> None:
    state = advance(play(playback(steps(running()), is_open=True)), 1000)
    assert state.at_end
    assert state.playing


def test_a_followed_run_is_never_far_behind() -> None:
    state = replace(playback(steps(running()), is_open=True), playing=True)
    grown = extend(state, steps(long_chain()), is_open=True)
    assert grown.last - grown.position <= 2


@pytest.mark.parametrize("trace", [failing_add(), missing_plugin()])
@pytest.mark.parametrize("position", [-1.0, 2.4, 5.0])
def test_a_followed_run_that_fails_stops_at_the_failing_step(trace: Trace, position: float) -> None:
    calls = steps(replace(trace, failure=None, finished=False))
    followed = replace(playback(calls, is_open=True), playing=True, pause_at=None, position=position)
    ended = extend(followed, steps(trace), is_open=False)
    state = advance(ended, 1000)
    assert steps(trace)[state.cursor].failed
    assert not state.playing


def test_a_followed_run_that_breaks_off_stops_before_what_it_never_reached() -> None:
    broken = replace(running(), finished=True, failure=Failure(text="stopped"))
    state = replace(playback(steps(running()), is_open=True), playing=True, position=4.0)
    ended = extend(state, steps(broken), is_open=False)
    assert (ended.cursor, ended.playing, ended.last) == (4, False, 7)


def test_who_went_on_behind_a_failure_is_not_stopped_again() -> None:
    trace = replace(failing_add(), finished=False)
    state = replace(playback(steps(trace), is_open=True), playing=True, position=5.0)
    assert extend(state, steps(trace), is_open=False).playing


def test_one_who_looks_back_stays_where_he_is() -> None:
    state = move(playback(steps(running()), is_open=True), 1)
    assert extend(state, steps(recorded()), is_open=False).position == 1.0


def test_an_empty_trace_can_be_played_and_stepped() -> None:
    state = playback(())
    for change in (play, pause, faster):
        state = advance(change(state), 1.0)
    assert step_by(move(state, 3), -1).cursor == 0
    assert not play(state).playing
