import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.needs import needs_compiler
from tests.support.node_rig import NodeRig
from traces.errors import InputError
from traces.shim.node import Node, Spot
from traces.shim.node_folders import find_plugins

pytestmark = needs_compiler


@pytest.fixture
def rig(tmp_path: Path, recorder_image: bytes) -> NodeRig:
    """A plugin folder with one plugin."""
    rig = NodeRig(tmp_path / "node", recorder_image).set_up()
    rig.put("bridge", "one")
    return rig


def untouched(rig: NodeRig, *plugins: str) -> dict[str, str]:
    return {spot.name: spot.untouched for spot in rig.folder(*plugins).spots}


def test_what_is_no_plugin_is_left_alone(rig: NodeRig) -> None:
    rig.put("README.md", "text", mode=0o644)
    rig.put("aws-cni-support.sh", "support")
    rig.put("install", "installer")
    rig.put("bridge.tmp", "half")
    rig.put(".bridge.new", "half")
    rig.put("foreign", "x").write_bytes(b"MZ no format that the kernel knows")
    (rig.bin / "folder").mkdir()
    os.mkfifo(rig.bin / "pipe", 0o755)
    assert untouched(rig) == {
        "README.md": "not executable",
        "aws-cni-support.sh": "no plugin by its name",
        "bridge": "",
        "bridge.tmp": "no plugin by its name",
        "foreign": "the kernel cannot start it",
        "install": "Calico's installer, no plugin",
        "pipe": "no file",
    }


def test_named_one_is_taken_whatever_its_name(rig: NodeRig) -> None:
    rig.put("install", "installer")
    assert untouched(rig, "install") == {"install": ""}


def test_links_to_one_file_are_one_place(rig: NodeRig, actor: Path) -> None:
    (rig.top / "store").mkdir()
    (rig.top / "store" / "cni").write_bytes(actor.read_bytes())
    (rig.top / "store" / "cni").chmod(0o755)
    for name in ("flannel", "ptp"):
        (rig.bin / name).symlink_to("../store/cni")
    (rig.bin / "dangling").symlink_to("nowhere")
    folders = {folder.path: folder for folder in rig.folders()}
    links = (f"{rig.bin}/flannel", f"{rig.bin}/ptp")
    assert folders[f"{rig.top}/store"].spots == (Spot(folder=f"{rig.top}/store", name="cni", links=links),)
    assert folders[f"{rig.top}/store"].source == f"links in {rig.bin}"
    assert {spot.name: spot.untouched for spot in folders[f"{rig.bin}"].spots} == {
        "bridge": "",
        "nowhere": "a link to nothing",
    }


def test_script_under_another_name_is_left_alone(rig: NodeRig) -> None:
    (rig.bin / "ptp").symlink_to("bridge")
    assert "would not see" in untouched(rig)["bridge"]


def test_folder_under_two_names_is_one(rig: NodeRig, tmp_path: Path) -> None:
    (tmp_path / "other").symlink_to(rig.bin)
    found = find_plugins(rig.node, (), [str(tmp_path / "other"), str(rig.bin)])
    assert [folder.path for folder in found.folders] == [str(rig.bin)]


def test_unknown_plugin_is_refused(rig: NodeRig) -> None:
    with pytest.raises(InputError, match=f"bridg: no such plugin in {rig.bin}"):
        rig.folders("bridg")


@pytest.mark.parametrize(("name", "why"), [("absent", "No such file"), ("bridge", "it is a file")])
def test_folder_that_is_none_is_refused(rig: NodeRig, name: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        find_plugins(rig.node, (), [str(rig.bin / name)])


def test_empty_node_says_where_it_was_looked(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="looked for /opt/cni/bin, /usr/lib/cni, /usr/libexec/cni; name it with"):
        find_plugins(Node(root=str(tmp_path)))


def test_node_mounted_elsewhere_has_its_own_paths(rig: NodeRig, tmp_path: Path) -> None:
    root = tmp_path / "host"
    (root / "etc/containerd").mkdir(parents=True)
    (root / "etc/containerd/config.toml").write_text('[plugins.cri.cni]\nbin_dir = "/var/bin"\n')
    (root / "opt/cni").mkdir(parents=True)
    (root / "data").mkdir()
    (root / "opt/cni/bin").symlink_to("/data")
    (root / "data/ptp").write_bytes(rig.image)
    (root / "data/ptp").chmod(0o755)
    (root / "usr/libexec").mkdir(parents=True)
    (root / "usr/libexec/cni").symlink_to("/data")
    found = find_plugins(Node(root=str(root)))
    (folder,) = found.folders
    assert (folder.path, folder.source) == ("/data", "a usual place")
    assert folder.spots == (Spot(folder="/data", name="ptp"),)


def test_configured_folder_comes_with_its_source(rig: NodeRig, tmp_path: Path) -> None:
    root = tmp_path / "host"
    (root / "etc/crio").mkdir(parents=True)
    (root / "etc/crio/crio.conf").write_text('[crio.network]\nplugin_dirs = ["/bin"]\n')
    (root / "bin").mkdir()
    (root / "bin/ptp").write_bytes(rig.image)
    (folder,) = find_plugins(Node(root=str(root))).folders
    assert folder.source == "CRI-O: /etc/crio/crio.conf, crio.network.plugin_dirs"


def test_what_was_wrapped_is_found_again(rig: NodeRig, tmp_path: Path) -> None:
    """The runtime's configuration names another folder since."""
    rig.install()
    root = replace(rig.node, root="/")
    found = find_plugins(root, ("bridge",), wrapped_too=True)
    assert f"{rig.bin}" in [folder.path for folder in found.folders]
    rig.uninstall()
    (tmp_path / "empty").mkdir()
    assert not Path(rig.node.ledger).exists()


def test_removed_plugin_is_still_found(rig: NodeRig) -> None:
    rig.install()
    (rig.bin / "bridge").unlink()
    assert untouched(rig) == {"bridge": ""}
