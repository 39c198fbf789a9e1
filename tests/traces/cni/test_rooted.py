import os
from pathlib import Path

import pytest

from traces.cni.rooted import read_bytes, resolved, seen_at


def test_absolute_links_stay_in_the_tree(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "opt").symlink_to("/var")
    assert resolved(str(tmp_path), "/opt/cni") == "/var/cni"


def test_relative_links_cannot_climb_out(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "up").symlink_to("../../../../etc")
    assert resolved(str(tmp_path), "/a/up/passwd") == "/etc/passwd"
    assert resolved(str(tmp_path), "/../../x/./y//z") == "/x/y/z"


def test_links_to_each_other_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="Too many levels"):
        resolved(str(tmp_path), "/one")


def test_real_root_resolves_as_the_kernel_does(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "there" / ".." / "x")
    assert resolved("/", f"{tmp_path}/link") == os.path.realpath(tmp_path / "link")
    assert seen_at("/", "/etc") == "/etc"


def test_a_file_is_read_through_its_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"content")
    (tmp_path / "link").symlink_to("/real")
    assert read_bytes(str(tmp_path), "/link") == b"content"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no ordinary file"):
        read_bytes(str(tmp_path), "/pipe")
