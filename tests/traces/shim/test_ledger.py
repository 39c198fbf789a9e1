from pathlib import Path

import pytest

from traces.errors import PlaceError
from traces.shim.ledger import add_folder, drop_unused, wrapped_folders
from traces.shim.node import Node


@pytest.fixture
def node(tmp_path: Path) -> Node:
    """A node with a list of its own."""
    return Node(root=str(tmp_path), ledger="/state/wrapped")


def test_folders_are_kept_once(node: Node) -> None:
    for folder in ("/a", "/b\udcff c\n", "/a"):
        add_folder(node, folder)
    assert wrapped_folders(node) == ("/a", "/b\udcff c\n")


def test_folder_in_use_stays_on_the_list(node: Node, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder / ".cnistep").mkdir(parents=True)
        add_folder(node, f"/{folder}")
    (tmp_path / "a" / ".cnistep").rmdir()
    drop_unused(node, "/a")
    drop_unused(node, "/b")
    assert wrapped_folders(node) == ("/b",)


def test_list_of_nothing_is_no_file(node: Node, tmp_path: Path) -> None:
    assert wrapped_folders(node) == ()
    add_folder(node, "/a")
    drop_unused(node, "/a")
    assert list((tmp_path / "state").iterdir()) == []


def test_list_that_cannot_be_kept_is_said(node: Node, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(PlaceError, match="the list of wrapped folders cannot be kept in"):
        add_folder(node, "/a")
