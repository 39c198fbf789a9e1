"""What a result says, held to what the kernel has."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.support.claimed import HOST, NETNS, POD, RESULT, SNAPSHOT, host, pod
from tests.support.needs import needs_plugins
from tests.support.sandbox_chain import CHAIN, PLUGINS, add
from tests.support.sandbox_chain import NETNS as RUN_NETNS
from tests.support.sandbox_place import fresh_sandbox, sh
from traces.cni.result_codec import decode
from traces.kernel.claims import claims
from traces.kernel.snapshot import Wanted, to_wire
from traces.model.result import Address, Interface, Result
from traces.model.snapshot import DeviceAddress, Peer, Snapshot, Unread
from traces.runner.sandbox import Sandbox
from traces.store.snapshot_codec import snapshot_of


def marked(snapshot: Snapshot, result: Result = RESULT) -> list[str]:
    """The rows that do not agree."""
    return [str(row) for row in claims(result, snapshot, NETNS) if not row.agrees]


def test_every_claim_has_a_row_that_agrees() -> None:
    rows = claims(RESULT, SNAPSHOT, NETNS)
    assert [(row.kind, row.subject, row.side, row.agrees) for row in rows] == [
        ("interface", "cni0", "host", True),
        ("mac", "cni0", "host", True),
        ("interface", "veth1", "host", True),
        ("mac", "veth1", "host", True),
        ("interface", "eth0", "pod", True),
        ("mac", "eth0", "pod", True),
        ("mtu", "eth0", "pod", True),
        ("peer", "eth0", "pod", True),
        ("bridge", "veth1", "host", True),
        ("address", "10.1.0.2/16", "pod", True),
        ("gateway", "10.1.0.1", "host", True),
        ("address", "fd00::2/64", "pod", True),
        ("gateway", "fd00::1", "host", True),
        ("route", "0.0.0.0/0", "pod", True),
        ("route", "10.96.0.0/12", "pod", True),
        ("route", "::/0", "pod", True),
    ]


@pytest.mark.parametrize(
    ("snapshot", "said"),
    [
        (
            pod(links=(replace(POD.links[0], mac="02:00:00:00:00:99"),)),
            "mac eth0 in the pod: 02:00:00:00:00:03: but the kernel has 02:00:00:00:00:99",
        ),
        (
            pod(links=(replace(POD.links[0], mtu=1500),)),
            "mtu eth0 in the pod: 1450: but the kernel has 1500",
        ),
        (
            pod(links=(replace(POD.links[0], peer=Peer(index=9, side="host", name="veth9")),)),
            "peer eth0 in the pod: veth1 on the host: but the kernel has veth9 on the host",
        ),
        (
            host(links=(HOST.links[0], replace(HOST.links[1], master=""))),
            "bridge veth1 on the host: in cni0: but the kernel has it in no bridge",
        ),
        (
            host(links=HOST.links[1:]),
            "interface cni0 on the host: it is on the host: but the kernel has no such interface",
        ),
        (
            pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.2/24"), *POD.addresses[1:])),
            "address 10.1.0.2/16 in the pod: on eth0: but the kernel has 10.1.0.2/24 on eth0",
        ),
        (
            pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.7/16"), *POD.addresses[1:])),
            "address 10.1.0.2/16 in the pod: on eth0: but the kernel has 10.1.0.7/16 on eth0",
        ),
        (
            pod(addresses=POD.addresses[1:]),
            "address 10.1.0.2/16 in the pod: on eth0: but the kernel has no such address on eth0",
        ),
        (
            host(addresses=HOST.addresses[1:]),
            "gateway 10.1.0.1 on the host: the pod's next hop: but the kernel has no interface of the host with it",
        ),
    ],
)
def test_a_broken_claim_marks_its_row_alone(snapshot: Snapshot, said: str) -> None:
    assert marked(snapshot) == [said]


def test_an_interface_on_the_other_side_is_named() -> None:
    snapshot = replace(host(links=(*HOST.links, *POD.links)), pod=replace(POD, links=()))
    assert marked(snapshot)[0] == "interface eth0 in the pod: it is in the pod: but the kernel has it on the host"


def test_what_was_not_read_is_not_called_wrong() -> None:
    unread = (Unread(side="pod", part="netns", reason="no such file or directory"),)
    rows = claims(RESULT, replace(SNAPSHOT, pod=None, unread=unread), NETNS)
    unknown = [row for row in rows if row.side == "pod"]
    assert {row.agrees for row in unknown} == {None}
    assert {row.kernel for row in unknown} == {"the pod was not read (netns: no such file or directory)"}


def test_another_netns_is_said_not_to_be_read() -> None:
    result = Result(cni_version="1.0.0", interfaces=(Interface(name="eth0", sandbox="/run/netns/other"),))
    assert marked(SNAPSHOT, result) == [
        "interface eth0 in another netns: it is in another netns: not known: it is in another netns, which was not read"
    ]


def test_an_old_result_claims_addresses_of_the_pod() -> None:
    flat = Result(cni_version="0.2.0", ips=(Address(address="10.1.0.2/16"), Address(address="10.1.0.8/16")))
    assert marked(SNAPSHOT, flat) == [
        "address 10.1.0.8/16 in the pod: it is in the pod: but the kernel has 10.1.0.2/16 on eth0"
    ]


def test_a_wrong_index_of_an_interface_is_marked() -> None:
    result = Result(cni_version="1.0.0", ips=(Address(address="10.1.0.2/16", interface=5),))
    assert marked(SNAPSHOT, result) == [
        "address 10.1.0.2/16 in the pod: on interface 5: but the kernel has no such interface: the result names 0"
    ]


@pytest.fixture(scope="module")
def chain() -> Iterator[tuple[Sandbox, dict[str, Any]]]:
    """A sandbox in which the whole chain was added, and its result."""
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as box:
        box.add_netns(RUN_NETNS)
        yield box, add(box, CHAIN)


def seen(box: Sandbox) -> Snapshot:
    """What the kernel has in the sandbox."""
    return snapshot_of(box.call("snapshot", "snapshot_wire", to_wire(Wanted(pod=RUN_NETNS))), "the sandbox")


@pytest.mark.sandbox
@needs_plugins
@pytest.mark.parametrize(
    ("harm", "repair", "kinds"),
    [
        ("true", "true", []),
        ("ip -n pod link set eth0 mtu 1400", "ip -n pod link set eth0 mtu 1500", []),
        ("ip addr del 10.22.0.1/16 dev cni0", "ip addr add 10.22.0.1/16 dev cni0", ["gateway"]),
        ("ip -n pod route del default", "ip -n pod route add default via 10.22.0.1", ["route"]),
        (
            "ip -n pod route replace default via 10.22.0.9",
            "ip -n pod route replace default via 10.22.0.1",
            ["route"],
        ),
        (
            "ip link set $(cd /sys/class/net; echo veth*) nomaster",
            "ip link set $(cd /sys/class/net; echo veth*) master cni0",
            ["bridge"],
        ),
    ],
)
def test_what_ip_breaks_in_a_real_chain_is_marked(
    chain: tuple[Sandbox, dict[str, Any]], harm: str, repair: str, kinds: list[str]
) -> None:
    box, answer = chain
    sh(box, harm)
    rows = claims(decode(json.dumps(answer).encode()), seen(box), RUN_NETNS)
    sh(box, repair)
    assert [row.kind for row in rows if not row.agrees] == kinds


@pytest.mark.sandbox
@needs_plugins
def test_another_mac_in_a_real_chain_is_marked(chain: tuple[Sandbox, dict[str, Any]]) -> None:
    box, answer = chain
    result = decode(json.dumps(answer).encode())
    mac = next(interface.mac for interface in result.interfaces if interface.name == "eth0")
    sh(box, "ip -n pod link set eth0 address 02:00:00:00:00:99")
    rows = claims(result, seen(box), RUN_NETNS)
    sh(box, f"ip -n pod link set eth0 address {mac}")
    assert [str(row) for row in rows if not row.agrees] == [
        f"mac eth0 in the pod: {mac}: but the kernel has 02:00:00:00:00:99"
    ]


@pytest.mark.sandbox
@needs_plugins
def test_another_address_in_a_real_chain_is_marked(chain: tuple[Sandbox, dict[str, Any]]) -> None:
    box, answer = chain
    result = decode(json.dumps(answer).encode())
    own, default = result.ips[0].address, "ip -n pod route replace default via 10.22.0.1"
    sh(box, f"ip -n pod addr del {own} dev eth0; ip -n pod addr add 10.22.0.77/16 dev eth0; {default}")
    rows = claims(result, seen(box), RUN_NETNS)
    sh(box, f"ip -n pod addr del 10.22.0.77/16 dev eth0; ip -n pod addr add {own} dev eth0; {default}")
    assert [str(row) for row in rows if not row.agrees] == [
        f"address {own} in the pod: on eth0: but the kernel has 10.22.0.77/16 on eth0"
    ]


@pytest.mark.sandbox
@needs_plugins
def test_another_peer_in_a_real_chain_is_marked(chain: tuple[Sandbox, dict[str, Any]]) -> None:
    box, answer = chain
    result = decode(json.dumps(answer).encode())
    veth = next(interface for interface in result.interfaces if interface.name.startswith("veth"))
    double = f"ip link add {veth.name} address {veth.mac} master cni0 up type veth peer name zz"
    sh(box, f"ip link set {veth.name} down; ip link set {veth.name} name other0; ip link set other0 up; {double}")
    rows = claims(result, seen(box), RUN_NETNS)
    sh(box, f"ip link del {veth.name}; ip link set other0 down; ip link set other0 name {veth.name} up")
    (row,) = (row for row in rows if not row.agrees)
    assert row.kind == "peer" and "other0" in row.kernel
