"""``cnistep node`` on a node whose file tree is mounted elsewhere: a folder with a plugin folder in it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.cli import Ran, cnistep
from tests.support.needs import needs_compiler, needs_root
from tests.support.node_rig import everything
from tests.support.shim_rig import compiled, in_mounts

pytestmark = [needs_compiler, needs_root]
SOURCE = """#include <stdio.h>
int main(int count, char **names) { (void)count; return puts(names[0]) < 0; }
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static plugin: it needs nothing of the node's tree."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "plugin.c").write_text(SOURCE)
    return compiled(folder / "plugin", folder / "plugin.c")


@pytest.fixture
def root(tmp_path: Path, program: Path) -> Path:
    """A node with two plugins, and a file that is none."""
    plugins = tmp_path / "host" / "opt" / "cni" / "bin"
    plugins.mkdir(parents=True)
    for name in ("bridge", "loopback"):
        (plugins / name).write_bytes(program.read_bytes())
        (plugins / name).chmod(0o755)
    (plugins / "LICENSE").write_text("text")
    return tmp_path / "host"


def plugin_dir(root: Path) -> Path:
    return root / "opt/cni/bin"


def node(root: Path, verb: str, *more: str) -> Ran:
    return cnistep("node", verb, "--root", root, *more)


def call(root: Path, name: str) -> str:
    """What a runtime on the node is answered."""
    command = [shutil.which("chroot") or "chroot", str(root), f"/opt/cni/bin/{name}"]
    done = subprocess.run(command, env={"CNI_COMMAND": "ADD"}, capture_output=True, check=True)
    return done.stdout.decode()


def test_a_plugin_is_wrapped_called_and_put_back(root: Path) -> None:
    before = everything(plugin_dir(root))
    assert node(root, "status").code == 1
    installed = node(root, "install", "--yes")
    assert (installed.code, installed.stdout) == (0, "/opt/cni/bin\n  wrapped     bridge loopback\n")
    assert call(root, "bridge") == "/opt/cni/bin/bridge\n"
    status = node(root, "status", "--plain")
    assert (status.code, status.stdout.splitlines()[0]) == (
        0,
        "/opt/cni/bin/LICENSE: plain, not wrapped: not executable",
    )
    assert "bridge: wrapped, 1, 2" in status.stdout
    assert "recording is on (1 record in /run/cnistep/spool)" in status.stdout
    removed = node(root, "uninstall", "--yes")
    assert (removed.code, removed.stdout) == (0, "/opt/cni/bin\n  restored    bridge loopback\n")
    assert "1 record stays in /run/cnistep/spool" in removed.stderr
    assert everything(plugin_dir(root)) == before


def test_it_is_said_what_will_be_done(root: Path) -> None:
    said = " ".join(node(root, "install", "--yes").stderr.split())
    assert "/opt/cni/bin (a usual place) wraps bridge loopback leaves LICENSE (not executable)" in said
    assert "records to /run/cnistep/spool, for root alone: at most 4096, and 128 MiB" in said
    assert "puts back bridge loopback" in " ".join(node(root, "uninstall", "--yes").stderr.split())


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_without_a_terminal_it_needs_a_yes(root: Path, verb: str) -> None:
    if verb == "uninstall":
        node(root, "install", "--yes")
    before = everything(root)
    ran = node(root, verb)
    assert (ran.code, ran.stdout) == (2, "")
    assert "say --yes" in ran.stderr
    assert everything(root) == before


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_only_root_may_change_a_node(root: Path, verb: str) -> None:
    with patch("os.geteuid", return_value=1000):
        ran = node(root, verb, "--yes")
    assert (ran.code, ran.stderr) == (
        3,
        f"cnistep: node {verb}: only root can change a node's plugin folders; use sudo\n",
    )


def test_second_install_asks_nothing(root: Path) -> None:
    node(root, "install", "--yes")
    again = node(root, "install")
    assert (again.code, again.stdout) == (0, "/opt/cni/bin\n  kept        bridge loopback\n")


def test_install_makes_the_spool_again_after_a_reboot(root: Path) -> None:
    node(root, "install", "--yes")
    (root / "run/cnistep/spool").rmdir()
    assert "recording is off: the spool /run/cnistep/spool is not there" in node(root, "status").stdout
    node(root, "install")
    assert "recording is on" in node(root, "status").stdout


def test_limits_of_the_spool_reach_the_recorders(root: Path) -> None:
    ran = node(root, "install", "--yes", "--keep", "7", "--keep-mib", "3", "--spool", "/var/spool/x")
    assert "at most 7, and 3 MiB" in ran.stderr
    call(root, "bridge")
    assert len(os.listdir(root / "var/spool/x")) == 1
    assert "1 record in /var/spool/x" in node(root, "status").stdout


def test_purge_removes_the_records(root: Path) -> None:
    node(root, "install", "--yes")
    call(root, "bridge")
    node(root, "uninstall", "--yes", "--purge")
    assert not (root / "run/cnistep/spool").exists()


def test_purge_removes_records_that_were_left(root: Path) -> None:
    node(root, "install", "--yes")
    node(root, "uninstall", "--yes")
    assert "nothing is recorded: no plugin is wrapped" in node(root, "status").stdout
    ran = node(root, "uninstall", "--yes", "--purge")
    assert "removes the records in /run/cnistep/spool" in ran.stderr
    assert not (root / "run/cnistep/spool").exists()


def test_status_judges_the_named_plugins_only(root: Path) -> None:
    node(root, "install", "bridge", "--yes")
    assert (node(root, "status", "bridge").code, node(root, "status").code) == (0, 1)


def test_status_is_one_document(root: Path) -> None:
    node(root, "install", "--yes")
    call(root, "bridge")
    document = json.loads(node(root, "status", "--json").stdout)
    (folder,) = document["folders"]
    bridge = next(plugin for plugin in folder["plugins"] if plugin["name"] == "bridge")
    assert (document["schema_version"], folder["path"], bridge["state"], bridge["records"]) == (
        1,
        "/opt/cni/bin",
        "wrapped",
        1,
    )
    assert len(bridge["plugin_sha256"]) == 64
    assert document["spools"][0]["recording"]


def test_install_and_uninstall_have_documents_too(root: Path) -> None:
    (folder,) = node(root, "install", "--yes", "--json").document["folders"]
    assert [(plugin["before"], plugin["after"]) for plugin in folder["plugins"]] == [("plain", "wrapped")] * 2
    (folder,) = node(root, "uninstall", "--yes", "--json").document["folders"]
    assert [plugin["did"] for plugin in folder["plugins"]] == ["nothing", "restored", "restored"]


def test_replaced_plugin_is_told_and_wrapped_again(root: Path, program: Path) -> None:
    node(root, "install", "--yes")
    (root / "new").write_bytes(program.read_bytes())
    (root / "new").chmod(0o755)
    (root / "new").replace(plugin_dir(root) / "bridge")
    status = node(root, "status", "bridge")
    assert status.code == 1
    assert "its owner has replaced it since" in status.stdout
    again = node(root, "install", "--yes")
    assert "wraps again bridge" in " ".join(again.stderr.split())
    assert node(root, "status").code == 0


def test_named_plugin_that_cannot_be_wrapped_is_a_failure(root: Path) -> None:
    ran = node(root, "install", "bridge", "LICENSE", "--yes")
    assert ran.code == 1
    assert "left as they are: /opt/cni/bin/LICENSE: not executable" in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("bridg",), "bridg: no such plugin in /opt/cni/bin"),
        (("LICENSE",), "there is no plugin to wrap: /opt/cni/bin/LICENSE: not executable"),
        (("--plugins-dir", "/x"), "/x: no plugin folder: No such file or directory"),
        (("--spool", "x"), "--spool x: expected an absolute path"),
    ],
)
def test_wrong_arguments_are_refused(root: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = node(root, "install", "--yes", *arguments)
    assert (ran.code, ran.stderr) == (2, f"cnistep: {said}\n")


def test_node_that_is_not_there_is_refused(tmp_path: Path) -> None:
    ran = node(tmp_path / "absent", "status")
    assert ran.code == 2
    assert "no such folder; expected a node's file tree, such as /host" in ran.stderr


def test_read_only_node_is_refused_in_a_line(root: Path) -> None:
    folder = plugin_dir(root)
    script = f'mount --bind "{folder}" "{folder}"; mount -o remount,bind,ro "{folder}"'
    verb = ("-m", "app", "node", "install", "--root", root, "--yes")
    command = in_mounts(script, sys.executable, *verb)
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    last = ran.stderr.splitlines()[-1]
    assert (ran.returncode, last) == (
        3,
        "cnistep: /opt/cni/bin: nothing can be changed there: Read-only file system",
    )


def test_interpreters_of_the_node_are_taken_for_granted(root: Path) -> None:
    (plugin_dir(root) / "scripted").write_text("#!/bin/not-mounted-here\n")
    (plugin_dir(root) / "scripted").chmod(0o755)
    before = everything(plugin_dir(root))
    assert node(root, "install", "--yes").code == 0
    assert node(root, "status", "scripted").code == 0
    node(root, "uninstall", "--yes")
    assert everything(plugin_dir(root)) == before
