"""Cached attachments of a network that was renamed, or of a file that was."""

from dataclasses import replace
from pathlib import Path

from tests.support.node_state import cache_content, put_cached, running
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.traces import recorded
from traces.diagnosis.case import Case
from traces.diagnosis.rules.cache_other_network import RULE


def test_a_network_that_no_file_has_any_more(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1")
    running(tree, "c1")
    tree.conflist("10-demo.conflist", "bridge", network="renamed")
    (finding,) = check(RULE, tree.node())
    assert finding.kind == "cache/other-network" and '"name": "renamed"' in quotes(finding)
    tree.conflist("10-demo.conflist", "bridge")
    assert kinds(RULE, tree.node()) == []


def test_the_runtime_s_own_loopback_is_no_stranger(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1", "cni-loopback")
    tree.conflist("10-demo.conflist", "bridge")
    assert kinds(RULE, tree.node("containerd")) == []


def test_multus_attaches_networks_that_no_file_has(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1", "macvlan-of-the-api")
    tree.conflist("00-multus.conflist", "multus")
    assert kinds(RULE, tree.node()) == []


def test_a_file_that_holds_another_attachment(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "bridge")
    tree.put("/var/lib/cni/results/demo-c2-eth0", cache_content("c1"))
    (finding,) = check(RULE, tree.node())
    assert '"containerId": "c1"' in quotes(finding)


def test_a_del_of_another_network_than_add_s() -> None:
    add, delete = recorded(), recorded(verb="DEL")
    renamed = replace(delete, network=replace(delete.network, name="renamed"))
    (finding,) = RULE.check(Case(trace=renamed, series=(add,)))
    assert finding.verb == "DEL" and "renamed" in finding.cause
    assert list(RULE.check(Case(trace=delete, series=(add,)))) == []
