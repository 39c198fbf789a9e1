"""exec/noexec-mount."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.needs import needs_namespaces
from tests.support.node_trees import NodeTree, check, quotes
from traces.diagnosis.rules.exec_mode import RULE as MODE
from traces.diagnosis.rules.exec_noexec_mount import RULE

ROOT = Path(__file__).parents[4]
NOEXEC = "/dev/vda1 / ext4 rw 0 0\ntmpfs /opt tmpfs rw,nosuid,noexec 0 0\n"
TEXT = "fork/exec /opt/cni/bin/bridge: permission denied"
IN_NAMESPACE = """
import sys
from pathlib import Path
from traces.diagnosis.case import Case
from traces.diagnosis.collect.node import Collector, Places
from traces.diagnosis.collect.tree import DiskTree
from traces.diagnosis.rules.exec_noexec_mount import RULE
from traces.session.live_facts import live_commands
conf, plugins = sys.argv[1:]
places = Places(conf_dir=conf, plugin_dirs=(plugins,))
node = Collector(DiskTree(), places, live_commands((plugins,))[0]).node(0)
print([finding.kind for finding in RULE.check(Case(node=node))])
"""


def node_tree(path: Path) -> NodeTree:
    """A node with one plugin."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "bridge")
    tree.plugins("bridge")
    return tree


def test_mount_and_mode_stand_side_by_side(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.says("mounts", NOEXEC)
    (found,) = check(RULE, tree.node(), TEXT)
    assert (found.kind, found.link, found.is_proven) == ("exec/noexec-mount", 0, True)
    assert "rw,nosuid,noexec" in quotes(found)
    assert "mode 0755" in quotes(found)
    assert TEXT in quotes(found)


def test_whole_folder_is_one_finding_at_its_first_link(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.conflist("10-a.conflist", *"abcdef")
    tree.plugins(*"abcdef", "loopback")
    tree.says("mounts", NOEXEC)
    (found,) = check(RULE, tree.node("containerd"))
    assert found.link == 0
    assert found.cause.startswith("a (link 0), b (link 1), c (link 2), d (link 3) and 3 more can't")


def test_finding_goes_with_the_option(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.says("mounts", NOEXEC.replace(",noexec", ""))
    assert not check(RULE, tree.node())


def test_noexec_of_another_folder_is_no_matter(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.says("mounts", NOEXEC.replace("/opt", "/tmp"))
    assert not check(RULE, tree.node())


def test_mode_is_not_blamed_for_the_mount(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.says("mounts", NOEXEC)
    assert not check(MODE, tree.node(), TEXT)


@needs_namespaces
def test_real_noexec_mount_is_seen(tmp_path: Path) -> None:
    conf, plugins, program = tmp_path / "net.d", tmp_path / "bin", tmp_path / "look.py"
    plugins.mkdir()
    conf.mkdir()
    (conf / "10-a.conflist").write_text('{"cniVersion": "1.0.0", "name": "n", "plugins": [{"type": "bridge"}]}')
    program.write_text(IN_NAMESPACE)
    fill = f"printf '#!/bin/sh\\n' > {plugins}/bridge; chmod 755 {plugins}/bridge"
    look = f"{sys.executable} {program} {conf} {plugins}"
    lines = [f"mount -t tmpfs -o noexec own {plugins}", fill, look, f"mount -t tmpfs own {plugins}", fill, look]
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-ec", "\n".join(lines)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    assert done.stdout.splitlines() == ["['exec/noexec-mount']", "[]"]
