"""A place's temporary folder is taken away with it, or, where it was killed, by the next one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from traces.session.workdir import Workdir

LONG_AGO = time.time() - 3600


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def age(folder: Path) -> None:
    """Make it an hour old."""
    os.utime(folder, (LONG_AGO, LONG_AGO))


def test_a_folder_is_there_until_it_is_cleaned_up(room: Path) -> None:
    workdir = Workdir(())
    assert workdir.path.parent == room and workdir.path.stat().st_mode & 0o777 == 0o700
    workdir.cleanup()
    workdir.cleanup()
    assert list(room.iterdir()) == []


def test_no_folder_is_made_below_a_covered_one(room: Path) -> None:
    workdir = Workdir((str(room),))
    assert room not in workdir.path.parents
    workdir.cleanup()


def test_what_a_killed_run_left_goes_with_the_next(room: Path) -> None:
    script = f"import tempfile; tempfile.tempdir = {str(room)!r}\n"
    script += "from traces.session.workdir import Workdir\nw = Workdir(())\nprint(w.path, flush=True)\ninput()"
    owner = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    )
    assert owner.stdin and owner.stdout
    left = Path(owner.stdout.readline().strip())
    (left / "recorder-0").mkdir()
    age(left)
    Workdir(()).cleanup()
    assert left.exists(), "its owner lives"
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    Workdir(()).cleanup()
    assert not left.exists()


def test_only_old_folders_of_our_own_are_taken_away(room: Path) -> None:
    (room / "cnistep-notes").mkdir()
    (room / "cnistep-new").mkdir()
    (room / "cnistep-new" / ".made-by-cnistep").touch()
    (room / "there").mkdir()
    (room / "there" / ".made-by-cnistep").touch()
    (room / "cnistep-link").symlink_to(room / "there")
    age(room / "cnistep-notes")
    age(room / "there")
    Workdir(()).cleanup()
    assert {path.name for path in room.iterdir()} == {"cnistep-notes", "cnistep-new", "there", "cnistep-link"}
