"""Configuration files as networks install them (Calico, Cilium, k3s, EKS, GKE, AKS …): nothing is wrong with them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.node_trees import NodeTree
from traces.model.finding import Severity
from traces.session.doctor import examine, likely_places

_NODES = [
    json.loads(line) for line in (Path(__file__).parents[2] / "support/real_conflists.jsonl").read_text().splitlines()
]
_KUBECONFIG = "apiVersion: v1\nkind: Config\nusers:\n- name: agent\n  user:\n    tokenFile: /var/run/token\n"


def _tree(folder: Path, node: Mapping[str, Any]) -> NodeTree:
    """The node with its plugins, as scripts, and with what they read."""
    tree = NodeTree(folder)
    for name, content in node["files"].items():
        tree.put(f"/etc/cni/net.d/{name}", json.dumps(content, indent=2))
    for path, content in node["beside"].items():
        tree.put(path, _KUBECONFIG if content == "KUBECONFIG" else content)
    tree.plugins("loopback", *node["plugins"])
    return tree


@pytest.mark.parametrize("runtime", ["containerd", "crio", "libcni"])
@pytest.mark.parametrize("node", _NODES, ids=lambda node: node["name"])
def test_a_real_file_has_no_finding_but_notes(tmp_path: Path, node: Mapping[str, Any], runtime: str) -> None:
    tree = _tree(tmp_path, node)
    found = examine(str(tree.root), likely_places(str(tree.root), runtime)).findings
    assert [each.cause for each in found if each.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("node", _NODES, ids=lambda node: node["name"])
def test_a_plugin_of_it_that_is_gone_is_the_first_finding(tmp_path: Path, node: Mapping[str, Any]) -> None:
    gone = node["plugins"][0]
    tree = _tree(tmp_path, {**node, "plugins": node["plugins"][1:]})
    first, *_ = examine(str(tree.root), likely_places(str(tree.root), "containerd")).findings
    assert first.kind.startswith("binary/missing") and gone in first.cause
