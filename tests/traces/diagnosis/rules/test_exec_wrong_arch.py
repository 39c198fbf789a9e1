"""exec/wrong-arch."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, elf, kinds, quotes
from tests.support.nodes_run import failing_run
from traces.diagnosis.rules.exec_wrong_arch import RULE

TEXT = 'failed to detect CNI plugin version: name=bridge error="fork/exec /opt/cni/bin/bridge: exec format error"'


def node_tree(path: Path, machine: str) -> NodeTree:
    """An x86_64 node with a bridge for that machine."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "bridge", "portmap")
    tree.plugins("bridge", "portmap", content=elf(machine))
    tree.says("uname-m", "x86_64\n")
    return tree


def test_folder_of_another_machine_is_one_finding(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "aarch64").node("containerd"))
    assert (found.kind, found.link) == ("exec/wrong-arch", 0)
    assert found.cause.startswith("bridge (link 0) and portmap (link 1) were built for aarch64")
    assert "uname -m: x86_64" in quotes(found)


def test_one_wrong_build_among_right_ones_is_found(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "x86_64")
    tree.put("/opt/cni/bin/portmap", elf("aarch64"), 0o755)
    (found,) = check(RULE, tree.node())
    assert found.link == 1


def test_right_build_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, "x86_64").node())


def test_machine_that_is_unknown_says_nothing(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "aarch64")
    tree.says("uname-m", "")
    assert not kinds(RULE, tree.node())


def test_twenty_bytes_of_a_header_are_enough(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "x86_64")
    tree.put("/opt/cni/bin/bridge", elf("aarch64")[:20], 0o755)
    (found,) = check(RULE, tree.node(), TEXT)
    assert found.is_proven
    assert "exec format error" in quotes(found)


def test_text_alone_proves_nothing() -> None:
    (found,) = check(RULE, None, TEXT)
    assert (found.kind, found.is_proven) == ("exec/wrong-arch", False)


def test_real_run_is_explained(tmp_path: Path) -> None:
    (found,) = check(RULE, trace=failing_run(tmp_path, elf("aarch64")))
    assert (found.kind, found.link) == ("exec/wrong-arch", 0)
