import pytest

from tests.support.traces import failing_add, long_chain, made, missing_plugin, network, recorded, running
from traces.model.trace import Failure, Trace
from traces.timeline.diagram import Diagram, Options, layout
from traces.timeline.steps import steps


def laid_out(trace: Trace, width: int = 100, *, spacious: bool = False) -> Diagram:
    return layout(trace, steps(trace), width, Options(spacious=spacious))


def test_every_step_has_a_row_of_its_own() -> None:
    diagram = laid_out(recorded())
    assert [rows.start for rows in diagram.step_rows] == list(range(12))
    assert diagram.height == 12


def test_with_room_there_is_a_gap_after_each_link() -> None:
    diagram = laid_out(failing_add(), spacious=True)
    assert [plan.step for plan in diagram.plans[: diagram.steps_height]] == [0, 1, 2, 3, None, 4, 5, None, 6, 7, 8]
    assert diagram.step_at(4) == 3


def test_a_row_behind_the_last_is_no_step() -> None:
    assert laid_out(recorded()).step_at(99) is None


def test_arrows_run_from_caller_to_plugin_and_back() -> None:
    diagram = laid_out(recorded())
    runtime, bridge, host_local = (lane.x for lane in diagram.lanes.lanes[:3])
    ways = [(arrow.start, arrow.end) for arrow in diagram.arrows[:4] if arrow]
    assert ways == [(runtime, bridge), (bridge, host_local), (host_local, bridge), (bridge, runtime)]


def test_a_link_never_reached_has_no_arrow() -> None:
    assert laid_out(failing_add()).arrows[-1] is None


def test_a_missing_plugin_has_an_arrow_to_its_lane() -> None:
    diagram = laid_out(missing_plugin())
    arrow = diagram.arrows[6]
    assert arrow is not None
    assert arrow.end == diagram.lanes.lanes[diagram.lanes.lane_of_link[2]].x


def test_a_plugin_is_at_work_from_request_to_reply() -> None:
    diagram = laid_out(recorded())
    bridge = diagram.lanes.lane_of_link[0]
    assert [bridge in dict(plan.busy) for plan in diagram.plans[:5]] == [True, True, True, True, False]


def test_the_bar_of_a_failing_plugin_is_known_from_its_request_on() -> None:
    diagram = laid_out(failing_add())
    portmap = diagram.lanes.lane_of_link[1]
    assert [dict(plan.busy).get(portmap) for plan in diagram.plans[4:6]] == [True, True]


def test_a_running_step_is_known_and_counts() -> None:
    diagram = laid_out(running())
    assert diagram.running == (4,)
    assert "running 2.0 s" in diagram.running_text(4, running().calls[-1].started + 2_000_000_000)


@pytest.mark.parametrize(("width", "text"), [(100, "  running 12.0 s"), (76, " running 12.0 s"), (60, "")])
def test_running_seconds_take_the_room_there_is(width: int, text: str) -> None:
    now = running().calls[-1].started + 12_000_000_000
    assert laid_out(running(), width).running_text(4, now) == text


def test_two_hundred_links_are_laid_out() -> None:
    diagram = laid_out(long_chain(), 80)
    assert diagram.height == 400
    assert diagram.width > 1800


def test_nothing_called_gives_only_the_lanes() -> None:
    diagram = laid_out(made(network("bridge"), ()))
    assert (diagram.height, len(diagram.lanes.lanes)) == (0, 2)


def test_a_failure_of_no_link_draws_all_as_unreached() -> None:
    diagram = laid_out(made(network("a", "b"), (), Failure(text="bad id")))
    assert diagram.arrows == (None, None)


@pytest.mark.parametrize("width", [0, 1, 5, 20])
def test_no_width_is_too_small_to_lay_out(width: int) -> None:
    assert laid_out(recorded(), width).height == 12
