from dataclasses import replace

from tests.support.traces import (
    FLANNEL,
    MULTUS,
    failing_add,
    failing_del,
    long_chain,
    made,
    network,
    recorded,
    simple_call,
)
from traces.model.trace import Trace
from traces.timeline.cells import Ink
from traces.timeline.lanes import NARROWEST, Lanes, place_lanes
from traces.timeline.steps import steps


def lanes_of(trace: Trace, room: int = 120) -> Lanes:
    return place_lanes(trace, steps(trace), room)


def titles(trace: Trace, room: int = 120) -> list[str]:
    return [lane.title for lane in lanes_of(trace, room).lanes]


def test_delegates_stand_beside_their_caller() -> None:
    assert titles(recorded()) == ["runtime", "bridge", "host-local", "portmap", "bandwidth", "firewall", "tuning"]


def test_the_order_of_del_is_still_the_chains() -> None:
    assert titles(recorded(verb="DEL")) == titles(recorded())


def test_delegates_of_delegates_come_behind_them() -> None:
    assert titles(recorded(MULTUS)) == ["runtime", "multus", "loopback", "bridge", "host-local", "portmap"]


def test_one_plugin_twice_has_two_lanes() -> None:
    trace = made(network("tuning", "tuning"), (simple_call(0, "tuning"), simple_call(1, "tuning")))
    lanes = lanes_of(trace)
    assert [lane.title for lane in lanes.lanes] == ["runtime", "tuning", "tuning"]
    assert lanes.lane_of_call == {"call-0": 1, "call-1": 2}


def test_a_delegate_called_twice_has_one_lane() -> None:
    again = (
        simple_call(0, "bridge"),
        simple_call(0, "host-local", id="a", link=None, parent="call-0"),
        simple_call(0, "host-local", id="b", link=None, parent="call-0", verb="DEL"),
    )
    assert titles(made(network("bridge"), again)) == ["runtime", "bridge", "host-local"]


def test_a_call_of_no_link_has_a_lane() -> None:
    assert titles(made(network("bridge"), (simple_call(0, "stray", link=None),))) == ["runtime", "bridge", "stray"]


def test_lanes_say_how_their_link_fared() -> None:
    inks = {lane.title: (lane.ink, lane.subtitle) for lane in lanes_of(failing_add()).lanes}
    assert inks["bridge"] == (Ink.HEAD, "link 0")
    assert inks["host-local"] == (Ink.HEAD_DELEGATE, "ipam")
    assert inks["portmap"] == (Ink.HEAD_FAILED, "failed")
    assert inks["tuning"] == (Ink.HEAD_UNREACHED, "not reached")


def test_links_never_called_have_no_lifeline() -> None:
    called = {lane.title: lane.is_called for lane in lanes_of(failing_del()).lanes}
    assert called["tuning"]
    assert not called["bridge"]


def test_simulated_plugins_are_marked() -> None:
    lanes = lanes_of(replace(recorded(), simulated=("bridge", "host-local"))).lanes
    assert [lane.title for lane in lanes if lane.subtitle == "simulated"] == ["bridge", "host-local"]


def test_delegates_fold_before_lanes_are_too_narrow() -> None:
    assert not lanes_of(recorded(), 75).is_folded
    folded = lanes_of(recorded(), 74)
    assert folded.is_folded
    assert folded.lane_of_call["ADD-1"] == folded.lane_of_call["ADD-0"]
    assert folded.pitch >= NARROWEST


def test_lanes_never_leave_their_room_while_they_can_fold() -> None:
    for room in range(55, 160):
        lanes = lanes_of(recorded(FLANNEL), room)
        assert lanes.width + lanes.note_width == room


def test_very_many_lanes_are_wider_than_the_room() -> None:
    lanes = lanes_of(long_chain(), 75)
    assert lanes.pitch == NARROWEST
    assert lanes.width > 75
