"""exec/empty-file and exec/not-a-program."""

from pathlib import Path

import pytest

from tests.support.node_trees import SCRIPT, NodeTree, check, kinds, quotes
from traces.diagnosis.rules.exec_empty_file import RULE
from traces.diagnosis.rules.exec_wrong_arch import RULE as ARCH

TEXT = "fork/exec /opt/cni/bin/bridge: exec format error"


def node_tree(path: Path, content: bytes) -> NodeTree:
    """A node whose bridge has that content."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "bridge")
    tree.plugins("bridge", content=content)
    return tree


@pytest.mark.parametrize(("content", "kind"), [(b"", "exec/empty-file"), (b"404: Not Found", "exec/not-a-program")])
def test_file_that_is_no_program_is_named(tmp_path: Path, content: bytes, kind: str) -> None:
    (found,) = check(RULE, node_tree(tmp_path, content).node(), TEXT)
    assert (found.kind, found.link, found.is_proven) == (kind, 0, True)
    assert f"{len(content)} bytes" in quotes(found)


def test_whole_file_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, SCRIPT).node())


def test_empty_file_of_no_chain_is_no_matter(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, SCRIPT)
    tree.put("/opt/cni/bin/.cni.lock", b"", 0o755)
    assert not kinds(RULE, tree.node())


def test_wrong_machine_is_not_blamed_for_it(tmp_path: Path) -> None:
    assert not kinds(ARCH, node_tree(tmp_path, b"").node(), TEXT)
