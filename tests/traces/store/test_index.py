"""The index: a memory that may be lost, and is never trusted further than its files."""

from pathlib import Path

import pytest

from tests.support.traces import recorded
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


@pytest.mark.parametrize("damage", [b"\x00\xff", b"{}", b"[1,2]", b'["a.json", 3', b"9" * 5000])
def test_damaged_lines_are_left_out(tmp_path: Path, damage: bytes) -> None:
    write_index(tmp_path / "index", [row("a.json")])
    with (tmp_path / "index").open("ab") as file:
        file.write(damage + b"\n")
    append_row(tmp_path / "index", row("b.json"))
    assert list(read_index(tmp_path / "index")) == ["a.json", "b.json"]


@pytest.mark.parametrize("content", [b"", b"\n", b"[]\n", b"not an index"])
def test_index_of_another_form_is_empty(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index").write_bytes(content)
    assert read_index(tmp_path / "index") == {}
