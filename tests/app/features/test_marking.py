"""Every key of marks, in the layouts that there are."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from app.debugger_app import DebuggerApp
from app.notebook import MemoryNotebook
from app.screens.canvas import Canvas
from app.screens.error import ErrorScreen
from app.screens.line import LineScreen
from app.screens.marks import MarksScreen
from app.screens.side import SidePane
from panels.transport import Transport
from tests.support.screens import NARROW, TINY, WIDE, Feed, backend_of, debugger, screen_lines, screen_of, until
from tests.support.traces import failing_add, long_chain, recorded, running
from traces.errors import StoreError
from traces.model.events import TraceEnded, TraceStarted
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.timeline.marks import with_mark

ADD = replace(failing_add(), id="the-add")
OTHER = replace(recorded(), id="other")
MIDDLE = (120, 40)


class Book(MemoryNotebook):
    """Remembers what it was given to keep."""

    def __init__(self, *, kept: bool = True, renamed: str = "", fails: bool = False) -> None:
        super().__init__()
        self.given: list[tuple[str, Mark, bool]] = []
        self._kept, self._renamed, self._fails = kept, renamed, fails

    def is_kept(self, trace_id: str) -> bool:
        return self._kept

    def annotate(self, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
        if self._fails:
            raise StoreError("cannot write in /nowhere: Permission denied")
        self.given.append((trace.id, mark, remove))
        self._kept = True
        return replace(with_mark(trace, mark, remove=remove), id=self._renamed or trace.id)


def app_with(book: Book, *traces: Trace) -> DebuggerApp:
    return debugger(*traces, backend=replace(backend_of(traces), notebook=book))


def shown_marks(pilot: Pilot[None]) -> list[tuple[int, str]]:
    """Where marks are shown, and of which kind."""
    return [(mark.step, mark.kind.value) for mark in screen_of(pilot).query_one(Transport).marks]


async def settle(pilot: Pilot[None]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def notices(pilot: Pilot[None]) -> list[str]:
    return [notice.message for notice in pilot.app._notifications]


@pytest.fixture(params=[NARROW, MIDDLE, WIDE, TINY], ids=["narrow", "middle", "wide", "tiny"])
def size(request: Any) -> Iterator[tuple[int, int]]:
    yield request.param


async def test_m_marks_the_step_and_unmarks_it(size: tuple[int, int]) -> None:
    book = Book()
    async with app_with(book, ADD).run_test(size=size) as pilot:
        await pilot.press("full_stop", "m")
        await settle(pilot)
        assert (1, "mark") in shown_marks(pilot)
        assert "◆" in "".join(screen_lines(pilot))
        await pilot.press("m")
        await settle(pilot)
        assert (1, "mark") not in shown_marks(pilot)
        assert [(mark.call, mark.reply, gone) for _, mark, gone in book.given] == [
            ("ADD-1", False, False),
            ("ADD-1", False, True),
        ]


async def test_semicolon_writes_a_note_that_m_brings_back() -> None:
    book = Book()
    async with app_with(book, ADD).run_test(size=NARROW) as pilot:
        await pilot.press("semicolon")
        assert isinstance(pilot.app.screen, LineScreen)
        assert "Note at step 1, request to bridge" in "\n".join(screen_lines(pilot))
        await pilot.press(*"why?", "enter")
        await settle(pilot)
        await pilot.press("m", "m", "semicolon")
        assert pilot.app.screen.query_one(Input).value == "why?"
        await pilot.press("escape")
        await settle(pilot)
        assert [(mark.note, gone) for _, mark, gone in book.given] == [("why?", False), ("why?", True), ("why?", False)]


async def test_an_empty_note_is_a_mark_without_one() -> None:
    book = Book()
    async with app_with(book, ADD).run_test(size=WIDE) as pilot:
        await pilot.press("semicolon", "enter")
        await settle(pilot)
        assert [(mark.note, gone) for _, mark, gone in book.given] == [("", False)]
        await pilot.press("semicolon", "x", "escape")
        await settle(pilot)
        assert len(book.given) == 1


async def test_brackets_go_from_mark_to_mark_of_either_kind() -> None:
    async with app_with(Book(), ADD).run_test(size=NARROW, notifications=True) as pilot:
        screen = screen_of(pilot)
        await pilot.press("full_stop", "m", "G", "left_square_bracket")
        assert screen.cursor == 5
        await pilot.press("left_square_bracket")
        assert screen.cursor == 1
        await pilot.press("left_square_bracket")
        assert screen.cursor == 1
        assert notices(pilot)[-1] == "no mark before this"
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert screen.cursor == 5
        assert notices(pilot)[-1] == "no mark after this"


async def test_where_nothing_is_marked_the_keys_say_so() -> None:
    plain = replace(recorded(), calls=recorded().calls[1:2], id="plain")
    async with app_with(Book(), plain).run_test(size=NARROW, notifications=True) as pilot:
        await pilot.press("right_square_bracket", "apostrophe")
        assert notices(pilot) == ["Nothing stands out here, and no step is marked: m marks one."] * 2
        assert not isinstance(pilot.app.screen, MarksScreen)


async def test_apostrophe_lists_the_marks_and_goes_to_one(size: tuple[int, int]) -> None:
    async with app_with(Book(), ADD).run_test(size=size) as pilot:
        await pilot.press("m", "apostrophe")
        assert isinstance(pilot.app.screen, MarksScreen)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert screen_of(pilot).cursor == 5
        await pilot.press("apostrophe", "escape")
        assert screen_of(pilot).cursor == 5


@pytest.mark.parametrize("key", ["4", "exclamation_mark"])
async def test_what_stands_out_comes_as_a_drawer_and_goes(key: str, size: tuple[int, int]) -> None:
    async with app_with(Book(), ADD).run_test(size=size) as pilot:
        side = screen_of(pilot).query_one(SidePane)
        broad = size == WIDE
        assert side.display is broad
        await pilot.press(key)
        await pilot.pause()
        assert side.stands_out.view.has_focus
        assert "06 likely: p" in " ".join(screen_lines(pilot))
        assert side.watches.display is broad
        await pilot.press("escape")
        assert side.display is broad
        assert not side.stands_out.view.has_focus
        if not broad:
            await pilot.press(key, key)
            assert not side.display


async def test_enter_in_the_drawer_goes_to_the_step() -> None:
    async with app_with(Book(), ADD).run_test(size=NARROW) as pilot:
        await pilot.press("4", "enter")
        await pilot.pause()
        assert screen_of(pilot).cursor == 5
        assert not screen_of(pilot).query_one(SidePane).display
        await pilot.press("escape")
        assert isinstance(pilot.app.focused, Canvas)


async def test_the_column_keeps_the_keys_when_a_row_is_chosen() -> None:
    async with app_with(Book(), ADD).run_test(size=WIDE) as pilot:
        await pilot.press("4", "enter")
        await pilot.pause()
        assert screen_of(pilot).cursor == 5
        assert screen_of(pilot).query_one(SidePane).stands_out.view.has_focus


async def test_the_list_of_traces_keeps_its_place_beside_the_drawer() -> None:
    async with app_with(Book(), ADD, OTHER).run_test(size=MIDDLE) as pilot:
        await pilot.press("4")
        await pilot.pause()
        assert "TRACES 2" in screen_lines(pilot)[1]
        assert "STANDS OUT" in screen_lines(pilot)[1]
        await pilot.press("1")
        await pilot.pause()
        assert "STANDS OUT" not in screen_lines(pilot)[1]


async def test_f_gives_what_stands_out_the_screen() -> None:
    async with app_with(Book(), ADD).run_test(size=WIDE) as pilot:
        await pilot.press("4", "f")
        await pilot.pause()
        assert screen_of(pilot).query_one(SidePane).size.width > 140
        await pilot.press("escape")
        await pilot.pause()
        assert screen_of(pilot).query_one(SidePane).size.width < 40


async def test_marks_stay_with_their_trace() -> None:
    async with app_with(Book(), ADD, OTHER).run_test(size=WIDE) as pilot:
        await pilot.press("m")
        await settle(pilot)
        screen_of(pilot).open_trace("other")
        await pilot.pause()
        assert (0, "mark") not in shown_marks(pilot)
        screen_of(pilot).open_trace("the-add")
        await pilot.pause()
        assert (0, "mark") in shown_marks(pilot)
        trace = screen_of(pilot).trace
        assert trace is not None
        assert len(trace.marks) == 1


async def test_a_trace_that_was_not_kept_is_said_to_be() -> None:
    async with app_with(Book(kept=False, renamed="new-id"), ADD).run_test(size=WIDE, notifications=True) as pilot:
        await pilot.press("m", "full_stop", "m")
        await settle(pilot)
        assert notices(pilot) == ["This trace is kept now, with its marks, as new-id."]
        assert screen_of(pilot).current == "new-id"
        assert [step for step, kind in shown_marks(pilot) if kind == "mark"] == [0, 1]


async def test_a_mark_that_cannot_be_kept_goes_again() -> None:
    async with app_with(Book(fails=True), ADD).run_test(size=NARROW) as pilot:
        await pilot.press("m")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ErrorScreen)
        assert "cannot write in /nowhere" in "\n".join(screen_lines(pilot))
        assert (0, "mark") not in shown_marks(pilot)


async def test_marks_of_a_run_are_kept_when_it_has_ended() -> None:
    feed, book, run = Feed(), Book(), replace(running(), id="run-1")
    ended = replace(recorded(), id="run-1")
    listed: list[Trace] = []
    backend = replace(backend_of(listed, live=feed.events()), notebook=book, open_trace=lambda trace_id: ended)
    async with debugger(backend=backend).run_test(size=WIDE, notifications=True) as pilot:
        feed.give(TraceStarted(run))
        await until(pilot, lambda: screen_of(pilot).trace is not None)
        await pilot.press("g", "m")
        assert book.given == []
        assert "It is kept with the trace when the run has ended." in notices(pilot)
        listed.append(ended)
        feed.give(TraceEnded(ended))
        feed.end()
        await until(pilot, lambda: book.given != [])
        assert [(trace_id, mark.call) for trace_id, mark, _ in book.given] == [("run-1", "ADD-0")]
        await settle(pilot)
        assert (0, "mark") in shown_marks(pilot)


async def test_a_long_trace_is_looked_through_meanwhile() -> None:
    trace = long_chain(300)
    calls = (*trace.calls[:-1], replace(trace.calls[-1], stderr=b"late\n"))
    async with app_with(Book(), replace(trace, calls=calls)).run_test(size=WIDE) as pilot:
        await until(pilot, lambda: shown_marks(pilot) == [(599, "stderr")])
        await pilot.press("right_square_bracket")
        assert screen_of(pilot).cursor == 599
