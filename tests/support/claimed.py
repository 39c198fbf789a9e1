"""A result of bridge with everything that it claims, and a snapshot in which all of it is so."""

from dataclasses import replace
from typing import Any

from traces.model.result import Address, Interface, Result, Route
from traces.model.snapshot import Device, DeviceAddress, Namespace, Peer, RouteEntry, Snapshot

NETNS = "/var/run/netns/pod"
RESULT = Result(
    cni_version="1.0.0",
    interfaces=(
        Interface(name="cni0", mac="02:00:00:00:00:01"),
        Interface(name="veth1", mac="02:00:00:00:00:02"),
        Interface(name="eth0", mac="02:00:00:00:00:03", mtu=1450, sandbox=NETNS),
    ),
    ips=(
        Address(address="10.1.0.2/16", gateway="10.1.0.1", interface=2),
        Address(address="fd00::2/64", gateway="fd00::1", interface=2),
    ),
    routes=(Route(dst="0.0.0.0/0"), Route(dst="10.96.0.0/12", gw="10.1.0.9", mtu=1300, priority=7), Route(dst="::/0")),
)
POD = Namespace(
    netns="/run/netns/pod",
    links=(
        Device(
            index=2,
            name="eth0",
            kind="veth",
            mac="02:00:00:00:00:03",
            mtu=1450,
            state="up",
            peer=Peer(index=4, side="host", name="veth1"),
        ),
    ),
    addresses=(
        DeviceAddress(device="eth0", address="10.1.0.2/16"),
        DeviceAddress(device="eth0", address="fd00::2/64"),
        DeviceAddress(device="eth0", address="fe80::3/64", scope="link", by_kernel=True),
    ),
    routes=(
        RouteEntry(family=4, dst="0.0.0.0/0", gateway="10.1.0.1", device="eth0"),
        RouteEntry(family=4, dst="10.96.0.0/12", gateway="10.1.0.9", device="eth0", mtu=1300, metric=7),
        RouteEntry(family=6, dst="::/0", gateway="fd00::1", device="eth0", metric=1024),
    ),
)
HOST = Namespace(
    links=(
        Device(index=3, name="cni0", kind="bridge", mac="02:00:00:00:00:01", mtu=1500, state="up"),
        Device(
            index=4,
            name="veth1",
            kind="veth",
            mac="02:00:00:00:00:02",
            mtu=1500,
            state="up",
            master="cni0",
            peer=Peer(index=2, side="pod", name="eth0"),
        ),
    ),
    addresses=(
        DeviceAddress(device="cni0", address="10.1.0.1/16"),
        DeviceAddress(device="cni0", address="fd00::1/64"),
    ),
)
SNAPSHOT = Snapshot(pod=POD, host=HOST)


def pod(**fields: Any) -> Snapshot:
    """The snapshot with another pod."""
    return replace(SNAPSHOT, pod=replace(POD, **fields))


def host(**fields: Any) -> Snapshot:
    """The snapshot with another host."""
    return replace(SNAPSHOT, host=replace(HOST, **fields))
