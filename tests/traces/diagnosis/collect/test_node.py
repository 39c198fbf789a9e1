"""A node's facts."""

import json
import os
from pathlib import Path

import pytest

from tests.support.node_trees import NOW, NodeTree
from traces.cni.cache import encode_cache
from traces.cni.conflist import load_file
from traces.cni.result_codec import read_any
from traces.diagnosis.collect.node import recorded_chains
from traces.diagnosis.facts import CacheFile
from traces.model.network import Attachment

RESULT = b'{"cniVersion": "1.0.0", "ips": [{"address": "192.0.2.9/24"}]}'


def cached(path: Path, *plugins: str) -> bytes:
    """A cache file of an ADD with those plugins."""
    network = load_file(str(NodeTree(path).conflist("10-a.conflist", *plugins)))
    return encode_cache(network, Attachment(container_id="c1", netns="/run/netns/a"), read_any(RESULT))


def test_everything_of_a_tree_is_gathered(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", {"type": "flannel", "ipam": {"dataDir": "/data"}})
    tree.plugins("flannel")
    tree.put("/var/lib/cni/results/demo-c1-eth0", "{}")
    tree.put("/var/lib/cni/networks/demo/10.0.0.2", "c1\r\neth0")
    tree.put("/data/demo/10.0.0.3", "c1\r\neth0")
    tree.put("/run/netns/a", "")
    tree.put("/run/flannel/subnet.env", "X=1")
    tree.says("name", "worker-1")
    tree.says("uname-m", "amd64")
    tree.says("crictl-pods.json", json.dumps({"items": [{"id": "c1", "state": "SANDBOX_READY"}]}))
    node = tree.node("containerd")
    assert (node.name, node.machine, node.runtime, node.now) == ("worker-1", "x86_64", "containerd", NOW)
    assert [each.path for each in node.configs] == ["/etc/cni/net.d/10-a.conflist"]
    assert [each.name for each in node.plugins] == ["flannel"]
    assert [each.path for each in node.cache] == ["/var/lib/cni/results/demo-c1-eth0"]
    assert [each.path for each in node.reservations] == ["/var/lib/cni/networks/demo/10.0.0.2", "/data/demo/10.0.0.3"]
    assert node.netns is not None
    assert [each.path for each in node.netns] == ["/run/netns/a"]
    assert node.containers is not None
    assert node.files == {"/run/flannel/subnet.env": b"X=1"}
    assert not node.unread


def test_empty_tree_is_a_node_of_which_little_is_known(tmp_path: Path) -> None:
    node = NodeTree(tmp_path).node()
    assert (node.configs, node.plugins, node.netns, node.containers, node.host) == ((), (), None, None, None)
    assert node.plugins_known


def test_collection_without_folder_leaves_plugins_unknown(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.says("name", "n")
    assert not tree.node().plugins_known


def test_files_beside_the_configurations_are_gathered(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge", network="net")
    for name in ("20-b.conflist.bak", "net/x.conf", "calico-kubeconfig", "other/y.conf"):
        tree.put(f"/etc/cni/net.d/{name}", "{}")
    assert [each.path for each in tree.node().configs_beside] == [
        "/etc/cni/net.d/20-b.conflist.bak",
        "/etc/cni/net.d/net/x.conf",
    ]


@pytest.mark.parametrize("name", ["../../etc", ".", "..", "", 7])
def test_name_of_a_network_leads_nowhere_else(tmp_path: Path, name: object) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge", network=name)  # type: ignore[arg-type]
    tree.put("/etc/secret.conf", "{}")
    assert not tree.node().configs_beside


def test_plugins_of_other_usual_folders_are_known(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.plugins("bridge", folder="/usr/lib/cni")
    assert [each.path for each in tree.node().plugins_elsewhere] == ["/usr/lib/cni/bridge"]
    assert not tree.node(plugin_dirs=("/usr/lib/cni",)).plugins_elsewhere


def test_newest_cached_add_tells_the_chain(tmp_path: Path) -> None:
    old = CacheFile(path="/a", content=cached(tmp_path, "bridge"), changed=1.0)
    new = CacheFile(path="/b", content=cached(tmp_path, "bridge", "mesh"), changed=2.0)
    bad = CacheFile(path="/c", content=b"", changed=3.0)
    assert recorded_chains([new, old, bad]) == {"demo": ("bridge", "mesh")}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_said(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge").chmod(0)
    assert tree.node().unread == ("/etc/cni/net.d/10-a.conflist: Permission denied",)
