"""What this machine says of itself."""

import os
import socket
from pathlib import Path

import pytest

from tests.support.cli import plugin
from tests.support.needs import needs_root
from traces.diagnosis.collect.commands import crictl_pods
from traces.diagnosis.collect.tree import NSFS
from traces.diagnosis.facts import NetnsFile, Node
from traces.session.live_facts import listening, live_commands, with_kernel

PODS = '{"items": [{"id": "abc", "state": "SANDBOX_READY"}]}'


def test_machine_and_mounts_are_said() -> None:
    commands, _ = live_commands(())
    assert commands.line("uname-m") == os.uname().machine
    assert " / " in (commands.text("mounts") or "")


def test_runtime_that_answers_names_its_pods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin(tmp_path / "bin", "crictl", f"[ \"$*\" = 'pods -o json' ] && echo '{PODS}'")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    commands, unknown = live_commands(())
    pods = crictl_pods(commands.json("crictl-pods.json"))
    assert pods is not None
    assert pods[0].id == "abc"
    assert not unknown


def test_runtime_that_fails_leaves_containers_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin(tmp_path / "bin", "crictl", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    commands, unknown = live_commands(())
    assert commands.text("crictl-pods.json") is None
    assert unknown == ("containers (neither crictl nor ctr answered)",)


@needs_root
def test_host_network_is_the_kernels() -> None:
    node, _ = with_kernel(Node())
    assert node.host is not None
    assert node.host.link("lo")


@needs_root
def test_namespace_that_can_not_be_entered_has_no_addresses(tmp_path: Path) -> None:
    node, _ = with_kernel(Node(netns=(NetnsFile(path=str(tmp_path / "x"), magic=NSFS),)))
    assert node.netns is not None
    assert node.netns[0].addresses == ()


def test_only_sockets_with_somebody_behind_them_listen(tmp_path: Path) -> None:
    path, other = str(tmp_path / "a.sock"), str(tmp_path / "b.sock")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        assert listening((path, other, "/etc/hosts")) == {path: True, other: False}
