import threading
import time
from pathlib import Path

import pytest

from tests.support.shim_rig import eventually
from traces.session.wake import Wake

FOREVER = 60.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "spool"
    made.mkdir()
    return made


def sleeper(wake: Wake) -> threading.Thread:
    """A thread that sleeps until it is woken, for long if it is not."""
    wake.sleep(0)
    wake.sleep(0)
    thread = threading.Thread(target=wake.sleep, args=(FOREVER,), daemon=True)
    thread.start()
    return thread


def is_awake(thread: threading.Thread) -> bool:
    return eventually(lambda: not thread.is_alive())


def test_what_happens_in_the_folder_ends_the_sleep(folder: Path) -> None:
    with Wake(folder) as wake:
        for happens in (
            lambda: (folder / "1.open").write_text("x"),
            lambda: (folder / "1.open").rename(folder / "1.ok"),
            lambda: (folder / "1.ok").unlink(),
        ):
            wake.sleep(0.2)
            thread = sleeper(wake)
            happens()
            assert is_awake(thread)


def test_any_thread_ends_the_sleep(folder: Path) -> None:
    with Wake(folder) as wake:
        thread = sleeper(wake)
        wake.call()
        assert is_awake(thread)


def test_a_folder_that_comes_later_is_watched_from_then_on(tmp_path: Path) -> None:
    late = tmp_path / "late"
    with Wake(late) as wake:
        for _ in range(2):
            wake.sleep(0)
            late.mkdir()
            thread = sleeper(wake)
            (late / "1.open").write_text("x")
            assert is_awake(thread)
            (late / "1.open").unlink()
            late.rmdir()
            wake.sleep(0)


def test_without_inotify_a_sleep_ends_in_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Wake, folder: Path) -> None:
        raise OSError(24, "inotify instance limit reached")

    monkeypatch.setattr(Wake, "_schedule", refuse)
    with Wake(folder) as wake:
        began = time.monotonic()
        wake.sleep(0.05)
        assert time.monotonic() > began
