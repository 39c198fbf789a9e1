import pytest
from rich.style import Style

from panels.render.sequence_strips import SequenceStrips, token_x
from panels.render.sequence_styles import SequenceStyles, When
from tests.support.traces import failing_add, long_chain, recorded, running
from traces.model.trace import Trace
from traces.timeline.diagram import Diagram, layout
from traces.timeline.steps import steps


def laid_out(trace: Trace, width: int = 100) -> Diagram:
    return layout(trace, steps(trace), width)


def strips_of(diagram: Diagram, width: int = 100) -> SequenceStrips:
    return SequenceStrips(diagram, SequenceStyles(lambda name: Style()), width)


def test_a_request_travels_from_caller_to_plugin() -> None:
    diagram = laid_out(recorded())
    ways = [token_x(diagram, 4, share / 10) for share in range(11)]
    runtime, portmap = diagram.lanes.lanes[0].x, diagram.lanes.lanes[diagram.lanes.lane_of_link[1]].x
    assert ways == sorted(ways)
    assert (ways[0], ways[-1]) == (runtime + 1, portmap - 1)


def test_a_reply_travels_back() -> None:
    diagram = laid_out(recorded())
    assert token_x(diagram, 5, 0.0) > token_x(diagram, 5, 1.0)


def test_a_link_never_reached_has_no_message() -> None:
    with pytest.raises(ValueError, match="no message"):
        token_x(laid_out(failing_add()), 8, 0.5)


def test_every_strip_is_as_wide_as_the_view() -> None:
    diagram = laid_out(recorded())
    strips = strips_of(diagram)
    for row in range(diagram.height):
        assert strips.row(row, When.FUTURE, 0).cell_length == 100
    assert strips.message(4, 4, 0.5, 0).cell_length == 100


def test_a_row_is_made_once() -> None:
    strips = strips_of(laid_out(recorded()))
    first = strips.row(3, When.PAST, 0)
    assert strips.row(3, When.PAST, 0) is first
    strips.clear()
    assert strips.row(3, When.PAST, 0) is not first


def test_numbers_and_notes_stay_while_lanes_move() -> None:
    diagram = laid_out(long_chain(50), 80)
    text = strips_of(diagram, 80).row(99, When.PAST, 300).text
    assert text.startswith(" 100 ")
    assert text.endswith("exit 0")
    assert len(text) == 80


def test_a_message_out_of_view_is_not_drawn() -> None:
    diagram = laid_out(long_chain(50), 80)
    assert "●" not in strips_of(diagram, 80).message(98, 98, 0.0, 300).text
    assert "●" in strips_of(diagram, 80).message(98, 98, 1.0, 400).text


def test_seconds_take_the_place_of_the_note() -> None:
    diagram = laid_out(running())
    strips = strips_of(diagram)
    now = running().calls[-1].started + 2_000_000_000
    noted = strips.with_running_note(strips.row(4, When.HERE, 0), 4, now, When.HERE)
    assert "running 2.0 s" in noted.text
    assert "running…" not in noted.text
    assert noted.cell_length == 100
