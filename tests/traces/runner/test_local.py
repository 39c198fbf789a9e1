"""This process as a place."""

import os
from pathlib import Path

import pytest

from traces.runner.executor import Completed, Execution
from traces.runner.local import Entries, LocalExecutor


def _script(folder: Path, text: str, mode: int = 0o755) -> str:
    path = folder / "plugin"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(mode)
    return str(path)


def _run(path: str, stdin: bytes = b"", env: tuple[str, ...] = ("PATH=/usr/bin:/bin",)) -> Completed:
    completed = LocalExecutor().start(Execution(path=path, stdin=stdin, env=env)).wait(60)
    assert completed
    return completed


def test_a_plugin_gets_stdin_and_answers(tmp_path: Path) -> None:
    completed = _run(_script(tmp_path, "cat; echo err >&2; exit 7"), b"x" * 200_000)
    assert completed == Completed(stdout=b"x" * 200_000, stderr=b"err\n", exit_code=7)


def test_repeated_names_reach_the_plugin() -> None:
    entries = ("A=1", "A=2", "EMPTY=", "B==")
    assert _run("/usr/bin/env", env=entries).stdout.decode().split() == list(entries)


def test_the_first_of_repeated_names_is_found() -> None:
    assert Entries(("A=1", "A=2"))["A"] == "1"


def test_a_death_by_signal_is_told(tmp_path: Path) -> None:
    assert _run(_script(tmp_path, "kill -9 $$")).signal == 9


def test_start_errors_are_in_the_words_of_go(tmp_path: Path) -> None:
    assert _run(_script(tmp_path, "", mode=0o644)).start_error == "permission denied"
    assert _run(str(tmp_path / "none")).start_error == "no such file or directory"


def test_a_running_plugin_is_killed(tmp_path: Path) -> None:
    running = LocalExecutor().start(Execution(path=_script(tmp_path, "exec sleep 1000"), stdin=b"", env=()))
    assert running.wait(0) is None
    running.kill()
    completed = running.wait(60)
    assert completed and completed.signal == 9
    running.kill()


def test_files_are_reached_as_libcni_does(tmp_path: Path) -> None:
    local = LocalExecutor(spool=tmp_path)
    path = str(tmp_path / "results" / "file")
    assert local.read(path) is None
    local.write(path, b"1")
    assert local.read(path) == b"1"
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.stat(tmp_path / "results").st_mode & 0o777 == 0o700
    assert local.listdir(str(tmp_path / "results")) == ("file",)
    local.remove(path)
    local.remove(path)
    assert local.listdir(path) == ()
    assert local.spool == tmp_path


def test_a_plugin_is_found_by_its_regular_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    (first / "noop").mkdir(parents=True)
    second.mkdir()
    (second / "noop").touch(mode=0o600)
    local = LocalExecutor()
    assert local.find("noop", [str(tmp_path), str(first), str(second)]) == f"{second}/noop"
    assert local.find("none", [str(second)]) is None


def test_a_folder_can_not_be_read_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="regular"):
        LocalExecutor().read(str(tmp_path))
