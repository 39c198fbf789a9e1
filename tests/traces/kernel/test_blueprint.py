"""What a result is read as."""

from traces.kernel.blueprint import Blueprint, HostLink, Pair, draw, reaches
from traces.model.result import Address, Interface, Result, Route

NETNS, OTHER = "/run/netns/pod", "/run/netns/other"
CNI0, VETH, IFB = Interface(name="cni0"), Interface(name="veth1"), Interface(name="bwp0123")
ETH0, NET1 = Interface(name="eth0", sandbox=NETNS), Interface(name="net1", sandbox=NETNS)
LO = Interface(name="lo", sandbox=NETNS)
MADE_FOR_IT = "the result names no interface in a netns: eth0 was made for its addresses"


def _draw(*interfaces: Interface, ips: tuple[Address, ...] = (), routes: tuple[Route, ...] = ()) -> Blueprint:
    result = Result(cni_version="1.0.0", interfaces=interfaces, ips=ips, routes=routes)
    return draw(result, netns=NETNS, ifname="eth0")


def _kinds(blueprint: Blueprint) -> list[tuple[str, str]]:
    return [(link.interface.name, link.kind) for link in blueprint.host_links]


def test_bridge_answers_are_a_bridge_and_a_pair() -> None:
    blueprint = _draw(CNI0, VETH, ETH0)
    assert blueprint == Blueprint(
        host_links=(HostLink(interface=CNI0, kind="bridge"),), pairs=(Pair(inside=ETH0, peer=VETH, bridge="cni0"),)
    )


def test_ptp_answers_are_a_pair_alone() -> None:
    assert _draw(VETH, ETH0) == Blueprint(pairs=(Pair(inside=ETH0, peer=VETH),))


def test_a_macvlan_gets_a_peer_and_a_note() -> None:
    blueprint = _draw(ETH0)
    assert blueprint.pairs == (Pair(inside=ETH0, peer=Interface(name="peer0")),)
    assert blueprint.notes == ("eth0 was made as a veth pair: the result does not say of what kind it is",)


def test_invented_peers_have_names_of_their_own() -> None:
    blueprint = _draw(ETH0, NET1, Interface(name="peer1", sandbox=NETNS))
    assert [pair.peer.name for pair in blueprint.pairs] == ["peer0", "peer2", "peer3"]


def test_each_pair_hangs_on_the_last_bridge_before_it() -> None:
    second = Interface(name="br1"), Interface(name="veth2"), NET1
    blueprint = _draw(CNI0, VETH, ETH0, *second)
    assert [(pair.inside.name, pair.peer.name, pair.bridge) for pair in blueprint.pairs] == [
        ("eth0", "veth1", "cni0"),
        ("net1", "veth2", "br1"),
    ]
    assert blueprint.notes == ()


def test_a_host_interface_of_no_pair_is_a_bridge_with_a_note() -> None:
    blueprint = _draw(Interface(name="vlan7"), CNI0, VETH, ETH0)
    assert _kinds(blueprint) == [("vlan7", "bridge"), ("cni0", "bridge")]
    assert blueprint.notes == ("vlan7 was made as a bridge: the result does not say of what kind it is",)


def test_the_ifb_of_bandwidth_is_no_bridge() -> None:
    assert _kinds(_draw(CNI0, VETH, ETH0, IFB)) == [("cni0", "bridge"), ("bwp0123", "ifb")]


def test_lo_is_nobodys_peer_on_either_side() -> None:
    blueprint = _draw(Interface(name="lo"), LO, VETH, ETH0)
    assert _kinds(blueprint) == [("lo", "lo")]
    assert [(pair.inside.name, pair.peer.name) for pair in blueprint.pairs] == [("lo", ""), ("eth0", "veth1")]


def test_calicos_end_of_the_host_gets_the_attachments() -> None:
    cali, address = Interface(name="cali1"), Address(address="10.1.0.2/32")
    blueprint = _draw(cali, IFB, ips=(address,))
    (pair,) = blueprint.pairs
    assert (pair.inside, pair.peer, [ip.address for ip in pair.addresses]) == (ETH0, cali, ["10.1.0.2/32"])
    assert _kinds(blueprint) == [("bwp0123", "ifb")]
    assert blueprint.notes == (MADE_FOR_IT,)


def test_an_index_still_leads_to_its_interface_behind_the_one_made() -> None:
    blueprint = _draw(VETH, IFB, ips=(Address(address="10.1.0.2/32", interface=1),))
    assert [(name, ip.address) for name, ip in blueprint.host_addresses] == [("bwp0123", "10.1.0.2/32")]


def test_addresses_without_interfaces_get_the_attachments() -> None:
    blueprint = _draw(ips=(Address(address="10.0.0.2/24"),))
    assert blueprint.pairs[0].inside == ETH0 and blueprint.pairs[0].addresses[0].address == "10.0.0.2/24"
    assert blueprint.notes[0] == MADE_FOR_IT


def test_an_address_that_names_none_is_the_attachments() -> None:
    address = Address(address="10.0.0.2/24")
    blueprint = _draw(LO, Interface(name="veth2"), NET1, VETH, ETH0, ips=(address,))
    assert [pair.addresses for pair in blueprint.pairs] == [(), (), (address,)]


def test_addresses_lie_on_the_interface_they_name() -> None:
    first, second = Address(address="10.0.0.2/24", interface=1), Address(address="10.1.0.2/24", interface=3)
    blueprint = _draw(VETH, ETH0, Interface(name="veth2"), NET1, ips=(first, second))
    assert [pair.addresses for pair in blueprint.pairs] == [(first,), (second,)]


def test_an_address_of_the_host_stays_there() -> None:
    address = Address(address="10.0.0.1/24", interface=0)
    blueprint = _draw(CNI0, VETH, ETH0, ips=(address,))
    assert (blueprint.host_addresses, blueprint.pairs[0].addresses) == ((("cni0", address),), ())


def test_a_route_goes_where_its_gateway_is() -> None:
    ips = (
        Address(address="10.0.0.2/24", gateway="10.0.0.1", interface=1),
        Address(address="10.1.0.2/24", interface=3),
    )
    near, far, bare = Route(dst="10.9.0.0/16", gw="10.1.0.1"), Route(dst="::/0", gw="fd00::1"), Route(dst="0.0.0.0/0")
    blueprint = _draw(VETH, ETH0, Interface(name="veth2"), NET1, ips=ips, routes=(near, far, bare))
    assert [pair.routes for pair in blueprint.pairs] == [(far, bare), (near,)]


def test_a_route_without_gateway_follows_the_first_one() -> None:
    ips = (Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=3),)
    route = Route(dst="0.0.0.0/0")
    blueprint = _draw(VETH, ETH0, Interface(name="veth2"), NET1, ips=ips, routes=(route,))
    assert [pair.routes for pair in blueprint.pairs] == [(), (route,)]


def test_no_route_goes_over_another_netns() -> None:
    away, route = Interface(name="net1", sandbox=OTHER), Route(dst="10.9.0.0/16", gw="10.1.0.1")
    ips = (Address(address="10.1.0.2/24", interface=1),)
    blueprint = _draw(Interface(name="veth2"), away, VETH, ETH0, ips=ips, routes=(route,))
    assert [pair.routes for pair in blueprint.pairs] == [(), (route,)]


def test_routes_without_a_place_in_the_pod_are_said_to_be_elsewhere() -> None:
    away = Interface(name="net1", sandbox=OTHER)
    blueprint = _draw(VETH, away, routes=(Route(dst="10.9.0.0/16"),))
    assert blueprint.notes == (f"the result names no interface in {NETNS}: its routes were made in {OTHER}, over net1",)


def test_a_gateway_is_reached_in_its_network() -> None:
    pair = Pair(inside=ETH0, peer=VETH, addresses=(Address(address="10.0.0.2/24"),))
    assert reaches(pair, "10.0.0.9") and not reaches(pair, "10.0.1.9") and not reaches(pair, "fd00::1")
