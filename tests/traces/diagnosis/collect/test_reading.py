"""Reading a tree of which not all can be read."""

import os
from dataclasses import dataclass
from pathlib import Path

from traces.diagnosis.collect.reading import Reader
from traces.diagnosis.collect.tree import DiskTree, Entry, HeldTree


@dataclass(frozen=True, slots=True)
class Locked:
    """A tree of which nothing may be read."""

    def names(self, folder: str) -> tuple[str, ...] | None:
        """Refused."""
        raise PermissionError(13, "Permission denied", folder)

    def entry(self, path: str) -> Entry | None:
        """One file."""
        return Entry(kind="file")

    def read(self, path: str, most: int = -1) -> bytes | None:
        """Refused."""
        raise PermissionError(13, "Permission denied", path)


def test_what_can_not_be_read_is_told_once() -> None:
    reader = Reader(Locked())
    assert reader.names("/a") is None
    assert reader.read("/b") is None
    assert reader.read("/b") is None
    assert reader.unread == ["/a: Permission denied", "/b: Permission denied"]


def test_only_ordinary_files_are_held(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    assert [(path, content) for path, _, content in Reader(DiskTree(str(tmp_path))).held("/")] == [("/file", b"x")]


def test_pipe_is_told_of_and_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = Reader(DiskTree(str(tmp_path)))
    assert list(reader.held("/")) == []
    assert reader.unread == ["/pipe: no ordinary file, or not to be looked at"]
    assert reader.content("/pipe") == b""


def test_link_to_nothing_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/nowhere")
    reader = Reader(DiskTree(str(tmp_path)))
    assert (reader.content("/link"), reader.content("/x")) == (None, None)


def test_tree_with_programs_is_whole() -> None:
    assert Reader(HeldTree({"/usr/bin/sh": b""})).is_whole
    assert not Reader(HeldTree({"/etc/cni/net.d/a.conf": b""})).is_whole
