"""How the headless verbs print, and which file they refuse to write."""

import json
import os
from pathlib import Path

import pytest

from app.output import Output
from tests.support.traces import recorded
from traces.errors import InputError, StoreError


def test_document_is_ascii_whatever_was_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    document = {"text": "\x1b \x7f \x9b \u202e \ud800 網路"}
    Output(as_json=True, plain=False).document(document)
    printed = capsys.readouterr().out
    assert printed.isascii() and set(printed) & set("\x1b\x7f") == set()
    assert json.loads(printed) == document


def test_text_alone_needs_no_document(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("traces.session.opening.document_of", None)
    Output(as_json=False, plain=True).traces([recorded()])
    assert capsys.readouterr().out.startswith("Trace add-1: ADD")


@pytest.mark.parametrize("as_json", [True, False])
def test_file_gets_the_document_whatever_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    Output(as_json=as_json, plain=True, file=str(tmp_path / "t.json")).traces([recorded()], more=1)
    assert json.loads((tmp_path / "t.json").read_text())["more"] == 1
    assert capsys.readouterr().out.startswith("{" if as_json else "Trace")


def test_file_in_no_folder_is_refused_first(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no folder that can be written in"):
        Output(as_json=False, plain=False, file=str(tmp_path / "no" / "t.json")).check()


def test_folder_device_and_pipe_are_refused_first(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "device").symlink_to("/dev/null")
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "device", "pipe"):
        with pytest.raises(StoreError, match=f"^cannot write .*/{name}: it is there already and is no regular file$"):
            Output(as_json=False, plain=False, file=str(tmp_path / name)).check()


def test_file_that_is_there_may_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("old")
    Output(as_json=False, plain=False, file=str(tmp_path / "t.json")).check()
    Output(as_json=False, plain=False, file=str(tmp_path / "new.json")).check()
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]
