"""The state directory: which one, and which are refused."""

import multiprocessing
import os
from pathlib import Path

import pytest

from tests.support.needs import needs_root
from traces.errors import StoreError
from traces.store.folder import check_folder, default_state_dir, locked, make_folder


def test_environment_chooses_the_state_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", "/somewhere")
    assert default_state_dir() == Path("/somewhere")


@pytest.mark.parametrize(("uid", "chosen"), [(0, "/var/lib/cnistep"), (1000, "/home/u/.local/state/cnistep")])
def test_root_and_users_have_their_own(monkeypatch: pytest.MonkeyPatch, uid: int, chosen: str) -> None:
    for name in ("CNISTEP_STATE_DIR", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/u")
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    assert default_state_dir() == Path(chosen)


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o1777])
def test_folder_that_others_may_write_is_refused(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    with pytest.raises(StoreError, match=f"others may write in .* \\(mode {mode:04o}\\): chmod go-w"):
        check_folder(tmp_path)


def test_own_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    check_folder(tmp_path / "link")


@needs_root
def test_link_of_another_user_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    os.lchown(tmp_path / "link", 12345, 12345)
    with pytest.raises(StoreError, match=r"symbolic link of another user \(uid 12345\)"):
        check_folder(tmp_path / "link")


@needs_root
def test_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    os.chown(tmp_path, 12345, 12345)
    with pytest.raises(StoreError, match=r"belongs to another user \(uid 12345\)"):
        check_folder(tmp_path)


def test_folder_of_root_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    check_folder(Path("/usr"))


def test_file_in_the_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch(mode=0o600)
    with pytest.raises(StoreError, match="is not a directory"):
        check_folder(tmp_path / "file")
    with pytest.raises(StoreError, match="cannot make the folder"):
        make_folder(tmp_path / "file" / "traces")


def test_lock_is_waited_for(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    done = context.Event()
    with locked(tmp_path / "lock"):
        other = context.Process(target=lock_and_tell, args=(str(tmp_path / "lock"), done))
        other.start()
        assert not done.wait(1)
    assert done.wait(60)
    other.join(60)


def lock_and_tell(path: str, done: "multiprocessing.synchronize.Event") -> None:
    with locked(Path(path)):
        done.set()
