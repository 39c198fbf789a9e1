"""What commands said."""

import json
from typing import Any

import pytest

from traces.diagnosis.collect.commands import (
    Commands,
    crictl_pods,
    ctr_containers,
    host_network,
    labels,
    mount_options,
    netns_files,
    sums,
)
from traces.diagnosis.collect.tree import HeldTree

MOUNTS = """/dev/vda1 / ext4 rw,relatime 0 0
tmpfs /opt tmpfs rw,noexec 0 0
tmpfs /optional tmpfs ro 0 0
tmpfs /my\\040disk tmpfs rw,nodev 0 0
tmpfs /opt tmpfs rw 0 0
"""


def test_output_that_was_not_collected_is_unknown() -> None:
    commands = Commands(HeldTree({"/commands/name": b" n1 \nmore", "/commands/bad.json": b"{"}))
    assert (commands.line("name"), commands.text("x"), commands.json("bad.json"), commands.line("x")) == (
        "n1",
        None,
        None,
        "",
    )


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("/opt/cni/bin/bridge", ("rw",)),
        ("/optional/x", ("ro",)),
        ("/my disk/x", ("rw", "nodev")),
        ("/usr/lib/cni/x", ("rw", "relatime")),
    ],
)
def test_innermost_and_newest_mount_counts(path: str, options: tuple[str, ...]) -> None:
    assert mount_options(MOUNTS, path) == options


def test_labels_of_both_forms_of_ls_are_read() -> None:
    text = "u:r:usr_t:s0 /opt/cni/bin\n-rwxr-xr-x. 1 root root u:r:bin_t:s0 9 /opt/cni/bin/a\n? /b\n"
    assert labels(text) == {"/opt/cni/bin": "u:r:usr_t:s0", "/opt/cni/bin/a": "u:r:bin_t:s0"}


def test_sums_are_by_path() -> None:
    assert sums("aa  /opt/a\nbb */opt/b c\n\n") == {"/opt/a": "aa", "/opt/b c": "bb"}


def test_host_network_is_read_from_ip() -> None:
    row = {
        "ifindex": 3,
        "ifname": "cni0",
        "mtu": 1450,
        "operstate": "UP",
        "linkinfo": {"info_kind": "bridge"},
        "addr_info": [{"local": "10.0.0.1", "prefixlen": 24}, "odd"],
    }
    host = host_network([row, {"no": "name"}, 7, {"ifname": "x", "mtu": "many"}])
    assert host is not None
    assert (host.links[0].kind, host.links[0].mtu, host.links[0].state) == ("bridge", 1450, "up")
    assert host.links[1].mtu == 0
    assert host.addresses[0].address == "10.0.0.1/24"
    assert host_network(None) is None


def test_pods_of_crictl_are_read() -> None:
    item = {"id": "a", "metadata": {"name": "web", "namespace": "shop"}, "state": "SANDBOX_READY"}
    pods = crictl_pods({"items": [item, {"id": "b", "state": "SANDBOX_NOTREADY"}, {"no": "id"}]})
    assert pods is not None
    assert [(pod.id, pod.pod, pod.namespace, pod.is_alive) for pod in pods] == [
        ("a", "web", "shop", True),
        ("b", "", "", False),
    ]
    assert crictl_pods({"items": 7}) is None


def test_tasks_of_ctr_have_their_states() -> None:
    listed = ctr_containers("TASK    PID    STATUS\na    12    RUNNING\nb    0    STOPPED\n")
    assert [(each.id, each.is_alive) for each in listed] == [("a", True), ("b", False)]
    assert [each.id for each in ctr_containers("a\nb\n")] == ["a", "b"]


@pytest.mark.parametrize(("document", "magic"), [("0x6e736673", 0x6E736673), (1, 1), (None, None), ("odd", None)])
def test_namespaces_are_read_as_they_are_named(document: Any, magic: int | None) -> None:
    told = json.loads(json.dumps([{"path": "/run/netns/a", "magic": document, "addresses": ["10.0.0.2/24"]}, 3]))
    found = netns_files(told)
    assert found is not None
    assert [(each.path, each.magic, each.addresses) for each in found] == [("/run/netns/a", magic, ("10.0.0.2/24",))]
    assert netns_files({}) is None
