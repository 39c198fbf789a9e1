from textual import on
from textual.pilot import Pilot

from panels.transport import Transport
from tests.support.panel_app import screen_lines
from tests.support.sequence_app import SequenceApp
from traces.timeline.marks import MarkKind, StepMark


class Listening(SequenceApp):
    """Keeps where the user wants to be."""

    @on(Transport.Moved)
    def keep(self, message: Transport.Moved) -> None:
        self.hear(message)

    @property
    def wishes(self) -> list[int]:
        return [message.index for message in self.heard if isinstance(message, Transport.Moved)]


async def fill(pilot: Pilot[None], transport: Transport) -> str:
    transport.count, transport.cursor, transport.position = 9, 4, 4.0
    transport.failures, transport.facts = (8,), "+24 ms  1x"
    await pilot.pause()
    return screen_lines(pilot.app)[0]


async def test_the_row_says_where_and_how_fast() -> None:
    transport = Transport()
    async with SequenceApp(transport).run_test(size=(80, 3)) as pilot:
        line = await fill(pilot, transport)
        assert line.startswith(" ‖  05/09  ━")
        assert line.endswith("  +24 ms  1x")
        transport.playing = True
        await pilot.pause()
        assert screen_lines(pilot.app)[0].startswith(" ►  05/09")


async def test_the_head_is_where_the_step_is() -> None:
    transport = Transport()
    async with SequenceApp(transport).run_test(size=(80, 3)) as pilot:
        line = await fill(pilot, transport)
        start, end = line.index("━"), line.index("✗")
        assert abs(line.index("●") - (start + end) // 2) <= 1


async def test_failures_are_ticks_at_their_place() -> None:
    transport = Transport()
    async with SequenceApp(transport).run_test(size=(80, 3)) as pilot:
        line = await fill(pilot, transport)
        assert line.index("✗") == len(line) - len("  +24 ms  1x") - 1


async def test_a_drag_goes_to_the_ends_and_no_further() -> None:
    transport = Transport()
    app = Listening(transport)
    async with app.run_test(size=(80, 3)) as pilot:
        await fill(pilot, transport)
        await pilot.mouse_down(transport, offset=(2, 0))
        await pilot.hover(transport, offset=(40, 0))
        await pilot.hover(transport, offset=(78, 0))
        await pilot.mouse_up(transport, offset=(78, 0))
        await pilot.hover(transport, offset=(20, 0))
        assert app.wishes[0] == 0
        assert app.wishes[-1] == 8
        assert app.wishes == sorted(app.wishes)


async def test_without_steps_there_is_nothing_to_drag() -> None:
    transport = Transport()
    app = Listening(transport)
    async with app.run_test(size=(80, 3)) as pilot:
        await pilot.click(transport, offset=(40, 0))
        assert "00/00" in screen_lines(app)[0]
        assert app.wishes == []


async def test_in_little_room_the_scrubber_goes_first() -> None:
    transport = Transport()
    async with SequenceApp(transport).run_test(size=(24, 3)) as pilot:
        line = await fill(pilot, transport)
        assert "05/09" in line
        assert "━" not in line


async def test_ascii_draws_the_same_row() -> None:
    transport = Transport(ascii_only=True)
    async with SequenceApp(transport).run_test(size=(60, 3)) as pilot:
        line = await fill(pilot, transport)
        assert line.isascii()
        assert "=o-" in line


def marked(step: int, kind: MarkKind = MarkKind.HAND) -> StepMark:
    return StepMark(step=step, kind=kind, sentence="")


async def test_marks_are_ticks_of_their_own() -> None:
    for ascii_only, signs in ((False, "◆·✗"), (True, "m:x")):
        transport = Transport(ascii_only=ascii_only)
        async with SequenceApp(transport).run_test(size=(80, 3)) as pilot:
            await fill(pilot, transport)
            transport.marks = (marked(2), marked(6, MarkKind.STDERR))
            await pilot.pause()
            line = screen_lines(pilot.app)[0]
            places = [line.index(sign, 11) for sign in signs]
            assert places == sorted(places)
            assert [line.index(sign, 11) - 11 for sign in signs] == [transport.cell_of(step) for step in (2, 6, 8)]


async def test_of_ticks_in_one_cell_the_most_important_wins() -> None:
    transport = Transport()
    async with SequenceApp(transport).run_test(size=(60, 3)) as pilot:
        transport.count, transport.cursor, transport.position = 10_000, 0, 0.0
        transport.marks = tuple(marked(step, MarkKind.STDERR) for step in range(1, 10_000, 2))
        await pilot.pause()
        assert set(screen_lines(pilot.app)[0][18:-4]) == {"·"}
        transport.marks = (*transport.marks, marked(5_000), marked(7_000))
        transport.failures = (7_001,)
        await pilot.pause()
        line = screen_lines(pilot.app)[0]
        assert (line.count("◆"), line.count("✗")) == (1, 1)


async def test_the_head_shows_a_mark_that_it_stands_on() -> None:
    transport = Transport()
    async with SequenceApp(transport).run_test(size=(80, 3)) as pilot:
        await fill(pilot, transport)
        transport.marks = (marked(4),)
        await pilot.pause()
        line = screen_lines(pilot.app)[0]
        assert "●" not in line
        assert "◆" in line
