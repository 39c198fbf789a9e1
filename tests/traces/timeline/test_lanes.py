from dataclasses import replace

import pytest

from tests.support.big_traces import chain_of
from tests.support.nested import two_more_networks
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
from traces.model.call import Outcome
from traces.model.trace import Trace
from traces.timeline.cells import Ink
from traces.timeline.folding import Folding
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
    inks = {lane.title: (lane.ink, *lane.subtitles) for lane in lanes_of(failing_add()).lanes}
    assert inks["bridge"] == (Ink.HEAD, "link 0")
    assert inks["host-local"] == (Ink.HEAD_DELEGATE, "ipam")
    assert inks["portmap"] == (Ink.HEAD_FAILED, "failed")
    assert inks["tuning"] == (Ink.HEAD_UNREACHED, "not reached", "not run")


def test_links_never_called_have_no_lifeline() -> None:
    called = {lane.title: lane.is_called for lane in lanes_of(failing_del()).lanes}
    assert called["tuning"]
    assert not called["bridge"]


def test_simulated_plugins_are_marked() -> None:
    lanes = lanes_of(replace(recorded(), simulated=("bridge", "host-local"))).lanes
    assert [lane.title for lane in lanes if "simulated" in lane.subtitles] == ["bridge", "host-local"]


def test_delegates_fold_before_lanes_are_uncomfortable() -> None:
    assert not lanes_of(recorded(), 93).folded_calls
    folded = lanes_of(recorded(), 92)
    assert folded.folded_calls == {"ADD-1": 1}
    assert folded.lane_of_call["ADD-1"] == folded.lane_of_call["ADD-0"]
    assert folded.lanes[1].holds == 1


def test_a_few_delegates_have_lanes_at_eighty_columns() -> None:
    assert titles(recorded(FLANNEL), 75) == ["runtime", "flannel", "bridge", "host-local", "portmap"]


def test_inside_a_network_callers_fold_before_its_chain() -> None:
    assert titles(recorded(MULTUS), 75) == ["runtime", "multus", "loopback", "bridge", "portmap"]
    assert titles(two_more_networks(), 75) == ["runtime", "multus"]


def test_what_the_user_opened_stays_open() -> None:
    folding = Folding().open((0,))
    lanes = place_lanes(two_more_networks(), steps(two_more_networks()), 60, folding)
    assert len(lanes.lanes) == 9
    assert lanes.pitch == NARROWEST
    assert lanes.width > 60
    assert [lane.title for lane in lanes.lanes if lane.is_open] == ["multus"]


def test_what_the_user_closed_stays_closed() -> None:
    lanes = place_lanes(recorded(MULTUS), steps(recorded(MULTUS)), 200, Folding().close((0,)))
    assert [(lane.title, lane.holds) for lane in lanes.lanes] == [("runtime", 0), ("multus", 4)]
    assert lanes.folded_calls == {"ADD-1": 1, "ADD-2": 1, "ADD-3": 2, "ADD-4": 1}


def test_folded_lanes_leave_room_for_what_they_hold() -> None:
    lanes = place_lanes(recorded(MULTUS), steps(recorded(MULTUS)), 75, Folding().close((0,)))
    assert lanes.width - lanes.lanes[-1].x > 30
    assert lanes.width + lanes.note_width == 75


def test_lanes_never_leave_their_room_while_they_can_fold() -> None:
    for room in range(55, 160):
        lanes = lanes_of(recorded(FLANNEL), room)
        assert lanes.width + lanes.note_width == room


def test_very_many_lanes_are_wider_than_the_room() -> None:
    lanes = lanes_of(long_chain(), 75)
    assert lanes.pitch == NARROWEST
    assert lanes.width > 75


CHAINS = [
    ("loopback", "eth0 link 0"),
    ("bridge", "eth0 link 1"),
    ("portmap", "eth0 link 2"),
    ("macvlan", "net1 link 0"),
    ("tuning", "net1 link 1"),
    ("bridge", "net2 link 0"),
    ("tuning", "net2 link 1"),
]


@pytest.mark.parametrize("verb", ["ADD", "CHECK", "DEL"])
def test_networks_inside_are_chains_in_their_own_order(verb: str) -> None:
    lanes = lanes_of(two_more_networks(verb), 200).lanes
    assert [(lane.title, lane.subtitles[0]) for lane in lanes[2:] if lane.title != "host-local"] == CHAINS


def test_ipam_stands_beside_its_link_in_each_network() -> None:
    lanes = lanes_of(two_more_networks("DEL"), 200).lanes
    callers = [lanes[place - 1].title for place, lane in enumerate(lanes) if lane.title == "host-local"]
    assert callers == ["bridge", "macvlan", "bridge"]
    assert {lane.subtitles[0] for lane in lanes if lane.title == "host-local"} == {"ipam"}


def test_a_stopped_del_numbers_only_what_it_knows() -> None:
    calls = two_more_networks("DEL").calls
    bad = replace(calls[2], outcome=Outcome.ERROR, exit_code=1)
    stopped = replace(two_more_networks("DEL"), calls=(replace(calls[0], outcome=Outcome.ERROR), calls[1], bad))
    assert [lane.subtitles for lane in lanes_of(stopped).lanes[2:]] == [("net2",), ("net2",)]


def test_a_network_without_an_interface_goes_by_its_name() -> None:
    calls = tuple(replace(call, environment=()) for call in two_more_networks("GC").calls)
    subtitles = {lane.subtitles[0] for lane in lanes_of(replace(two_more_networks(), calls=calls), 300).lanes}
    assert {"k8s-pod-network link 2", "storage link 0", "backup link 1"} <= subtitles


def test_simulated_links_of_a_network_are_marked() -> None:
    lanes = lanes_of(replace(two_more_networks(), simulated=("bridge",)), 200).lanes
    assert [lane.subtitles for lane in lanes if lane.title == "bridge"] == [
        ("eth0 link 1 simulated", "simulated"),
        ("net2 link 0 simulated", "simulated"),
    ]


def test_the_lanes_within_cells_are_those_whose_lines_are_there() -> None:
    trace = chain_of(30)
    lanes = place_lanes(trace, steps(trace), 100)
    for first, behind in ((0, 1), (0, 40), (33, 80), (200, 1000)):
        inside = [lane for lane in lanes.lanes if first <= lane.x < behind]
        assert list(lanes.within(range(first, behind))) == inside
