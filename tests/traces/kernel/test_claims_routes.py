"""Routes and gateways of a result, held to the kernel's."""

from dataclasses import replace

import pytest

from tests.support.claimed import HOST, NETNS, POD, RESULT, SNAPSHOT, host, pod
from traces.kernel.claims import claims
from traces.model.result import Route
from traces.model.snapshot import Device, Peer, RouteEntry, Snapshot

DEFAULT, SERVICE, DEFAULT6 = POD.routes


def marked(snapshot: Snapshot, *routes: Route) -> list[str]:
    """The rows that do not agree."""
    result = replace(RESULT, routes=routes or RESULT.routes)
    return [str(row) for row in claims(result, snapshot, NETNS) if not row.agrees]


@pytest.mark.parametrize(
    ("routes", "said"),
    [
        (
            (SERVICE, DEFAULT6),
            "0.0.0.0/0 in the pod: via 10.1.0.1, the first gateway: but the kernel has no such route",
        ),
        (
            (replace(DEFAULT, gateway="10.1.0.7"), SERVICE, DEFAULT6),
            "0.0.0.0/0 in the pod: via 10.1.0.1, the first gateway: but the kernel has via 10.1.0.7 dev eth0",
        ),
        (
            (DEFAULT, replace(SERVICE, mtu=1400), DEFAULT6),
            "10.96.0.0/12 in the pod: via 10.1.0.9 metric 7 mtu 1300: "
            "but the kernel has via 10.1.0.9 dev eth0 metric 7 mtu 1400",
        ),
        (
            (DEFAULT, replace(SERVICE, table=100), DEFAULT6),
            "10.96.0.0/12 in the pod: via 10.1.0.9 metric 7 mtu 1300: but the kernel has it in table 100",
        ),
    ],
)
def test_a_broken_route_marks_its_row_alone(routes: tuple[RouteEntry, ...], said: str) -> None:
    assert marked(pod(routes=routes)) == [f"route {said}"]


def test_a_route_without_next_hop_does_not_contradict() -> None:
    assert marked(pod(routes=(replace(DEFAULT, gateway=""), SERVICE, DEFAULT6))) == []


def test_a_route_of_another_table_is_looked_for_there() -> None:
    claimed = Route(dst="10.3.0.0/16", gw="10.1.0.1", table=100, scope=0, advmss=1200)
    there = RouteEntry(family=4, dst="10.3.0.0/16", gateway="10.1.0.1", device="eth0", table=100, advmss=1200)
    assert marked(pod(routes=(there,)), claimed) == []
    assert marked(pod(routes=(replace(there, scope="link"),)), claimed) == [
        "route 10.3.0.0/16 in the pod: via 10.1.0.1 table 100 advmss 1200 scope global: "
        "but the kernel has via 10.1.0.1 dev eth0 advmss 1200 scope link"
    ]


def test_one_of_several_next_hops_is_enough() -> None:
    several = replace(
        DEFAULT, gateway="", nexthops=("via 10.1.0.7 dev eth0 weight 1", "via 10.1.0.1 dev eth0 weight 1")
    )
    assert marked(pod(routes=(several,)), Route(dst="0.0.0.0/0")) == []


def test_bits_behind_the_prefix_do_not_matter() -> None:
    assert marked(SNAPSHOT, Route(dst="10.96.1.5/12", gw="10.1.0.9")) == []


def test_what_is_no_address_is_only_not_found() -> None:
    assert marked(SNAPSHOT, Route(dst="<nil>", gw="x")) == [
        "route <nil> in the pod: via x: but the kernel has no such route"
    ]


@pytest.mark.parametrize(
    "way_out",
    [
        Device(index=7, name="eno1", master="cni0"),
        Device(index=7, name="vx0", kind="vxlan", master="cni0"),
    ],
)
def test_a_gateway_may_be_beyond_a_bridge_with_a_way_out(way_out: Device) -> None:
    rows = claims(RESULT, host(links=(*HOST.links, way_out), addresses=()), NETNS)
    assert {(row.agrees, row.kernel) for row in rows if row.kind == "gateway"} == {
        (None, "no interface of the host has it, but it may be beyond the host")
    }


def test_a_gateway_of_a_macvlan_may_be_beyond_the_host() -> None:
    below = replace(POD.links[0], kind="macvlan", peer=Peer(index=7, side="host", name="eno1"))
    rows = claims(RESULT, replace(pod(links=(below,)), host=replace(HOST, addresses=())), NETNS)
    assert {row.agrees for row in rows if row.kind == "gateway"} == {None}
