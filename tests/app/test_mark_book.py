import asyncio
from dataclasses import replace

import pytest

from app.mark_book import MarkBook
from app.notebook import MemoryNotebook
from tests.support.traces import recorded
from traces.errors import StoreError
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.timeline.marks import with_mark

FIRST, SECOND = Mark(call="ADD-0"), Mark(call="ADD-0", reply=True, note="why?")
TRACE = recorded()


class Shared(MemoryNotebook):
    """As a store that somebody else marks traces in too; it may keep a trace under another id."""

    def __init__(self, *, trace_id: str = TRACE.id) -> None:
        super().__init__()
        self.trace = replace(with_mark(TRACE, Mark(call="ADD-1", note="theirs")), id=trace_id)
        self.asked: list[str] = []
        self.fails = False

    def annotate(self, trace: Trace, mark: Mark, *, remove: bool = False) -> Trace:
        if self.fails:
            raise StoreError("no")
        self.asked.append(trace.id)
        self.trace = with_mark(self.trace, mark, remove=remove)
        return self.trace


def test_a_mark_is_there_before_it_is_kept() -> None:
    book = MarkBook(Shared())
    assert book.change(TRACE, FIRST, remove=False).marks == (FIRST,)
    assert book.marked(TRACE).marks == (FIRST,)
    assert book.waiting == (TRACE.id,)


async def test_keeping_brings_the_marks_of_others() -> None:
    shared = Shared()
    book = MarkBook(shared)
    book.change(TRACE, FIRST, remove=False)
    book.change(TRACE, SECOND, remove=False)
    kept, is_new = await book.keep(TRACE)
    assert [mark.note for mark in kept.marks] == ["", "theirs", "why?"]
    assert kept.calls is TRACE.calls
    assert not is_new
    assert book.waiting == ()
    assert book.marked(TRACE).marks == kept.marks


async def test_changes_meanwhile_are_kept_in_their_order() -> None:
    shared = Shared()
    book = MarkBook(shared)
    book.change(TRACE, FIRST, remove=False)
    first = asyncio.create_task(book.keep(TRACE))
    await asyncio.sleep(0)
    book.change(book.marked(TRACE), FIRST, remove=True)
    book.change(book.marked(TRACE), SECOND, remove=False)
    await asyncio.gather(first, book.keep(TRACE))
    assert [mark.note for mark in shared.trace.marks] == ["theirs", "why?"]
    assert book.marked(TRACE).marks == shared.trace.marks


async def test_a_trace_kept_under_another_id_is_marked_there() -> None:
    shared = Shared(trace_id="new")
    book = MarkBook(shared)
    book.change(TRACE, FIRST, remove=False)
    book.change(TRACE, SECOND, remove=False)
    kept, _ = await book.keep(TRACE)
    assert shared.asked == [TRACE.id, "new"]
    assert kept.id == "new"
    assert book.marked(replace(TRACE, id="new")).marks == kept.marks


async def test_what_cannot_be_kept_is_taken_back() -> None:
    shared = Shared()
    book = MarkBook(shared)
    book.change(TRACE, FIRST, remove=False)
    before, _ = await book.keep(TRACE)
    shared.fails = True
    book.change(before, SECOND, remove=False)
    with pytest.raises(StoreError):
        await book.keep(before)
    assert book.marked(TRACE).marks == before.marks
    assert book.waiting == ()


def test_a_note_that_was_taken_away_is_remembered() -> None:
    book = MarkBook(MemoryNotebook())
    marked = book.change(TRACE, SECOND, remove=False)
    assert book.note_taken(TRACE, SECOND) == ""
    book.change(marked, SECOND, remove=True)
    assert book.note_taken(TRACE, Mark(call="ADD-0", reply=True)) == "why?"
    assert book.note_taken(TRACE, FIRST) == ""
