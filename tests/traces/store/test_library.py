"""The library: kept for good, found again, listed whatever happened to its files."""

import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.traces import failing_add, recorded
from traces.errors import StoreError
from traces.model.mark import Mark
from traces.model.trace import Trace
from traces.store.archive import read_file
from traces.store.library import Library, new_id


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "state")


@pytest.fixture
def files_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the trace files that are opened."""
    read: list[str] = []

    def counting(path: Path) -> tuple[Trace, ...]:
        read.append(path.name)
        return read_file(path)

    monkeypatch.setattr("traces.store.library.read_file", counting)
    yield read


def trace(trace_id: str, second: int = 0, series: str = "s") -> Trace:
    return replace(recorded(), id=trace_id, series=series, created=f"2026-01-01T00:00:{second:02d}Z")


def save(library: Library, *traces: Trace) -> None:
    for one in traces:
        library.save(one)


def listed(library: Library) -> list[str]:
    return [summary.id for summary in library.summaries()]


def test_saved_trace_is_opened_by_id(library: Library) -> None:
    library.save(failing_add())
    assert library.open(failing_add().id) == failing_add()


def test_folders_and_files_are_the_owners_alone(library: Library) -> None:
    path = library.save(trace("b1"))
    library.summaries()
    assert stat.S_IMODE(library.state_dir.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    files = [file for file in library.state_dir.rglob("*") if file.is_file()]
    assert {file.name for file in files} == {"b1.json", "index.jsonl", "lock"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_kept_trace_is_never_overwritten(library: Library) -> None:
    library.save(trace("b1"))
    with pytest.raises(StoreError, match="b1 is kept already"):
        library.save(trace("b1", second=9))
    assert library.open("b1") == trace("b1")


@pytest.mark.parametrize("bad", ["", "../b1", "a/b", ".hidden", "a\x00", "x" * 65])
def test_id_that_is_no_file_name_is_refused(library: Library, bad: str) -> None:
    with pytest.raises(StoreError, match="can't be kept under the id"):
        library.save(trace(bad))
    assert not library.state_dir.exists()


def test_prefix_and_last_find_their_trace(library: Library) -> None:
    save(library, trace("bcd", 1), trace("bfg", 3), trace("xyz", 2))
    assert library.open("bc").id == "bcd"
    assert library.open("last").id == "bfg"


def test_whole_id_wins_over_longer_ones(library: Library) -> None:
    save(library, trace("bc"), trace("bcd"))
    assert library.open("bc").id == "bc"


def test_ambiguous_prefix_lists_its_candidates(library: Library) -> None:
    save(library, *(trace(f"b{number}") for number in range(8)))
    with pytest.raises(StoreError, match=r"^8 traces begin with 'b': b0, b1, b2, b3, b4, b5, …$"):
        library.open("b")


@pytest.mark.parametrize("reference", ["", "zz", "../traces/b1", "b1.json.x"])
def test_unknown_reference_says_what_is_there(library: Library, reference: str) -> None:
    save(library, trace("b1", 1), trace("b2", 2))
    with pytest.raises(StoreError, match=f"^there is no trace '{reference}' in .*; the newest are b2, b1$"):
        library.open(reference)


@pytest.mark.parametrize("reference", ["last", "b1"])
def test_empty_library_says_so_and_makes_nothing(library: Library, reference: str) -> None:
    with pytest.raises(StoreError, match=r"kept in .* yet$"):
        library.open(reference)
    assert library.summaries() == ()
    assert not library.state_dir.exists()


def test_list_is_newest_first_whatever_the_order_of_saving(library: Library) -> None:
    save(library, trace("b2", 2), trace("b3", 3), trace("b1", 1))
    save(library, replace(trace("b4"), created="2026-01-01T00:00:03.000001Z"))
    assert listed(library) == ["b4", "b3", "b2", "b1"]


def test_listing_opens_no_file(library: Library, files_read: list[str]) -> None:
    save(library, trace("b1"), failing_add())
    assert set(listed(library)) == {"b1", failing_add().id}
    assert files_read == []


@pytest.mark.parametrize("content", [None, b"", b"damaged\n\xff"])
def test_lost_index_is_made_from_the_files(library: Library, files_read: list[str], content: bytes | None) -> None:
    save(library, trace("b1", 1), failing_add())
    before = library.summaries()
    index = library.state_dir / "index.jsonl"
    index.unlink() if content is None else index.write_bytes(content)
    assert library.summaries() == before
    assert sorted(files_read) == ["add-1.json", "b1.json"]
    assert library.summaries() == before
    assert len(files_read) == 2


def test_files_moved_by_hand_are_noticed(library: Library, files_read: list[str]) -> None:
    save(library, trace("b1", 1), trace("b2", 2), trace("b3", 3))
    other = Library(library.state_dir.parent / "other")
    added = other.save(trace("b4", 4))
    added.rename(library.state_dir / "traces" / "b4.json")
    (library.state_dir / "traces" / "b1.json").unlink()
    assert listed(library) == ["b4", "b3", "b2"]
    assert files_read == ["b4.json"]
    assert "b1.json" not in (library.state_dir / "index.jsonl").read_text()


def test_damaged_file_is_listed_with_its_reason(library: Library) -> None:
    save(library, trace("b1", 1))
    path = library.save(trace("b2", 2))
    path.write_bytes(path.read_bytes()[:100])
    (library.state_dir / "traces" / "b3.json").mkdir()
    reasons = {summary.id: summary.error for summary in library.summaries()}
    assert reasons["b1"] is None
    assert reasons["b2"] == f"{path}: byte 100: not JSON: the file ends before the document does"
    assert reasons["b3"] == f"cannot read {path.parent}/b3.json: Is a directory"


def test_last_is_the_newest_that_can_be_read(library: Library) -> None:
    save(library, trace("b1", 1))
    damaged = library.save(trace("b2", 2))
    damaged.write_text("damaged")
    assert library.open("last").id == "b1"
    (damaged.parent / "b1.json").unlink()
    with pytest.raises(StoreError, match=r"b2\.json: byte 0: not JSON"):
        library.open("last")


def test_mended_file_is_read_again(library: Library) -> None:
    path = library.save(trace("b1"))
    good = path.read_bytes()
    path.write_bytes(b"x" * len(good))
    assert library.summaries()[0].error
    at = path.stat()
    path.write_bytes(good)
    os.utime(path, ns=(at.st_atime_ns, at.st_mtime_ns))
    assert library.summaries()[0].error is None


def test_file_of_another_name_is_not_trusted(library: Library) -> None:
    path = library.save(trace("b1"))
    path.rename(path.with_name("b2.json"))
    assert library.summaries()[0].error == f"{path.parent}/b2.json: /id: expected 'b2' as the file is named, found 'b1'"


def test_saves_at_the_same_time_lose_nothing(library: Library, files_read: list[str]) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(library.save, [trace(f"b{number}") for number in range(40)]))
    assert len(library.summaries()) == 40
    assert files_read == []


def test_same_id_at_the_same_time_is_kept_once(library: Library) -> None:
    with ThreadPoolExecutor(8) as pool:
        saves = [pool.submit(library.save, trace("b1", second)) for second in range(8)]
    refused = [save.exception() for save in saves if save.exception()]
    assert [type(error) for error in refused] == [StoreError] * 7
    assert listed(library) == ["b1"]


def test_folder_that_others_may_write_is_refused(library: Library) -> None:
    library.save(trace("b1"))
    library.state_dir.chmod(0o777)
    for use in (library.summaries, lambda: library.open("b1"), lambda: library.save(trace("b2"))):
        with pytest.raises(StoreError, match="others may write"):
            use()


def test_inner_folder_that_others_may_write_is_refused(library: Library) -> None:
    path = library.save(trace("b1"))
    path.parent.chmod(0o777)
    for use in (library.prepare, library.summaries, lambda: library.open("b1"), lambda: library.save(trace("b2"))):
        with pytest.raises(StoreError, match=r"others may write in .*/traces \(mode 0777\)"):
            use()
    assert [file.name for file in path.parent.iterdir()] == ["b1.json"]


def test_ids_are_short_and_never_alike() -> None:
    ids = {new_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert {len(one) for one in ids} == {8}
    assert all(one[0].isalpha() and not set(one) & set("aeiouy01l") for one in ids)


def test_library_knows_which_traces_it_holds(library: Library) -> None:
    library.save(trace("b1"))
    assert library.holds("b1")
    assert not library.holds("b2")
    assert not library.holds("../b1")


NOTE = Mark(call="ADD-1", note="why?")


def test_a_mark_is_kept_and_taken_away_without_a_trace(library: Library) -> None:
    path = library.save(trace("a1"))
    before = path.read_bytes()
    marked = library.annotate("a1", lambda found: (NOTE,))
    assert marked.marks == library.open("a1").marks == (NOTE,)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    library.annotate("a1", lambda found: ())
    assert path.read_bytes() == before


def test_two_writers_at_once_lose_no_mark(library: Library) -> None:
    library.save(trace("a1"))

    def put(number: int) -> None:
        own = Library(library.state_dir)
        own.annotate("a1", lambda found: (*found.marks, Mark(call=f"c{number}")))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(put, range(12)))
    assert sorted(mark.call or "" for mark in library.open("a1").marks) == sorted(f"c{number}" for number in range(12))


def test_a_marked_trace_is_listed_without_being_opened(library: Library, files_read: list[str]) -> None:
    save(library, trace("a1"), trace("b1", 1))
    library.summaries()
    library.annotate("a1", lambda found: (NOTE,))
    files_read.clear()
    assert listed(library) == ["b1", "a1"]
    assert files_read == []


def test_a_trace_that_is_not_there_cannot_be_marked(library: Library) -> None:
    save(library, trace("a1"))
    with pytest.raises(StoreError, match="No such file"):
        library.annotate("b1", lambda found: (NOTE,))


def test_a_change_that_fails_leaves_the_file_alone(library: Library) -> None:
    path = library.save(trace("a1"))
    before = path.read_bytes()

    def refuse(found: Trace) -> tuple[Mark, ...]:
        raise ValueError

    with pytest.raises(ValueError):
        library.annotate("a1", refuse)
    assert path.read_bytes() == before
    assert library.annotate("a1", lambda found: (NOTE,)).marks == (NOTE,)
