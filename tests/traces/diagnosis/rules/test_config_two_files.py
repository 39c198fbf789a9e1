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


def test_lo_alone_is_no_rival(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("100-crio-bridge.conflist", BRIDGE, network="crio")
    tree.put("/etc/cni/net.d/200-loopback.conf", '{"cniVersion": "1.0.0", "name": "loopback", "type": "loopback"}')
    tree.plugins("bridge", "host-local", "loopback")
    assert [kinds(RULE, tree.node(runtime)) for runtime in ("containerd", "crio", "libcni")] == [[], [], []]


def test_lo_alone_that_sorts_first_leaves_pods_without_a_network(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/00-loopback.conf", '{"cniVersion": "1.0.0", "name": "lo", "type": "loopback"}')
    tree.conflist("10-crio-bridge.conflist", BRIDGE, network="crio")
    tree.plugins("bridge", "host-local", "loopback")
    assert kinds(RULE, tree.node("crio")) == ["config/two-files-sort-order"]


def test_without_a_runtime_the_names_decide_as_everywhere(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/00-multus.conf", '{"cniVersion": "0.3.1", "name": "m", "type": "multus", "delegates": []}')
    tree.conflist("10-flannel.conflist", "flannel")
    tree.plugins("multus", "flannel", "bridge", "host-local")
    assert kinds(RULE, tree.node("libcni")) == [], "multus is first by name, and runs the other"


def test_of_very_many_files_some_are_named(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    for number in range(100):
        tree.conflist(f"{number:03}-x.conflist", BRIDGE, network=f"n{number}")
    tree.plugins("bridge", "host-local")
    (finding,) = check(RULE, tree.node("containerd"))
    assert "and 95 more" in finding.cause and len(finding.evidence) < 10
