from dataclasses import replace

from textual import on
from textual.geometry import Region

from panels.sequence_view import SequenceView
from tests.support.nested import two_more_networks
from tests.support.panel_app import screen_lines
from tests.support.sequence_app import SequenceApp, Watched
from tests.support.traces import MULTUS, fail, failing_add, hostile, long_chain, recorded, running
from traces.model.trace import Failure
from traces.timeline.folding import Folding
from traces.timeline.marks import MarkKind, StepMark, mark_on, with_mark
from traces.timeline.printable import printable
from traces.timeline.steps import steps


class Listening(SequenceApp):
    """Keeps what the canvas says."""

    @on(SequenceView.StepChosen)
    @on(SequenceView.LaidOut)
    @on(SequenceView.Scrolled)
    def keep(self, message: SequenceView.StepChosen | SequenceView.LaidOut | SequenceView.Scrolled) -> None:
        self.hear(message)


async def test_the_sequence_is_drawn_with_its_cursor() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 20)) as pilot:
        view.trace, view.cursor = recorded(), 2
        await pilot.pause()
        lines = screen_lines(pilot.app)
        assert lines[0].startswith(" 01      ├─ ADD ────►┃")
        assert lines[2].startswith("▸03 ")


async def test_a_step_redraws_only_the_rows_between() -> None:
    view = Watched()
    async with SequenceApp(view).run_test(size=(100, 12)) as pilot:
        view.trace = recorded()
        await pilot.pause()
        view.refreshed = ()
        view.cursor = 1
        await pilot.pause()
        assert set(view.refreshed) == {Region(0, 0, 100, 2)}


async def test_a_moving_message_redraws_only_its_row() -> None:
    view = Watched()
    async with SequenceApp(view).run_test(size=(100, 12)) as pilot:
        view.trace, view.cursor = recorded(), 4
        await pilot.pause()
        view.refreshed, view.drawn = (), ()
        view.travelled = 0.5
        await pilot.pause()
        assert (set(view.refreshed), set(view.drawn)) == ({Region(0, 4, 100, 1)}, {4})


async def test_a_row_that_did_not_change_is_the_same_strip() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 12)) as pilot:
        view.trace = recorded()
        await pilot.pause()
        assert view.render_line(5) is view.render_line(5)


async def test_the_message_stands_between_its_lanes() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 12)) as pilot:
        view.trace, view.cursor = recorded(), 4
        for travelled in (0.0, 0.5, 0.99):
            view.travelled = travelled
            await pilot.pause()
            line = screen_lines(pilot.app)[4]
            assert line.index("├") < line.index("●") < line.index("┃")


async def test_a_click_says_which_step_was_meant() -> None:
    view = SequenceView()
    app = Listening(view)
    async with app.run_test(size=(100, 20)) as pilot:
        view.trace = recorded()
        await pilot.pause()
        await pilot.click(view, offset=(30, 2))
        await pilot.click(view, offset=(30, 18))
        chosen = [message.index for message in app.heard if isinstance(message, SequenceView.StepChosen)]
        assert chosen == [2]


async def test_room_is_used_for_gaps() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 40)) as pilot:
        view.trace = recorded()
        await pilot.pause()
        assert view.diagram is not None
        assert view.diagram.options.spacious
        await pilot.resize_terminal(100, 13)
        await pilot.pause()
        assert not view.diagram.options.spacious


async def test_the_view_follows_the_cursor_by_half_a_page() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 10)) as pilot:
        view.trace = long_chain(20)
        await pilot.pause()
        view.cursor = 9
        await pilot.pause()
        assert view.scroll_offset.y == 0
        view.cursor = 10
        await pilot.pause()
        assert view.scroll_offset.y == 5


async def test_at_the_last_step_libcnis_words_are_in_view() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 8)) as pilot:
        view.trace, view.cursor = failing_add(), 8
        await pilot.pause()
        assert 'plugin type="portmap" failed (add)' in screen_lines(pilot.app)[-1]


async def test_sideways_it_follows_the_plugin_and_says_so() -> None:
    view = SequenceView()
    app = Listening(view)
    async with app.run_test(size=(80, 10)) as pilot:
        view.trace, view.cursor = long_chain(50), 99
        await pilot.pause()
        scrolled = [message.x for message in app.heard if isinstance(message, SequenceView.Scrolled)]
        assert scrolled
        assert scrolled[-1] == view.scroll_offset.x > 300
        assert "┃" in "".join(screen_lines(app))


async def test_running_seconds_change_one_row() -> None:
    view = Watched()
    trace = running()
    async with SequenceApp(view).run_test(size=(100, 5)) as pilot:
        view.trace, view.cursor = trace, 4
        await pilot.pause()
        view.refreshed = ()
        view.now = trace.calls[-1].started + 7_000_000_000
        await pilot.pause()
        assert "running 7.0 s" in screen_lines(pilot.app)[4]
        assert set(view.refreshed) == {Region(0, 4, 100, 1)}


async def test_a_grown_trace_is_laid_out_anew() -> None:
    view = SequenceView()
    app = Listening(view)
    async with app.run_test(size=(100, 20)) as pilot:
        trace = recorded()
        view.trace = replace(trace, calls=trace.calls[:2], finished=False)
        await pilot.pause()
        view.trace = trace
        await pilot.pause()
        heights = [message.diagram.height for message in app.heard if isinstance(message, SequenceView.LaidOut)]
        assert heights[-1] > heights[0]


async def test_the_terminals_cursor_goes_along_for_screen_readers() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 20)) as pilot:
        view.trace = recorded()
        view.focus()
        await pilot.pause()
        view.cursor = 3
        await pilot.pause()
        assert pilot.app.cursor_position.y == view.diagram.step_rows[3].start if view.diagram else False


async def test_hostile_text_is_drawn_harmlessly() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(80, 12)) as pilot:
        view.trace, view.cursor, view.travelled = hostile(), 3, 0.5
        await pilot.pause()
        assert all(line.isprintable() for line in screen_lines(pilot.app))


async def test_at_the_failing_step_libcnis_words_are_in_view() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 8)) as pilot:
        view.trace, view.cursor = replace(failing_add(), notes=("a note",) * 9), 5
        await pilot.pause()
        lines = screen_lines(pilot.app)
        assert 'plugin type="portmap" failed (add)' in lines[-1]
        assert any("▸06✗" in line for line in lines)


async def test_a_failure_in_wide_characters_is_shown_whole() -> None:
    text = "網路" * 40 + "\N{WOMAN}\u200d\N{GIRL}" * 20
    trace = replace(failing_add(), failure=Failure(text=text, link=1))
    for width in range(60, 111, 7):
        view = SequenceView()
        async with SequenceApp(view).run_test(size=(width, 40)) as pilot:
            view.trace = trace
            await pilot.pause()
            shown = "".join(line.strip() for line in screen_lines(pilot.app)[10:])
            assert printable(text) in shown


async def test_a_failure_does_not_scroll_away_with_the_lanes() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(80, 10)) as pilot:
        view.trace = fail(long_chain(50), 49, msg="word " * 30)
        view.cursor = 99
        await pilot.pause()
        assert "".join(screen_lines(pilot.app)).count("word") >= 30


async def test_other_folding_is_another_layout() -> None:
    view = SequenceView()
    app = Listening(view)
    async with app.run_test(size=(100, 20)) as pilot:
        view.trace, view.cursor = recorded(MULTUS), 2
        await pilot.pause()
        view.folding = Folding().close((0,))
        await pilot.pause()
        lanes = [len(message.diagram.lanes.lanes) for message in app.heard if isinstance(message, SequenceView.LaidOut)]
        assert (lanes[0], lanes[-1]) == (6, 2)
        assert "┃──► loopback ADD" in screen_lines(app)[1]


async def test_what_folds_while_it_is_scrolled_is_still_seen() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(60, 20)) as pilot:
        view.trace, view.folding, view.cursor = two_more_networks(), Folding().open((0,)), 19
        await pilot.pause()
        assert view.scroll_offset.x > 0
        view.folding = Folding().close((0,))
        await pilot.pause()
        assert view.scroll_offset.x == 0
        assert any("▸20" in line and "┃──► tuning ADD" in line for line in screen_lines(pilot.app))


async def test_without_a_trace_it_says_why() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(30, 10)) as pilot:
        view.empty_text = "nothing recorded yet: start a pod and look here"
        await pilot.pause()
        lines = screen_lines(pilot.app)
        assert [line.strip() for line in lines[:2]] == ["nothing recorded yet: start a", "pod and look here"]
        view.trace = recorded()
        await pilot.pause()
        assert "nothing recorded" not in "".join(screen_lines(pilot.app))


def marks(*steps: tuple[int, MarkKind]) -> tuple[StepMark, ...]:
    return tuple(StepMark(step=step, kind=kind, sentence="") for step, kind in steps)


async def test_a_marked_step_has_a_sign_beside_its_number() -> None:
    for ascii_only, hand, own in ((False, "◆", "·"), (True, "m", ":")):
        view = SequenceView(ascii_only=ascii_only)
        async with SequenceApp(view).run_test(size=(100, 20)) as pilot:
            view.trace = recorded()
            view.marks = marks((1, MarkKind.STDERR), (2, MarkKind.HAND), (2, MarkKind.STDERR))
            await pilot.pause()
            heads = [line[1:5] for line in screen_lines(pilot.app)[:4]]
            assert heads == ["01  ", f"02{own} ", f"03{hand} ", "04  "]
            view.marks = ()
            await pilot.pause()
            assert [line[1:5] for line in screen_lines(pilot.app)[:3]] == ["01  ", "02  ", "03  "]


async def test_failure_mark_and_breakpoint_have_a_sign_each() -> None:
    view = SequenceView()
    async with SequenceApp(view).run_test(size=(100, 20)) as pilot:
        view.trace, view.cursor = failing_add(), 5
        for kinds, head in (((MarkKind.FAILURE,), "▸06✗ "), ((MarkKind.FAILURE, MarkKind.HAND), "▸06✗◆")):
            view.marks = marks(*((5, kind) for kind in kinds))
            await pilot.pause()
            assert any(line.startswith(head) for line in screen_lines(pilot.app))
        view.stops = frozenset({3, 5})
        await pilot.pause()
        for head in (" 04 ● ", "▸06✗◆● "):
            assert any(line.startswith(head) for line in screen_lines(pilot.app))


async def test_a_trace_that_was_only_marked_is_not_laid_out_again() -> None:
    view = SequenceView()
    app = Listening(view)
    async with app.run_test(size=(100, 20)) as pilot:
        trace = view.trace = recorded()
        await pilot.pause()
        app.heard.clear()
        view.trace = with_mark(trace, mark_on(steps(trace)[0]))
        await pilot.pause()
        assert app.heard == []
        view.trace = failing_add()
        await pilot.pause()
        assert any(isinstance(message, SequenceView.LaidOut) for message in app.heard)
