from dataclasses import replace

import pytest

from tests.support.nested import two_more_networks
from tests.support.traces import FLANNEL, MULTUS, fail, failing_add, long_chain, recorded
from traces.model.trace import Trace
from traces.timeline.cells import plain
from traces.timeline.diagram import Diagram, Options, layout
from traces.timeline.folding import Folding
from traces.timeline.heads import draw_heads, head_at
from traces.timeline.steps import steps


def laid_out(trace: Trace, width: int = 100, **options: Folding | bool) -> Diagram:
    return layout(trace, steps(trace), width, Options(**options))  # type: ignore[arg-type]


def heads(diagram: Diagram) -> tuple[str, str]:
    upper, lower = draw_heads(diagram)
    return plain(upper), plain(lower)


@pytest.mark.parametrize("width", [60, 75, 80, 100, 130, 200])
def test_heads_are_as_wide_as_what_is_below(width: int) -> None:
    diagram = laid_out(recorded(FLANNEL), width)
    for head in heads(diagram):
        assert len(head) == diagram.width - diagram.gutter_width == width - diagram.gutter_width


def test_names_too_long_for_one_row_take_turns() -> None:
    diagram = laid_out(recorded(), 80)
    upper, lower = heads(diagram)
    assert upper.split() == ["runtime", "portmap", "firewall"]
    assert [name for name in lower.split() if name not in "│▸"] == ["bridge", "bandwidth", "tuning"]


def test_names_with_room_have_a_word_below() -> None:
    upper, lower = heads(laid_out(failing_add(), 130))
    assert "✗ portmap" in upper
    assert "failed" in lower
    assert lower.count("not reached") == 3


def test_a_word_that_does_not_fit_has_a_shorter_one() -> None:
    _, lower = heads(laid_out(failing_add(), 84))
    assert lower.count("not run") == 3
    assert "not reach" not in lower


def test_a_folded_lane_shows_that_it_holds_some() -> None:
    folding = Folding().close((0,))
    upper, lower = heads(laid_out(recorded(MULTUS), folding=folding))
    assert "▸ multus" in upper
    assert "link 0 +4" in lower
    upper, lower = heads(laid_out(recorded(MULTUS), folding=folding, ascii_only=True))
    assert "+ multus" in upper


def test_a_lane_that_is_open_shows_no_mark() -> None:
    upper, lower = heads(laid_out(recorded(MULTUS), 160))
    assert "▸" not in upper
    assert "+" not in lower


def test_a_failed_lane_that_holds_some_shows_both() -> None:
    calls = recorded().calls
    failed = fail(replace(recorded(), calls=(*calls[1:2], *calls[:1])), 0)
    failed = replace(failed, calls=(failed.calls[1], failed.calls[0]))
    assert "✗ ▸ bridge" in heads(laid_out(failed, folding=Folding().close((0,))))[0]


def test_a_link_of_a_network_inside_says_where() -> None:
    lower = heads(laid_out(two_more_networks(), 160))[1]
    assert "net1 link 0" in lower
    assert "net2 link 1" in lower


def test_names_that_take_turns_say_themselves_that_they_are_simulated() -> None:
    upper, lower = heads(laid_out(replace(recorded(), simulated=("bridge", "firewall")), 80))
    assert "firewall sim." in upper
    assert "bridge sim." in lower
    assert upper.count("sim.") == lower.count("sim.") == 1


def test_a_simulated_link_that_failed_is_called_both() -> None:
    assert "failed simulated" in heads(laid_out(replace(failing_add(), simulated=("portmap",)), 200))[1]


def test_with_less_room_it_says_it_shorter() -> None:
    assert "eth0 0     eth0 1     eth0 2     net1 0" in heads(laid_out(two_more_networks(), 120))[1]


def test_the_lane_under_a_name_is_found() -> None:
    diagram = laid_out(recorded(FLANNEL), 120)
    for lane in diagram.lanes.lanes:
        for y in (0, 1):
            assert head_at(diagram, lane.x + 2, y) == lane


def test_of_names_that_take_turns_the_one_on_that_row_is_found() -> None:
    diagram = laid_out(recorded(), 80)
    bridge, portmap = diagram.lanes.lanes[1:3]
    between = (bridge.x + portmap.x) // 2
    assert head_at(diagram, between, 0) == portmap
    assert head_at(diagram, between, 1) == bridge


def test_beside_all_names_there_is_no_lane() -> None:
    diagram = laid_out(long_chain(1), 200)
    assert head_at(diagram, diagram.lanes.lanes[-1].x + 100, 0) is None
