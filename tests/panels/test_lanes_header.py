from textual import on

from panels.lanes_header import LanesHeader
from tests.support.panel_app import screen_lines
from tests.support.sequence_app import SequenceApp
from tests.support.traces import failing_add, long_chain
from traces.model.trace import Trace
from traces.timeline.diagram import Diagram, layout
from traces.timeline.steps import steps


def laid_out(trace: Trace, width: int) -> Diagram:
    return layout(trace, steps(trace), width)


async def test_names_stand_over_their_lanes() -> None:
    header = LanesHeader()
    async with SequenceApp(header).run_test(size=(130, 4)) as pilot:
        header.diagram = diagram = laid_out(failing_add(), 130)
        await pilot.pause()
        upper, lower = screen_lines(pilot.app)[:2]
        x = diagram.gutter_width + diagram.lanes.lanes[1].x
        assert upper[x - 2 : x + 4] == "bridge"
        assert "✗ portmap" in upper
        assert "failed" in lower


async def test_names_move_with_the_lanes() -> None:
    header = LanesHeader()
    async with SequenceApp(header).run_test(size=(80, 4)) as pilot:
        header.diagram = laid_out(long_chain(50), 80)
        header.offset_x = 380
        await pilot.pause()
        text = "".join(screen_lines(pilot.app)[:2])
        assert "tuning-45" in text
        assert "runtime" not in text


async def test_without_a_sequence_it_is_blank() -> None:
    async with SequenceApp(LanesHeader()).run_test(size=(80, 4)) as pilot:
        assert "".join(screen_lines(pilot.app)).strip() == ""


class Listening(SequenceApp):
    """Keeps what the header says."""

    @on(LanesHeader.Pressed)
    def keep(self, message: LanesHeader.Pressed) -> None:
        self.hear(message)


async def test_a_click_on_a_name_says_whose_it_is() -> None:
    header = LanesHeader()
    app = Listening(header)
    async with app.run_test(size=(80, 4)) as pilot:
        header.diagram = diagram = laid_out(long_chain(50), 80)
        header.offset_x = 380
        await pilot.pause()
        lane = diagram.lanes.lanes[43]
        await pilot.click(header, offset=(diagram.gutter_width + lane.x - 380, 43 % 2))
        await pilot.click(header, offset=(1, 0))
        assert [message.lane for message in app.heard if isinstance(message, LanesHeader.Pressed)] == [lane]


async def test_a_click_where_no_sequence_is_says_nothing() -> None:
    header = LanesHeader()
    app = Listening(header)
    async with app.run_test(size=(80, 4)) as pilot:
        await pilot.click(header, offset=(20, 1))
        assert app.heard == []
