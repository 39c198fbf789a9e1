"""What a result is read as."""

from traces.kernel.blueprint import Pair, default_gateway, draw, reaches
from traces.model.result import Address, Interface, Result, Route

NETNS = "/run/netns/pod"
CNI0, VETH = Interface(name="cni0"), Interface(name="veth1")
ETH0, NET1 = Interface(name="eth0", sandbox=NETNS), Interface(name="net1", sandbox=NETNS)


Drawn = tuple[tuple[Interface, ...], tuple[Pair, ...], tuple[str, ...]]


def _draw(*interfaces: Interface, ips: tuple[Address, ...] = (), routes: tuple[Route, ...] = ()) -> Drawn:
    result = Result(cni_version="1.0.0", interfaces=interfaces, ips=ips, routes=routes)
    blueprint = draw(result, netns=NETNS, ifname="eth0")
    return blueprint.bridges, blueprint.pairs, blueprint.notes


def test_bridge_answers_are_a_bridge_and_a_pair() -> None:
    bridges, pairs, notes = _draw(CNI0, VETH, ETH0)
    assert (bridges, pairs, notes) == ((CNI0,), (Pair(inside=ETH0, peer=VETH, bridge="cni0"),), ())


def test_ptp_answers_are_a_pair_alone() -> None:
    assert _draw(VETH, ETH0) == ((), (Pair(inside=ETH0, peer=VETH),), ())


def test_a_macvlan_gets_a_peer_and_a_note() -> None:
    _, pairs, notes = _draw(ETH0)
    assert pairs == (Pair(inside=ETH0, peer=Interface(name="peer0")),)
    assert notes == ("eth0 was made as a veth pair: the result does not say of what kind it is",)


def test_the_ifb_of_bandwidth_is_no_bridge() -> None:
    ifb = Interface(name="bwp0123")
    result = Result(cni_version="1.0.0", interfaces=(CNI0, VETH, ETH0, ifb))
    blueprint = draw(result, netns=NETNS, ifname="eth0")
    assert (blueprint.bridges, blueprint.ifbs) == ((CNI0,), (ifb,))


def test_addresses_without_interfaces_get_the_attachments() -> None:
    _, pairs, notes = _draw(ips=(Address(address="10.0.0.2/24"),))
    assert pairs[0].inside == ETH0 and pairs[0].addresses[0].address == "10.0.0.2/24"
    assert "names no interface" in notes[0]


def test_addresses_lie_on_the_interface_they_name() -> None:
    first, second = Address(address="10.0.0.2/24", interface=1), Address(address="10.1.0.2/24", interface=3)
    _, pairs, _ = _draw(VETH, ETH0, Interface(name="veth2"), NET1, ips=(first, second))
    assert [pair.addresses for pair in pairs] == [(first,), (second,)]


def test_a_route_goes_where_its_gateway_is() -> None:
    ips = (Address(address="10.0.0.2/24", interface=1), Address(address="10.1.0.2/24", interface=3))
    near, far, bare = Route(dst="10.9.0.0/16", gw="10.1.0.1"), Route(dst="::/0", gw="fd00::1"), Route(dst="0.0.0.0/0")
    _, pairs, _ = _draw(VETH, ETH0, Interface(name="veth2"), NET1, ips=ips, routes=(near, far, bare))
    assert [pair.routes for pair in pairs] == [(far, bare), (near,)]


def test_a_route_without_gateway_takes_its_familys() -> None:
    ips = (Address(address="10.0.0.2/24", gateway="10.0.0.1"), Address(address="fd00::2/64", gateway="fd00::1"))
    pair = Pair(inside=ETH0, peer=VETH, addresses=ips)
    assert default_gateway(pair, "0.0.0.0/0") == "10.0.0.1"
    assert default_gateway(pair, "::/0") == "fd00::1"
    assert reaches(pair, "10.0.0.9") and not reaches(pair, "10.0.1.9")


def test_an_address_of_no_interface_is_said_not_to_be_made() -> None:
    _, pairs, notes = _draw(CNI0, VETH, ETH0, ips=(Address(address="10.1.0.2/16", interface=77),))
    assert pairs[0].addresses == ()
    assert notes == ("10.1.0.2/16 was not made: the result has no interface 77 in a netns",)
