"""The index: a memory that may be lost, and is never trusted further than its files."""

import json
from dataclasses import astuple, fields
from pathlib import Path

import pytest

from tests.support.traces import recorded
from traces.model.summary import Summary
from traces.store.index import Row, append_row, read_index, write_index
from traces.store.summarise import summary_of


def row(name: str, modified: int = 1) -> Row:
    return Row(name=name, size=3, modified=modified, summary=summary_of(recorded()))


def test_written_rows_are_read_back(tmp_path: Path) -> None:
    write_index(tmp_path / "index", [row("a.json"), row("b.json")])
    assert read_index(tmp_path / "index") == {"a.json": row("a.json"), "b.json": row("b.json")}
    assert (tmp_path / "index").stat().st_mode & 0o777 == 0o600


def test_appended_rows_need_no_index_before(tmp_path: Path) -> None:
    append_row(tmp_path / "index", row("a.json"))
    append_row(tmp_path / "index", row("a.json", modified=2))
    assert read_index(tmp_path / "index") == {"a.json": row("a.json", modified=2)}


def changed(**values: object) -> bytes:
    """A line in which these columns hold something else."""
    columns = ("file", "size", "modified", *(field.name for field in fields(Summary)))
    good = ["c.json", 3, 1, *astuple(summary_of(recorded()))]
    return json.dumps([values.get(name, value) for name, value in zip(columns, good, strict=True)]).encode()


def test_a_line_as_it_should_be_is_taken(tmp_path: Path) -> None:
    write_index(tmp_path / "index", [])
    with (tmp_path / "index").open("ab") as file:
        file.write(changed() + b"\n")
    assert list(read_index(tmp_path / "index")) == ["c.json"]


@pytest.mark.parametrize(
    "damage",
    [
        b"\x00\xff",
        b"{}",
        b"[1,2]",
        b'["a.json", 3',
        b"9" * 5000,
        b"[" * 100_000,
        changed(created=5),
        changed(file=["c.json"]),
        changed(size="3"),
        changed(modified=None),
        changed(error={}),
        changed(branch_link="1"),
    ],
)
def test_damaged_lines_are_left_out(tmp_path: Path, damage: bytes) -> None:
    write_index(tmp_path / "index", [row("a.json")])
    with (tmp_path / "index").open("ab") as file:
        file.write(damage + b"\n")
    append_row(tmp_path / "index", row("b.json"))
    assert list(read_index(tmp_path / "index")) == ["a.json", "b.json"]


def test_no_row_is_appended_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"precious")
    (tmp_path / "index").symlink_to("other")
    with pytest.raises(OSError, match="symbolic links"):
        append_row(tmp_path / "index", row("a.json"))
    assert (tmp_path / "other").read_bytes() == b"precious"


@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n", b"not an index"])
def test_index_of_another_form_is_empty(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index").write_bytes(content)
    assert read_index(tmp_path / "index") == {}
