"""Devices and addresses are what `ip` says they are."""

import pytest

from tests.support.kernel_look import look
from traces.model.snapshot import Peer

pytestmark = pytest.mark.sandbox

SETUP = """
mount -t tmpfs tmpfs /run
ip netns add other
ip link set lo up
ip link add br0 type bridge
ip link add veth0 mtu 1400 address 02:00:00:00:00:01 type veth peer name veth1
ip link set veth0 master br0 up
ip link set veth1 up promisc on
bridge link set dev veth0 hairpin on
ip link add near type veth peer name far netns other
ip link add link veth1 name sub0 type macvlan mode private
ip addr add 10.5.0.1/24 dev veth1
ip addr add 10.5.0.2/24 dev veth1
ip addr add 10.5.0.9 peer 10.6.0.1/32 dev veth1
ip addr add fd00::5/64 dev veth1 valid_lft 1000 preferred_lft 1000 nodad
"""


def test_devices_are_those_of_ip_link() -> None:
    seen = look(SETUP, ["ip -j -d link"])
    listed = [
        (link["ifindex"], link["ifname"], link["address"], link["mtu"], link["operstate"].lower(), link["flags"])
        for link in seen.json(0)
    ]
    assert [
        (link.index, link.name, link.mac, link.mtu, link.state, list(link.flags)) for link in seen.host.links
    ] == listed
    assert [link.kind for link in seen.host.links] == [
        link.get("linkinfo", {}).get("info_kind", "") for link in seen.json(0)
    ]
    assert seen.snapshot.unread == ()


def test_masters_and_modes_are_named() -> None:
    host = look(SETUP).host
    veth0, veth1, sub0 = (host.link(name) for name in ("veth0", "veth1", "sub0"))
    assert veth0 and veth1 and sub0
    assert (veth0.master, veth0.details) == ("br0", ("hairpin",))
    assert (sub0.kind, sub0.details) == ("macvlan", ("mode private",))
    assert sub0.peer == veth0.peer == Peer(index=veth1.index, side="host", name="veth1")
    assert "PROMISC" in veth1.flags


def test_the_other_end_is_named_where_it_is() -> None:
    unknown, known = look(SETUP).host.link("near"), look(SETUP, pod="/run/netns/other")
    near = known.host.link("near")
    assert unknown and unknown.peer and near and near.peer and known.snapshot.pod
    assert (unknown.peer.side, unknown.peer.name) == ("elsewhere", "")
    assert (near.peer.side, near.peer.name) == ("pod", "far")
    far = known.snapshot.pod.link("far")
    assert far and far.peer == Peer(index=near.index, side="host", name="near")


def test_addresses_are_those_of_ip_addr() -> None:
    seen = look(SETUP, ["ip -j addr show"])
    listed = {
        (link["ifname"], f"{item.get('local', item.get('address'))}/{item['prefixlen']}", item.get("address", ""))
        for link in seen.json(0)
        for item in link["addr_info"]
    }
    assert {(held.device, held.address, held.peer) for held in seen.host.addresses} == listed


def test_addresses_say_how_they_are() -> None:
    held = {address.address: address for address in look(SETUP).host.addresses}
    assert held["10.5.0.2/24"].flags == ("secondary",)
    assert held["fd00::5/64"].flags == ("nodad", "dynamic")
    assert [name for name, address in held.items() if address.by_kernel and not name.startswith("fe80")] == [
        "127.0.0.1/8",
        "::1/128",
    ]


def test_a_name_that_is_no_text_is_kept() -> None:
    seen = look("ip link add \"$(printf '\\377ab')\" type ifb")
    assert [link.name for link in seen.host.links] == ["lo", "\udcffab"]
