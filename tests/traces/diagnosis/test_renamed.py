"""Files that were renamed away."""

from pathlib import Path

from tests.support.node_trees import NodeTree
from traces.diagnosis.renamed import renamed


def test_name_before_and_who_did_it(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-a.conflist.cilium_bak", "{}")
    (found,) = renamed(tree.node())
    assert (found.was, found.peer) == ("10-a.conflist", "cilium")


def test_other_files_are_none_of_them(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge", network="kept")
    for name in ("calico-kubeconfig", "10-a.conflist.bak", "kept/10-b.conf.bak", "README.bak", "20-x.conflist.swp"):
        tree.put(f"/etc/cni/net.d/{name}", "{}")
    assert renamed(tree.node()) == ()
