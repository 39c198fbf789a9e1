"""A node examined."""

import os
from pathlib import Path

import pytest

from tests.support.cli import plugin
from tests.support.node_trees import NodeTree
from traces.diagnosis.collect.node import Places
from traces.session.doctor import examine, likely_places, likely_runtime

ANSWERS = """case "$CNI_COMMAND" in
VERSION) echo '{"cniVersion": "1.1.0", "supportedVersions": ["1.0.0", "1.1.0"]}' ;;
STATUS) echo '{"cniVersion": "1.1.0", "code": 50, "msg": "agent not reachable"}'; exit 1 ;;
*) touch "$0.ran" ;;
esac"""


def places(path: Path, version: str = "1.1.0") -> Places:
    """A folder each for configuration, plugins and cache, with one chain in them."""
    conf = NodeTree(path).conflist("10-a.conflist", "main", cniVersion=version).parent
    plugin(path / "bin", "main", ANSWERS)
    return Places(conf_dir=str(conf), plugin_dirs=(str(path / "bin"),), cache_dir=str(path / "cache"), runtime="crio")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Traces are kept where nobody else keeps some."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))


def test_plugins_are_asked_for_nothing_but_version(tmp_path: Path) -> None:
    found = examine("/", places(tmp_path))
    assert found.asked == ("main",)
    assert found.node.plugins[0].versions == ("1.0.0", "1.1.0")
    assert not (tmp_path / "bin/main.ran").exists()
    assert not found.status_asked
    assert "STATUS (asked with --ask-status)" in found.not_looked_at


def test_status_is_asked_where_that_is_wished(tmp_path: Path) -> None:
    found = examine("/", places(tmp_path), ask_status=True)
    assert found.status_asked == ("demo",)
    assert any("agent not reachable" in each.quote for finding in found.findings for each in finding.evidence)


def test_version_without_status_is_not_asked(tmp_path: Path) -> None:
    assert not examine("/", places(tmp_path, "1.0.0"), ask_status=True).status_asked


def test_nothing_of_another_root_is_executed(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "main")
    tree.plugins("main", content=f"#!/bin/sh\ntouch {tmp_path}/ran\n".encode())
    found = examine(str(tmp_path), Places(runtime="crio"))
    assert not found.asked
    assert found.node.plugins[0].versions is None
    assert not (tmp_path / "ran").exists()
    assert not found.findings


def test_collection_is_read_with_what_its_commands_said(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "main")
    tree.plugins("main")
    tree.says("versions.json", '{"main": ["0.4.0"]}')
    tree.says("date", "1700000000")
    found = examine(str(tmp_path), Places(runtime="crio"))
    assert found.node.now == 1_700_000_000
    assert [finding.kind for finding in found.findings] == ["version/unsupported"]


@pytest.mark.parametrize(
    ("file", "runtime"),
    [
        ("/etc/containerd/config.toml", "containerd"),
        ("/etc/crio/crio.conf.d/10.conf", "crio"),
        ("/etc/hosts", "libcni"),
    ],
)
def test_runtime_is_known_by_what_it_has(tmp_path: Path, file: str, runtime: str) -> None:
    NodeTree(tmp_path).put(file, "")
    assert likely_runtime(str(tmp_path)) == runtime


def test_folders_are_those_of_the_runtimes_configuration(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    cni = 'bin_dir = "/my/bin"\nconf_dir = "/my/net.d"\n'
    tree.put("/etc/containerd/config.toml", f'version = 2\n[plugins."io.containerd.grpc.v1.cri".cni]\n{cni}')
    tree.put("/etc/crio/crio.conf", '[crio.network]\nplugin_dirs = ["/crio/bin"]\n')
    found = likely_places(str(tmp_path), "containerd")
    assert (found.conf_dir, found.plugin_dirs) == ("/my/net.d", ("/my/bin",))
    assert likely_places(str(tmp_path), "crio").plugin_dirs == ("/crio/bin",)
    assert likely_places(str(tmp_path / "nothing"), "crio").plugin_dirs == ("/opt/cni/bin",)


def test_folders_that_multus_names_are_beside_the_runtime_s(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    multus = '{"cniVersion": "0.3.1", "name": "m", "type": "multus-shim", "binDir": "/var/lib/cni/bin"}'
    tree.put("/etc/cni/net.d/00-multus.conf", multus)
    tree.plugins("multus-shim", "loopback")
    found = likely_places(str(tmp_path), "containerd")
    assert found.plugin_dirs == ("/opt/cni/bin", "/var/lib/cni/bin")
    assert not examine(str(tmp_path), found).findings


def test_a_pipe_among_the_files_does_not_hold_it_up(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "main")
    tree.plugins("main", "loopback")
    os.mkfifo(tmp_path / "etc/cni/net.d/20-b.conf")
    os.mkfifo(tmp_path / "opt/cni/bin/pipe")
    found = examine(str(tmp_path), likely_places(str(tmp_path), "containerd"))
    assert "/etc/cni/net.d/20-b.conf: no ordinary file, or not to be looked at" in found.not_looked_at
