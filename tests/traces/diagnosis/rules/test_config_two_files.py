"""config/two-files-sort-order."""

from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.config_two_files import RULE
from traces.model.finding import Severity

BRIDGE = {"type": "bridge", "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.85.0.0/16"}]]}}


def node_tree(path: Path) -> NodeTree:
    """A node with a sample that sorts before the cluster's file."""
    tree = NodeTree(path)
    tree.conflist("10-aaa-default.conflist", BRIDGE, network="sample")
    tree.conflist("10-bbb-cluster.conflist", "overlay", network="cluster")
    tree.plugins("bridge", "host-local", "overlay")
    return tree


@pytest.mark.parametrize(("runtime", "proven"), [("containerd", True), ("crio", True), ("libcni", False)])
def test_winner_and_loser_are_named(tmp_path: Path, runtime: str, proven: bool) -> None:
    (found,) = check(RULE, node_tree(tmp_path).node(runtime))
    assert (found.severity, found.is_proven) == (Severity.WARNING, proven)
    assert found.cause.startswith("10-aaa-default.conflist (sample")
    assert "10-bbb-cluster.conflist (cluster)" in found.cause
    assert "subnet 10.85.0.0/16" in quotes(found)


def test_finding_goes_with_the_second_file(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    (tmp_path / "etc/cni/net.d/10-aaa-default.conflist").unlink()
    assert not kinds(RULE, tree.node("containerd"))


def test_second_file_that_is_bad_decides_nothing(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.put("/etc/cni/net.d/10-bbb-cluster.conflist", "{")
    assert not kinds(RULE, tree.node("containerd"))


def test_multus_runs_the_other_file_itself(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.conflist("00-multus.conflist", "multus", network="multus-cni-network")
    assert not kinds(RULE, tree.node("containerd"))


def test_podman_chooses_by_name(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.conflist("87-podman.conflist", "bridge", network="podman")
    assert not kinds(RULE, tree.node("podman"))


def test_same_network_twice_is_no_choice(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge")
    tree.conflist("11-a.conflist", "bridge")
    assert not kinds(RULE, tree.node("containerd"))
