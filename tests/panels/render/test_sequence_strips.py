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


def test_a_held_call_has_its_sign_and_the_note_that_fits() -> None:
    diagram = laid_out(running())
    strips = strips_of(diagram)
    row = strips.row(0, When.PAST, 0)
    held = strips.with_held(row, 0, ("held before " + "x" * 80, "held, 12 s", "held"), When.PAST, 0)
    assert held.cell_length == row.cell_length
    head = diagram.gutter_width + max(diagram.arrows[0].start, diagram.arrows[0].end) - 1 if diagram.arrows[0] else 0
    assert held.text[head : head + 2] == diagram.glyphs.held + diagram.glyphs.idle
    assert held.text.rstrip().endswith(" held, 12 s")


def test_a_held_answer_keeps_the_bar_of_its_plugin() -> None:
    diagram = laid_out(recorded())
    strips, reply = strips_of(diagram), next(step.index for step in diagram.steps if step.is_reply)
    row = strips.row(diagram.step_rows[reply].start, When.PAST, 0)
    assert strips.with_held(row, reply, ("held",), When.PAST, 0).text.count(diagram.glyphs.bar) == row.text.count(
        diagram.glyphs.bar
    )


def test_a_breakpoint_has_a_dot_between_number_and_lanes() -> None:
    diagram = laid_out(recorded())
    strips = strips_of(diagram)
    row = strips.row(2, When.PAST, 0)
    dotted = strips.with_stop(row, When.PAST)
    place = diagram.gutter_width - 1
    assert (dotted.text[place], dotted.text[:place], dotted.text[place + 1 :]) == (
        diagram.glyphs.stop,
        row.text[:place],
        row.text[place + 1 :],
    )
