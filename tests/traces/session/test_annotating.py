from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.traces import failing_add, recorded, running
from traces.errors import InputError, StoreError
from traces.model.mark import Mark
from traces.session.annotating import Annotations, annotate
from traces.session.collection import Collection
from traces.session.session import Session
from traces.store.library import Library

NOTE = Mark(call="ADD-1", note="why?")
OTHER = Mark(call="ADD-1", reply=True)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "state")


def test_marks_of_a_kept_trace_are_kept(library: Library) -> None:
    trace = recorded()
    library.save(trace)
    assert annotate(library, trace, NOTE).marks == (NOTE,)
    assert library.open(trace.id).marks == (NOTE,)


def test_marks_of_others_on_it_stay(library: Library) -> None:
    trace = recorded()
    library.save(trace)
    annotate(library, trace, OTHER)
    assert annotate(library, trace, NOTE).marks == (NOTE, OTHER)
    assert annotate(library, trace, OTHER, remove=True).marks == (NOTE,)


def test_a_trace_from_elsewhere_is_kept_first(library: Library) -> None:
    trace = failing_add()
    assert annotate(library, trace, NOTE) == replace(trace, marks=(NOTE,))
    assert library.open(trace.id) == replace(trace, marks=(NOTE,))


def test_another_trace_of_that_id_is_left_alone(library: Library) -> None:
    library.save(recorded())
    before = library.open(recorded().id)
    mine = replace(failing_add(), id=recorded().id)
    kept = annotate(library, mine, NOTE)
    assert kept.id != mine.id
    assert library.open(kept.id).marks == (NOTE,)
    assert library.open(recorded().id) == before


def test_a_run_under_way_is_refused_in_a_line(library: Library) -> None:
    with pytest.raises(InputError, match="the ADD is still being run: its marks can be kept when it has ended"):
        annotate(library, running(), NOTE)
    assert library.summaries() == ()


def test_a_given_trace_is_opened_with_its_marks(library: Library) -> None:
    trace = recorded()
    collection = Collection(library, [trace])
    notes = Annotations(library, collection)
    assert not notes.is_kept(trace.id)
    notes.annotate(trace, NOTE)
    assert notes.is_kept(trace.id)
    assert collection.open(trace.id).marks == (NOTE,)


def test_watches_are_kept_beside_the_traces(library: Library) -> None:
    notes = Annotations(library, Collection(library))
    assert notes.watch("pods", "ips|len") == ("ips|len",)
    assert Annotations(library, Collection(library)).watches("pods") == ("ips|len",)
    assert notes.watch("pods", "ips|len", remove=True) == ()


def test_a_store_that_cannot_be_written_says_so(library: Library) -> None:
    library.save(recorded())
    (library.state_dir / "traces").chmod(0o777)
    with pytest.raises(StoreError, match="others may write"):
        annotate(library, recorded(), NOTE)


def test_a_session_keeps_marks_too(tmp_path: Path) -> None:
    with Session(state_dir=tmp_path / "state") as session:
        session.library.save(recorded())
        assert session.annotate(recorded(), NOTE).marks == (NOTE,)
        assert session.annotate(recorded(), NOTE, remove=True).marks == ()
