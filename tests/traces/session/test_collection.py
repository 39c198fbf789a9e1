"""What is listed and opened: the traces that were given, those that are kept, and those in the spool of this node."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import ANSWERS, FAILS
from tests.support.needs import needs_compiler
from tests.support.runtime import Job
from tests.support.traces import failing_add, recorded
from tests.support.watched_node import WatchedNode
from traces.errors import InputError, StoreError
from traces.session.collection import Collection, recorded_here
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


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchedNode:
    made = WatchedNode(tmp_path).set_up()
    made.plugins(one=ANSWERS, bad=FAILS)
    monkeypatch.setenv("CNISTEP_SPOOL", str(made.spool))
    monkeypatch.setenv("NETCONFPATH", str(made.conf))
    return made


@needs_compiler
def test_what_the_runtime_ran_is_among_those_kept(rig: WatchedNode, tmp_path: Path) -> None:
    library = Library(tmp_path / "state")
    library.save(replace(recorded(), id="old", created="2000-01-01T00:00:00Z"))
    collection = Collection(library, node=recorded_here())
    assert collection.find("last").id == "old"
    rig.runtime.run(Job(conf=rig.network("one", "bad"), pod="web-0"))
    library.save(replace(recorded(), id="new", created="2999-01-01T00:00:00Z"))
    trace = rig.only()
    assert [summary.id for summary in collection.summaries()] == ["new", trace.id, "old"]
    assert collection.summaries()[1].place == "node"
    assert collection.open(trace.id) == collection.find(trace.id) == collection.find(trace.id[:3]) == trace
    assert collection.find("last").id == "new"
    assert not library.holds(trace.id)


@needs_compiler
def test_last_may_be_what_the_runtime_ran(rig: WatchedNode, tmp_path: Path) -> None:
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    library = Library(tmp_path / "state")
    assert Collection(library, node=recorded_here()).find("last") == rig.only()
    library.save(replace(recorded(), id="old", created="2000-01-01T00:00:00Z"))
    assert Collection(library, node=recorded_here()).find("last") == rig.only()


@needs_compiler
def test_beginning_of_several_ids_is_refused(rig: WatchedNode, tmp_path: Path) -> None:
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    library, trace = Library(tmp_path / "state"), rig.only()
    library.save(replace(recorded(), id=f"{trace.id[:4]}x"))
    collection = Collection(library, node=recorded_here())
    with pytest.raises(StoreError, match=f"2 traces begin with '{trace.id[:3]}': {trace.id}, {trace.id[:4]}x"):
        collection.find(trace.id[:3])
    with pytest.raises(StoreError, match="there is no trace 'nothing'"):
        collection.find("nothing")
    assert collection.find(trace.id) == trace


@needs_compiler
def test_a_trace_that_is_kept_too_is_listed_once(rig: WatchedNode, tmp_path: Path) -> None:
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    library, trace = Library(tmp_path / "state"), rig.only()
    library.save(replace(trace, notes=("kept",)))
    collection = Collection(library, node=recorded_here())
    assert [summary.id for summary in collection.summaries()] == [trace.id]
    assert collection.find(trace.id).notes == collection.open(trace.id).notes == ("kept",)


def test_without_a_spool_nothing_is_recorded(rig: WatchedNode) -> None:
    assert recorded_here() is not None
    rig.spool.chmod(stat.S_IRWXU | stat.S_IROTH)
    with pytest.raises(InputError, match="may be used by others"):
        recorded_here()
    os.rmdir(rig.spool)
    assert recorded_here() is None


@needs_compiler
def test_a_node_that_is_watched_is_not_read_to_list_it(rig: WatchedNode, tmp_path: Path) -> None:
    node = recorded_here()
    assert node is not None
    collection = Collection(Library(tmp_path / "state"), node=node, is_watched=True)
    rig.runtime.run(Job(conf=rig.network("one"), pod="web-0"))
    assert collection.summaries() == ()
    node.refresh()
    (summary,) = collection.summaries()
    assert collection.open(summary.id).id == summary.id


def test_what_is_kept_later_is_listed_too(tmp_path: Path) -> None:
    library = Library(tmp_path)
    collection = Collection(library)
    for name in ("one", "two", "three"):
        library.save(replace(recorded(), id=name))
        assert name in {summary.id for summary in collection.summaries()}


def test_what_is_kept_is_read_again_only_where_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(tmp_path)
    library.save(replace(recorded(), id="one"))
    os.utime(tmp_path / "traces", (1, 1))
    collection = Collection(library)
    assert len(collection.summaries()) == 1
    monkeypatch.setattr(library, "summaries", lambda: pytest.fail("read again"))
    assert len(collection.summaries()) == 1


def test_a_given_trace_is_opened_as_it_was_put_last(tmp_path: Path) -> None:
    collection = Collection(Library(tmp_path), [recorded()])
    collection.put(replace(recorded(), notes=("marked",)))
    assert collection.open(recorded().id).notes == ("marked",)
    collection.put(replace(recorded(), id="other"))
    with pytest.raises(StoreError):
        collection.open("other")
