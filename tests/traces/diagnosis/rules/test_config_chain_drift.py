"""config/chain-drift."""

from dataclasses import replace
from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.traces import failing_add, recorded
from traces.cni.cache import encode_cache
from traces.cni.conflist import load_file
from traces.cni.result_codec import read_any
from traces.diagnosis.rules.config_chain_drift import RULE
from traces.model.network import Attachment

RESULT = b'{"cniVersion": "1.0.0", "ips": [{"address": "192.0.2.9/24"}]}'
BEFORE = ("calico", "portmap", "mesh")


def node_tree(path: Path, *plugins: str) -> NodeTree:
    """A node with that chain, whose cache has a pod of another one."""
    tree = NodeTree(path)
    old = load_file(str(NodeTree(path / "old").conflist("10-a.conflist", *BEFORE)))
    cached = encode_cache(old, Attachment(container_id="c1", netns="/run/netns/a"), read_any(RESULT))
    tree.put("/var/lib/cni/results/demo-c1-eth0", cached)
    tree.conflist("10-a.conflist", *plugins)
    return tree


def test_link_that_is_gone_is_named(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "calico", "portmap").node("containerd"))
    assert "mesh is gone" in found.cause
    assert "calico > portmap > mesh" in quotes(found)
    assert "installer of mesh" in found.advice


def test_same_chain_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, *BEFORE).node("containerd"))


def test_other_order_is_a_change(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "portmap", "calico", "mesh").node("containerd"))
    assert "another order" in found.cause


def test_failed_trace_is_no_record_of_a_chain(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge", network="five")
    assert kinds(RULE, tree.node("containerd"), series=(recorded(),)) == ["config/chain-drift"]
    assert not kinds(RULE, tree.node("containerd"), series=(failing_add(),))


def test_pods_of_a_network_that_is_gone_are_told(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, *BEFORE)
    tree.conflist("10-a.conflist", "bridge", network="new")
    (found,) = check(RULE, tree.node("containerd"))
    assert (found.kind, found.is_proven) == ("config/chain-drift", False)
    assert not kinds(RULE, tree.node("crio")), "CRI-O tears down with what it cached"


def test_own_add_does_not_hide_an_older_record(tmp_path: Path) -> None:
    """The ADD that the case is about ran with the chain of now."""
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", *(link.type for link in recorded().network.links), network="five")
    node = replace(tree.node("containerd"), recorded_chains={"five": ("bridge", "mesh")})
    (found,) = check(RULE, node, trace=recorded())
    assert "mesh is gone, portmap, bandwidth, firewall, tuning are new" in found.cause
