"""Routes, rules and neighbours are what `ip` says they are."""

from typing import Any

import pytest

from tests.support.kernel_look import look
from traces.model.snapshot import RouteEntry

pytestmark = pytest.mark.sandbox

SETUP = """
ip link set lo up
ip link add v0 type veth peer name v1
ip link set v0 up
ip link set v1 up
ip addr add 10.5.0.1/24 dev v0
ip -6 addr add fd00::1/64 dev v0 nodad
ip route add 10.9.0.0/24 nexthop via 10.5.0.3 dev v0 nexthop via 10.5.0.4 dev v0 weight 2
ip route add 10.10.0.0/24 via inet6 fe80::1 dev v0 table 77
ip route add 10.12.0.0/24 via 10.5.0.7 mtu 1300 advmss 1200 metric 9
ip route add default via 10.99.0.1 dev v0 onlink
ip route add blackhole 10.11.0.0/24
ip -6 route add default via fd00::7
ip rule add from 10.1.0.0/24 fwmark 0x1/0xff lookup 77 pref 5000
ip rule add to 10.3.0.1 iif lo blackhole pref 5001
ip rule add not from 1.2.3.4 ipproto tcp dport 80-90 sport 1234 lookup main suppress_prefixlength 0 pref 5002
ip -6 rule add fwmark 7 lookup 77 pref 5003
ip neigh add 10.5.0.77 lladdr 02:00:00:00:00:77 dev v0 nud permanent
ip neigh add 10.5.0.78 lladdr 02:00:00:00:00:78 dev v0 nud stale
"""
_V4, _V6 = "ip -4 -j route show table all", "ip -6 -j route show table all"


def _table(route: dict[str, Any]) -> int:
    return {"local": 255, "main": 254, "default": 253}.get(name := route.get("table", "main")) or int(name)


def _dst(route: dict[str, Any], version: int) -> str:
    dst = str(route["dst"])
    if dst == "default":
        return "0.0.0.0/0" if version == 4 else "::/0"
    return dst if "/" in dst else f"{dst}/{32 if version == 4 else 128}"


def test_routes_are_those_of_ip_route() -> None:
    seen = look(SETUP, [_V4, _V6])
    listed = {
        (version, _table(route), route.get("type", "unicast"), _dst(route, version), route.get("dev", ""))
        for version, routes in ((4, seen.json(0)), (6, seen.json(1)))
        for route in routes
        if not str(route["dst"]).startswith(("fe80", "ff00"))
    }
    found = {
        (route.family, route.table, route.kind, route.dst, route.device)
        for route in seen.host.routes
        if not route.dst.startswith(("fe80", "ff00"))
    }
    assert found == listed
    assert seen.snapshot.unread == ()


def test_a_route_says_how_it_goes() -> None:
    routes = {(route.dst, route.table): route for route in look(SETUP).host.routes if not route.by_kernel}
    assert routes["10.9.0.0/24", 254].nexthops == ("via 10.5.0.3 dev v0 weight 1", "via 10.5.0.4 dev v0 weight 2")
    assert routes["10.10.0.0/24", 77].gateway == "fe80::1"
    assert routes["10.12.0.0/24", 254] == RouteEntry(
        family=4,
        dst="10.12.0.0/24",
        gateway="10.5.0.7",
        device="v0",
        metric=9,
        protocol="boot",
        mtu=1300,
        advmss=1200,
    )
    assert (routes["0.0.0.0/0", 254].gateway, routes["0.0.0.0/0", 254].onlink) == ("10.99.0.1", True)
    assert routes["::/0", 254].gateway == "fd00::7"


def test_the_kernels_own_routes_are_marked() -> None:
    own = {route.dst for route in look(SETUP).host.routes if route.by_kernel and route.family == 4}
    assert own >= {"10.5.0.0/24", "10.5.0.1/32", "127.0.0.0/8"}
    assert not own & {"10.9.0.0/24", "10.11.0.0/24", "0.0.0.0/0"}


def test_rules_are_worded_as_by_ip() -> None:
    seen = look(SETUP, ["ip rule", "ip -6 rule"])
    printed = {
        " ".join(line.replace("to 10.3.0.1 ", "to 10.3.0.1/32 ").split()) for line in seen.printed[0].splitlines()
    }
    ours = {f"{rule.priority}: {rule.selector} {rule.action}" for rule in seen.host.rules if rule.family == 4}
    expected = {line.replace("1.2.3.4 ", "1.2.3.4/32 ") for line in printed}
    assert ours == expected
    assert [rule.priority for rule in seen.host.rules if not rule.by_kernel] == [5000, 5001, 5002, 5003]


def test_neighbours_that_were_put_there_are_told_apart() -> None:
    neighbours = {held.address: held for held in look(SETUP).host.neighbours}
    assert (neighbours["10.5.0.77"].mac, neighbours["10.5.0.77"].by_kernel) == ("02:00:00:00:00:77", False)
    assert (neighbours["10.5.0.78"].state, neighbours["10.5.0.78"].by_kernel) == ("stale", True)
