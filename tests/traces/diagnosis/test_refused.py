"""Files that a runtime refuses."""

import os
from pathlib import Path

import pytest

from tests.support.node_trees import NOW, NodeTree
from traces.diagnosis.refused import age, consequence, is_fresh, is_mislabelled, place, refused, severity_of
from traces.model.finding import Severity


def node_tree(path: Path) -> NodeTree:
    """A node whose first file is cut off."""
    tree = NodeTree(path)
    tree.put("/etc/cni/net.d/10-a.conflist", '{"name":\n')
    tree.conflist("20-b.conflist", "bridge")
    tree.plugins("bridge")
    return tree


def test_bad_first_file_is_as_bad_as_its_runtime_makes_it(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    for runtime, severity, words in (
        ("containerd", Severity.ERROR, "loads no network at all"),
        ("crio", Severity.WARNING, "uses 20-b.conflist in its place"),
    ):
        node = tree.node(runtime)
        (bad,) = refused(node)
        assert severity_of(node, bad) is severity
        assert words in consequence(node, bad)


def test_bad_file_alone_leaves_no_network(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    (tmp_path / "etc/cni/net.d/20-b.conflist").unlink()
    node = tree.node("crio")
    assert consequence(node, refused(node)[0]) == "and crio has no network"


def test_place_is_line_and_column(tmp_path: Path) -> None:
    (bad,) = refused(node_tree(tmp_path).node())
    assert place(bad).where == "/etc/cni/net.d/10-a.conflist:2:1"


def test_file_that_is_merely_broken_is_not_mislabelled(tmp_path: Path) -> None:
    assert not is_mislabelled(refused(node_tree(tmp_path).node())[0])


@pytest.mark.parametrize(
    ("seconds", "words", "fresh"),
    [
        (5, "changed 5 seconds ago", True),
        (600, "changed 10 minutes ago", False),
        (864000, "changed 10 days ago", False),
    ],
)
def test_age_is_in_words(tmp_path: Path, seconds: int, words: str, fresh: bool) -> None:
    tree = node_tree(tmp_path)
    os.utime(tmp_path / "etc/cni/net.d/10-a.conflist", (NOW - seconds, NOW - seconds))
    node = tree.node()
    (bad,) = refused(node)
    assert (age(node, bad), is_fresh(node, bad)) == (words, fresh)
