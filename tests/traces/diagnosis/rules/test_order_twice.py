"""A chain that has one entry two times."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import ECHO, answering, run_chain
from tests.support.scripted import kinds as kinds_of
from traces.diagnosis.rules.order_twice import RULE

MESH = {"type": "istio-cni", "kubernetes": {"kubeconfig": "/etc/cni/net.d/kc"}}


def test_an_installer_that_adds_its_entry_again(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "main", MESH, "portmap", MESH)
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.link) == ("order/same-link-twice", 3)
    assert "as links 1 and 3" in finding.cause and "plugins[3].type" in quotes(finding)


def test_it_is_told_of_a_run_too(tmp_path: Path) -> None:
    scripts = {"main": answering(), "mesh": ECHO}
    assert kinds_of(RULE, *run_chain(tmp_path, scripts, order=("main", "mesh", "mesh"))) == ["order/same-link-twice"]


def test_one_plugin_with_two_settings_is_meant(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "main", {"type": "tuning", "mtu": 1400}, {"type": "tuning", "mac": "x"})
    assert kinds(RULE, tree.node()) == []


def test_the_entry_taken_out_the_finding_goes(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "main", MESH, "portmap")
    assert kinds(RULE, tree.node()) == []
