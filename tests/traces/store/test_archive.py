"""Trace files: one trace, several, cut in half, or something else."""

import io
import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.traces import failing_add, recorded
from traces.errors import StoreError
from traces.model.mark import Mark
from traces.store import archive
from traces.store.archive import (
    document_of,
    encoded,
    parse,
    read_file,
    traces_of,
    with_marks,
    write_document,
    write_trace,
)
from traces.store.codec import to_document


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as error:
        read_file(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_written_trace_is_read_back(tmp_path: Path) -> None:
    write_trace(tmp_path / "t.json", recorded())
    assert read_file(tmp_path / "t.json") == (recorded(),)
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]


def test_neighbours_of_the_file_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "t.json.partial").write_text("the user's own")
    write_trace(tmp_path / "t.json", recorded())
    assert (tmp_path / "t.json.partial").read_text() == "the user's own"
    assert {path.name for path in tmp_path.iterdir()} == {"t.json", "t.json.partial"}


def test_half_a_file_never_takes_a_name_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "secrets", SimpleNamespace(token_hex=lambda size: "aa"))
    (tmp_path / "other").write_text("precious")
    (tmp_path / ".t.json.aa.partial").symlink_to("other")
    with pytest.raises(StoreError, match="File exists"):
        write_trace(tmp_path / "t.json", recorded())
    assert (tmp_path / "other").read_text() == "precious"
    assert (tmp_path / ".t.json.aa.partial").is_symlink()


def test_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "t.json").touch(mode=0o666)
    write_trace(tmp_path / "t.json", recorded())
    assert stat.S_IMODE((tmp_path / "t.json").stat().st_mode) == 0o600


def test_document_of_several_gives_all(tmp_path: Path) -> None:
    write_document(tmp_path / "t.json", document_of([recorded(), failing_add()]))
    assert read_file(tmp_path / "t.json") == (recorded(), failing_add())


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    content = encoded(to_document(recorded()))
    monkeypatch.setattr(archive, "sys", SimpleNamespace(stdin=SimpleNamespace(buffer=io.BytesIO(content))))
    assert read_file("-") == (recorded(),)


def test_error_in_a_document_of_several_names_the_trace(tmp_path: Path) -> None:
    document = document_of([recorded(), failing_add()])
    document["traces"][1]["calls"][0]["exit_code"] = "x"
    (tmp_path / "t.json").write_text(json.dumps(document))
    said = refusal(tmp_path / "t.json")
    assert said == f'{tmp_path}/t.json: /traces/1/calls/0/exit_code: expected a whole number, found "x"'


def test_file_cut_anywhere_names_its_end(tmp_path: Path) -> None:
    content = encoded(to_document(recorded())).rstrip()
    for size in range(1, len(content) - 1, 97):
        (tmp_path / "t.json").write_bytes(content[:size])
        assert refusal(tmp_path / "t.json") == (
            f"{tmp_path}/t.json: byte {size}: not JSON: the file ends before the document does"
        )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "byte 0: not JSON: expecting value"),
        (b"hello", "byte 0: not JSON: expecting value"),
        ('{"é": }'.encode(), "byte 7: not JSON: expecting value"),
        (b'{"a": "\xff"}', "byte 7: not JSON: this is not UTF-8"),
        (b"[" * 100_000, "nested too deeply to be a trace"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON: a number in it is too long"),
        (b"[]", "/: expected an object, found a list"),
        (b'{"cniVersion": "1.0.0", "plugins": []}', '/format: expected "cnistep-trace", found nothing'),
        (b'{"schema_version": 2, "traces": []}', "/schema_version: expected 1, the newest that this cnistep knows"),
        (b'{"schema_version": 1, "traces": []}', "/traces: expected at least one trace"),
        (b'{"schema_version": 1, "traces": 5}', "/traces: expected a list, found 5"),
    ],
)
def test_what_is_no_trace_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    (tmp_path / "t.json").write_bytes(content)
    assert refusal(tmp_path / "t.json").startswith(f"{tmp_path}/t.json: {complaint}")


def test_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no.json") == f"cannot read {tmp_path}/no.json: No such file or directory"


def test_missing_folder_is_named_in_writing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^cannot write .*/no/t\.json: No such file or directory$"):
        write_trace(tmp_path / "no" / "t.json", recorded())


def test_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="is no regular file"):
        write_trace(tmp_path / "pipe", recorded())
    assert (tmp_path / "pipe").is_fifo()


def test_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "t.json")
    (tmp_path / "t.json").touch()
    write_trace(tmp_path / "link", recorded())
    assert (tmp_path / "link").is_symlink()
    assert read_file(tmp_path / "t.json") == (recorded(),)


def test_failed_write_leaves_the_earlier_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    write_trace(tmp_path / "t.json", recorded())
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        write_trace(tmp_path / "t.json", failing_add())
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]
    assert read_file(tmp_path / "t.json") == (recorded(),)


MARKS = (Mark(call="ADD-1", note="why \u00e9?"), Mark(link=1))


def test_marks_change_no_other_byte_of_a_file() -> None:
    plain = encoded(to_document(recorded()))
    marked = with_marks(plain, MARKS, "t.json")
    assert marked.startswith(plain.removesuffix(b"\n}\n"))
    assert with_marks(marked, (), "t.json") == plain


def test_a_marked_file_is_as_if_it_had_been_written_so() -> None:
    marked = with_marks(encoded(to_document(recorded())), MARKS, "t.json")
    assert marked == encoded(to_document(replace(recorded(), marks=MARKS)))


def test_what_others_have_put_into_a_file_stays_there() -> None:
    text = encoded(to_document(recorded())).decode()
    odd = text.replace('"version": 1,', '"version":1 , "of-the-future": {"marks": [1.50]},', 1).encode()
    marked = with_marks(odd, MARKS, "t.json")
    assert traces_of(parse(marked, "t.json"), "t.json")[0].marks == MARKS
    assert with_marks(marked, (), "t.json") == odd


def test_marks_need_a_trace_to_be_put_into() -> None:
    with pytest.raises(StoreError, match="marks can't be put in"):
        with_marks(b"[]", MARKS, "t.json")
