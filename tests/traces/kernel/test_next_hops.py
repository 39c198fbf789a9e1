"""How each route of a result is asked of the kernel."""

import pytest

from traces.kernel.next_hops import Hop, first_gateway, hops
from traces.model.result import Route

LINK = (("scope", 253),)


@pytest.mark.parametrize(
    ("dst", "gateway"), [("0.0.0.0/0", "10.0.0.1"), ("::/0", "fd00::1"), ("10.1.0.0/16", "10.0.0.1")]
)
def test_the_first_gateway_of_its_family_is_taken(dst: str, gateway: str) -> None:
    assert first_gateway(("", "10.0.0.1", "fd00::1", "10.0.0.9"), dst) == gateway


def test_a_gateway_on_the_link_needs_nothing() -> None:
    route = Route(dst="10.9.0.0/16", gw="10.0.0.9")
    assert hops((route,), ("10.0.0.2/24",), ()) == (Hop(dst="10.9.0.0/16", gateway="10.0.0.9"),)


def test_a_gateway_off_the_link_is_said_to_be_on_it() -> None:
    assert hops((Route(dst="0.0.0.0/0"),), ("10.1.0.2/32",), ("10.0.0.1",)) == (
        Hop(dst="0.0.0.0/0", gateway="10.0.0.1", onlink=True),
    )


def test_calicos_gateway_gets_a_route_over_the_link_first() -> None:
    routes = (Route(dst="0.0.0.0/0", gw="169.254.1.1"), Route(dst="10.9.0.0/16", gw="169.254.1.1"))
    assert hops(routes, ("10.1.0.2/32",), ()) == (
        Hop(dst="169.254.1.1", fields=LINK),
        Hop(dst="0.0.0.0/0", gateway="169.254.1.1"),
        Hop(dst="10.9.0.0/16", gateway="169.254.1.1"),
    )


@pytest.mark.parametrize("gateways", [(), ("169.254.1.1",)])
def test_a_named_route_over_the_link_comes_first(gateways: tuple[str, ...]) -> None:
    routes = (Route(dst="0.0.0.0/0", gw="169.254.1.1"), Route(dst="169.254.1.1/32"))
    assert hops(routes, ("10.1.0.2/32",), gateways) == (
        Hop(dst="169.254.1.1/32", fields=LINK),
        Hop(dst="0.0.0.0/0", gateway="169.254.1.1"),
    )


def test_a_route_of_another_table_leads_to_no_gateway_of_main() -> None:
    routes = (Route(dst="10.9.9.0/24", table=100), Route(dst="0.0.0.0/0", gw="10.9.9.1"))
    assert [hop.onlink for hop in hops(routes, (), ())] == [False, True]
    same = (routes[0], Route(dst="0.0.0.0/0", gw="10.9.9.1", table=100))
    assert [hop.onlink for hop in hops(same, (), ())] == [False, False]


def test_link_local_ipv6_is_always_on_the_link() -> None:
    assert hops((Route(dst="::/0", gw="fe80::1"),), (), ()) == (Hop(dst="::/0", gateway="fe80::1"),)


def test_what_a_route_says_of_itself_is_asked_for() -> None:
    route = Route(dst="10.9.0.0/16", gw="10.0.0.9", mtu=1300, advmss=1260, priority=7, table=100, scope=0)
    (hop,) = hops((route,), ("10.0.0.2/24",), ())
    metrics = {"mtu": 1300, "advmss": 1260}
    assert dict(hop.fields) == {"priority": 7, "table": 100, "scope": 0, "metrics": metrics}
