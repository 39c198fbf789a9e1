"""What the screen lists: the traces it was given, and those that are kept."""

from dataclasses import replace
from pathlib import Path

from tests.support.traces import failing_add, recorded
from traces.session.collection import Collection
from traces.store.library import Library


def test_given_traces_come_before_those_kept(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(replace(recorded(), id="kept"))
    collection = Collection(library, [replace(failing_add(), id="given")])
    assert [summary.id for summary in collection.summaries()] == ["given", "kept"]
    assert collection.open("given").failure is not None
    assert collection.open("kept").id == "kept"


def test_a_given_trace_that_is_kept_is_listed_once(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(replace(recorded(), id="both"))
    assert [each.id for each in Collection(library, [replace(recorded(), id="both")]).summaries()] == ["both"]
