"""The script that collects a node, run for real against a tree, and the manifest that runs it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.cli import cnistep
from tests.support.node_state import cache_content, token
from tests.support.node_trees import NodeTree, elf
from traces.diagnosis.audit.audit import node_of
from traces.diagnosis.audit.collectors import collector_text
from traces.diagnosis.audit.source import Source, read_source
from traces.diagnosis.collect.node import Places
from traces.diagnosis.facts import Node

SECRET = "hunter2-of-the-cluster"
KUBECONFIG = "/etc/cni/net.d/calico-kubeconfig"
EXPIRES = 1_700_000_000
SHELLS = [["sh"], ["busybox", "sh"]]


@pytest.fixture
def tree(tmp_path: Path) -> NodeTree:
    """A node with a chain, plugins, a cached attachment, a reservation, and secrets."""
    made = NodeTree(tmp_path / "host")
    entry = {"type": "calico", "kubernetes": {"kubeconfig": KUBECONFIG, "k8s_auth_token": SECRET}}
    made.conflist("10-calico.conflist", entry, "portmap")
    made.plugins("calico", "portmap")
    made.put(KUBECONFIG, f"users:\n- user:\n    token: {token(EXPIRES)}\n    password: {SECRET}\n", 0o600)
    made.put("/var/lib/cni/results/demo-c1-eth0", cache_content("c1"))
    made.put("/var/lib/cni/networks/demo/192.0.2.2", "c1\r\neth0")
    return made


def _collected(tree: NodeTree, folder: Path, shell: list[str], *options: str) -> Source:
    script = folder / "collect.sh"
    script.write_text(collector_text("sh"))
    with (folder / "node.tar").open("wb") as out:
        command = [*shell, str(script), "-r", str(tree.root), *options]
        subprocess.run(
            command, check=True, stdout=out, timeout=50, env={"PATH": "/usr/bin:/bin", "NODE_NAME": "worker"}
        )
    return read_source(str(folder / "node.tar"))


def _node(source: Source) -> Node:
    return node_of(source, Places(runtime="containerd", plugin_dirs=()))


def test_what_starts_a_plugin_is_known_to_be_there(tree: NodeTree, tmp_path: Path) -> None:
    tree.put("/opt/cni/bin/dynamic", elf(loader="/lib64/ld-linux-x86-64.so.2"), 0o755)
    there = {file.name: file.loader_is_there for file in _node(_collected(tree, tmp_path, ["sh"])).plugins}
    assert there == {"calico": True, "portmap": True, "dynamic": False}
    tree.put("/lib64/ld-linux-x86-64.so.2", "loader", 0o755)
    there = {file.name: file.loader_is_there for file in _node(_collected(tree, tmp_path, ["sh"])).plugins}
    assert there["dynamic"]


@pytest.mark.parametrize("shell", SHELLS, ids=["sh", "busybox"])
def test_the_script_collects_a_node(tree: NodeTree, tmp_path: Path, shell: list[str]) -> None:
    if shutil.which(shell[0]) is None:
        pytest.skip(f"needs {shell[0]}")
    source = _collected(tree, tmp_path, shell)
    node = _node(source)
    assert (source.name, node.plugin_dirs) == ("worker", ("/opt/cni/bin",))
    assert [file.path for file in node.configs] == ["/etc/cni/net.d/10-calico.conflist"]
    assert {file.name: (file.mode, file.kind, len(file.sha256)) for file in node.plugins} == {
        "calico": (0o755, "script", 64),
        "portmap": (0o755, "script", 64),
    }
    assert [file.path for file in node.cache] == ["/var/lib/cni/results/demo-c1-eth0"]
    assert [file.content for file in node.reservations] == [b"c1\r\neth0"]
    assert node.now > EXPIRES and node.machine


def test_no_secret_is_collected(tree: NodeTree, tmp_path: Path) -> None:
    _collected(tree, tmp_path, ["sh"])
    raw = (tmp_path / "node.tar").read_bytes()
    assert SECRET.encode() not in raw and b"c2lnbmF0dXJl" not in raw and token(EXPIRES).encode() not in raw


def test_the_end_of_a_token_is_known_and_nothing_else_of_it(tree: NodeTree, tmp_path: Path) -> None:
    _collected(tree, tmp_path, ["sh"])
    ran = cnistep("audit", tmp_path / "node.tar", "--json")
    (expired,) = (each for each in ran.document["findings"] if each["kind"] == "daemon/credential-expired")
    assert "exp 2023-11-14T22:13:20Z" in str(expired["evidence"]) and ran.code == 1


def test_nothing_is_executed_and_nothing_written(tree: NodeTree, tmp_path: Path) -> None:
    tree.put("/opt/cni/bin/calico", f"#!/bin/sh\ntouch {tmp_path}/was-run\n", 0o755)
    before = sorted((path, path.stat().st_mtime_ns) for path in tree.root.rglob("*"))
    _collected(tree, tmp_path, ["sh"])
    assert sorted((path, path.stat().st_mtime_ns) for path in tree.root.rglob("*")) == before
    assert not (tmp_path / "was-run").exists()


def test_the_manifest_has_the_whole_script(tmp_path: Path) -> None:
    ran = cnistep("audit", "--collector", "yaml")
    config_map, workload = ran.stdout.split("---\n", 1)
    script = config_map.partition("  collect.sh: |\n")[2]
    assert "".join(line[4:] or line for line in script.splitlines(keepends=True)) == collector_text("sh")
    assert "kind: DaemonSet" in workload and "readOnly: true" in workload
    assert cnistep("audit", "--collector", "sh").stdout == collector_text("sh")
