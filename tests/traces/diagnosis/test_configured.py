"""Which file a runtime would use, from facts; held against the profiles' own choosers."""

from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree
from traces.cni.profiles.table import PROFILES
from traces.diagnosis.configured import chosen, loaded, relevant
from traces.errors import ConfigError

BAD = "{"
SINGLE = '{"cniVersion": "1.0.0", "name": "podman", "type": "bridge"}'
FOLDERS = {
    "one": {"10-a.conflist": "bridge"},
    "two": {"20-b.conflist": "bridge", "10-a.conflist": "portmap"},
    "bad first": {"10-a.conflist": BAD, "20-b.conflist": "bridge"},
    "missing plugin first": {"10-a.conflist": "ghost", "20-b.conflist": "bridge"},
    "single before list": {"10-a.conf": SINGLE, "20-b.conflist": "bridge"},
    "list as single": {"10-a.conf": '{"name": "x", "plugins": []}', "20-b.json": SINGLE},
    "nothing": {},
    "other endings": {"10-a.conflist.bak": "bridge", "20-b.conflist": "bridge"},
    "not in ascii order": {"10-b.conflist": "bridge", "10-B.conflist": "portmap", "9.conflist": "bridge"},
}


def node_tree(path: Path, files: dict[str, str]) -> NodeTree:
    """A node with those files; what is no JSON is the type of a list's only plugin."""
    tree = NodeTree(path)
    (path / "etc/cni/net.d").mkdir(parents=True)
    tree.plugins("bridge", "portmap")
    for name, content in files.items():
        if content.startswith("{"):
            tree.put(f"/etc/cni/net.d/{name}", content)
        else:
            tree.conflist(name, content, network="podman")
    return tree


@pytest.mark.parametrize("runtime", ["containerd", "crio", "podman"])
@pytest.mark.parametrize("folder", FOLDERS)
def test_facts_come_to_what_the_profile_chooses(tmp_path: Path, folder: str, runtime: str) -> None:
    tree = node_tree(tmp_path, FOLDERS[folder])
    found = chosen(tree.node(runtime)).winner
    try:
        expected = PROFILES[runtime].choose(str(tmp_path / "etc/cni/net.d"), None, [str(tmp_path / "opt/cni/bin")])
    except ConfigError:
        assert found is None
    else:
        assert found is not None
        assert f"{tmp_path}{found.config.path}" == expected.network.source
        assert found.network is not None
        assert found.network.raw == expected.network.raw
        assert chosen(tree.node(runtime)).decisions[-1].decided == expected.decisions[-1].decided


def test_what_stops_containerd_is_named(tmp_path: Path) -> None:
    found = chosen(node_tree(tmp_path, FOLDERS["bad first"]).node("containerd"))
    assert found.stopped_by is not None
    assert found.stopped_by.name == "10-a.conflist"
    assert not relevant(node_tree(tmp_path / "again", FOLDERS["bad first"]).node("containerd"))


def test_file_with_a_missing_plugin_is_still_the_one_meant(tmp_path: Path) -> None:
    node = node_tree(tmp_path, FOLDERS["missing plugin first"]).node("crio")
    assert [each.name for each in relevant(node)] == ["10-a.conflist", "20-b.conflist"], "the other is what is used"


def test_networks_asked_for_by_name_all_matter(tmp_path: Path) -> None:
    assert len(relevant(node_tree(tmp_path, FOLDERS["two"]).node("libcni"))) == 2


def test_plugins_in_the_folder_of_the_name_are_links(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, {"10-a.conflist": "bridge"})
    tree.put("/etc/cni/net.d/podman/20-x.conf", '{"type": "tuning"}')
    (found,) = loaded(tree.node())
    assert found.network is not None
    assert [link.type for link in found.network.links] == ["bridge", "tuning"]
