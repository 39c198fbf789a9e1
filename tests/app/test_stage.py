from dataclasses import replace

import pytest

from app.stage import grow_stage, link_step, next_in_series, set_up, why_no_call
from tests.support.traces import failing_add, made, missing_plugin, network, recorded, running, simple_call
from traces.model.call import Call, Outcome
from traces.model.trace import Branch, Trace
from traces.store.summarise import summary_of
from traces.timeline.playback import move


def at(trace: Trace, step: int) -> str:
    stage = set_up(trace)
    return why_no_call(replace(stage, playback=move(stage.playback, step)))


def test_a_trace_begins_at_rest() -> None:
    stage = set_up(recorded())
    assert (stage.playback.cursor, stage.playback.playing) == (0, False)


def test_a_played_trace_begins_before_its_first_step() -> None:
    stage = set_up(recorded(), playing=True)
    assert (stage.playback.position, stage.playback.playing) == (-1.0, True)


def test_the_cursors_call_and_link_are_known() -> None:
    stage = set_up(recorded())
    delegate = replace(stage, playback=move(stage.playback, 1))
    assert delegate.call is not None
    assert delegate.link_call is not None
    assert (delegate.call.plugin, delegate.link_call.plugin) == ("host-local", "bridge")


def test_a_step_without_a_call_says_why() -> None:
    assert at(missing_plugin(), 6) == 'failed to find plugin "bandwidth" in path [/opt/cni/bin]'
    assert at(missing_plugin(), 7) == "firewall was never reached: a link before it failed"
    assert at(made(network("bridge"), ()), 0) == "nothing was called"


def test_links_are_jumped_to_in_both_directions() -> None:
    stage = set_up(failing_add())
    assert link_step(stage, 1) == 4
    end = replace(stage, playback=move(stage.playback, 8))
    assert (link_step(end, -1), link_step(end, 1)) == (7, 8)


def test_a_running_call_is_noticed() -> None:
    assert set_up(running()).is_running
    assert not set_up(recorded()).is_running


def test_a_grown_trace_keeps_the_place() -> None:
    stage = set_up(running())
    stage = replace(stage, playback=move(stage.playback, 3))
    grown = grow_stage(stage, recorded())
    assert (grown.playback.cursor, len(grown.steps)) == (3, 12)


def test_a_series_goes_by_time_and_without_branches() -> None:
    first = replace(recorded(), id="1", created="2026-01-01T00:00:01Z")
    second = replace(recorded(), id="2", created="2026-01-01T00:00:02Z")
    branch = replace(second, id="b", created="2026-01-01T00:00:01.5Z", branch_of=Branch(trace="1", link=0))
    other = replace(second, id="o", series="other")
    listed = [summary_of(trace) for trace in (second, branch, other, first)]
    assert next_in_series(listed, first) == "2"
    assert next_in_series(listed, second) is None
    assert next_in_series(listed, branch) is None
    assert next_in_series([], first) is None


@pytest.mark.parametrize(
    ("call", "side"),
    [
        (simple_call(0, "p", stdout=b"{}"), "stdout"),
        (simple_call(0, "p", stdout=b"", verb="DEL"), "stdout"),
        (simple_call(0, "p", stdout=b"{}", stderr=b"x", outcome=Outcome.FAILED), "stdout"),
        (simple_call(0, "p", stdout=b" \n", stderr=b"x", outcome=Outcome.FAILED), "stderr"),
        (simple_call(0, "p", stdout=b"", stderr=b"", outcome=Outcome.KILLED), "exit"),
    ],
)
def test_the_side_that_tells_of_the_end_is_known(call: Call, side: str) -> None:
    assert set_up(made(network("p"), (call,))).telling_side == side
