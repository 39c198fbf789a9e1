from dataclasses import replace
from pathlib import Path

from tests.support.traces import recorded, running
from traces.session.keeping import keep_parent
from traces.store.library import Library


def test_a_trace_that_goes_on_is_kept_as_it_stands(tmp_path: Path) -> None:
    library, trace = Library(tmp_path), replace(running(), id="now", place="node")
    kept = keep_parent(library, trace)
    assert kept.id != "now" and kept.finished and not library.holds("now")
    assert kept.failure is not None and (kept.failure.link, "now" in kept.failure.text) == (1, True)
    assert library.open(kept.id) == kept


def test_a_finished_parent_is_kept_as_it_is(tmp_path: Path) -> None:
    library, trace = Library(tmp_path), replace(recorded(), id="done")
    assert keep_parent(library, trace) == keep_parent(library, trace) == trace
    assert library.open("done") == trace
