"""Trees on disk and in memory."""

import os
from pathlib import Path

from traces.diagnosis.collect.tree import DiskTree, Entry, HeldTree

PROC = 0x9FA0


def test_links_of_the_node_stay_in_its_tree(tmp_path: Path) -> None:
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/a").write_text("in the tree")
    (tmp_path / "b").symlink_to("/opt/a")
    assert DiskTree(str(tmp_path)).read("/b") == b"in the tree"


def test_kinds_of_files_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("/nowhere")
    os.mkfifo(tmp_path / "pipe")
    tree = DiskTree(str(tmp_path))
    kinds = {name: entry.kind for name in tree.names("/") or () if (entry := tree.entry(f"/{name}"))}
    assert kinds == {"file": "file", "folder": "folder", "dangling": "dangling", "pipe": "other"}


def test_entry_has_mode_owner_and_size(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("four")
    (tmp_path / "file").chmod(0o640)
    entry = DiskTree(str(tmp_path)).entry("/file")
    assert entry is not None
    assert (entry.mode, entry.size, entry.owner) == (0o640, 4, f"{os.geteuid()}:{os.getegid()}")


def test_file_system_is_known_by_its_magic() -> None:
    entry = DiskTree().entry("/proc/version")
    assert entry is not None
    assert entry.magic == PROC


def test_file_system_of_a_copy_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "netns").write_text("")
    entry = DiskTree(str(tmp_path)).entry("/netns")
    assert entry is not None
    assert entry.magic is None


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    tree = DiskTree(str(tmp_path))
    assert (tree.names("/x"), tree.entry("/x"), tree.read("/x")) == (None, None, None)


def test_reading_can_be_limited(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("0123456789")
    assert DiskTree(str(tmp_path)).read("/file", 4) == b"0123"


def test_held_tree_has_folders_above_its_files() -> None:
    tree = HeldTree({"/a/b/c": b"text", "/a/d": b""})
    assert tree.names("/a") == ("b", "d")
    assert tree.entry("/a/b") == Entry(kind="folder", mode=0o755)
    assert tree.entry("/a/b/c") == Entry(kind="file", mode=0o644, size=4)
    assert tree.read("/a/b/c", 2) == b"te"
    assert tree.names("/x") is None


def test_held_tree_takes_what_it_is_told() -> None:
    known = Entry(kind="file", mode=0o755, size=9)
    assert HeldTree({"/a": b""}, {"/a": known}).entry("/a") == known
