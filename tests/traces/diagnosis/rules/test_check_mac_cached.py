"""MACs that are not those of the cached result, by the node alone."""

import json
from pathlib import Path

import pytest

from tests.support.node_state import put_cached, running
from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.check_mac_cached import RULE

RESULT = {
    "cniVersion": "1.0.0",
    "interfaces": [
        {"name": "br0", "mac": "02:00:00:00:00:aa"},
        {"name": "veth1", "mac": "02:00:00:00:00:01"},
        {"name": "eth0", "mac": "02:00:00:00:00:09", "sandbox": "/run/netns/c1"},
    ],
}


@pytest.fixture
def tree(tmp_path: Path) -> NodeTree:
    """A node with a pod whose result is cached."""
    made = NodeTree(tmp_path)
    put_cached(made, "c1", result=RESULT)
    running(made, "c1")
    return made


def _kernel(tree: NodeTree, mac: str) -> None:
    rows = [
        {"ifindex": 1, "ifname": "br0", "address": "02:00:00:00:00:bb", "linkinfo": {"info_kind": "bridge"}},
        {"ifindex": 2, "ifname": "veth1", "address": mac, "linkinfo": {"info_kind": "veth"}},
        {"ifindex": 3, "ifname": "eth0", "address": "02:42:00:00:00:01"},
    ]
    tree.says("ip-addr.json", json.dumps(rows))


def test_a_veth_with_another_mac(tree: NodeTree) -> None:
    _kernel(tree, "02:00:00:00:00:02")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.verb) == ("check/mac-changed", "CHECK")
    assert "02:00:00:00:00:01" in quotes(finding) and "02:00:00:00:00:02" in quotes(finding)


def test_the_same_mac_in_capitals_is_the_same(tree: NodeTree) -> None:
    _kernel(tree, "02:00:00:00:00:01".upper())
    assert kinds(RULE, tree.node()) == []


def test_a_dead_container_s_interfaces_do_not_count(tree: NodeTree) -> None:
    _kernel(tree, "02:00:00:00:00:02")
    running(tree)
    assert kinds(RULE, tree.node()) == []
