"""What no kernel could have is taken out, and each such thing is said once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.any_scalars import WHOLE, texts
from traces.kernel.blueprint import draw
from traces.kernel.buildable import buildable
from traces.kernel.next_hops import hops
from traces.model.result import Address, Interface, Result, Route

NETNS = "/run/netns/pod"
STANDS = {NETNS: NETNS, "/var/run/netns/pod": NETNS}
ETH0, VETH = Interface(name="eth0", sandbox=NETNS), Interface(name="veth1")


def _sieved(
    *interfaces: Interface, ips: tuple[Address, ...] = (), routes: tuple[Route, ...] = ()
) -> tuple[Result, tuple[str, ...]]:
    return buildable(Result(cni_version="1.1.0", interfaces=interfaces, ips=ips, routes=routes), STANDS)


def test_a_sound_result_stays_as_it_is() -> None:
    veth = Interface(name="veth1", mac="02:00:00:00:00:02", mtu=1400)
    ips = (Address(address="10.0.0.2/24", gateway="10.0.0.1", interface=1), Address(address="fd00::2/64", interface=1))
    routes = (Route(dst="0.0.0.0/0"), Route(dst="10.0.0.0/8", gw="fd00::1", table=100, scope=0, priority=7))
    result, notes = _sieved(veth, ETH0, ips=ips, routes=routes)
    assert (result.interfaces, result.ips, result.routes, notes) == ((veth, ETH0), ips, routes, ())


@pytest.mark.parametrize(
    ("interface", "said"),
    [
        (Interface(name=""), "interface 0 was left out: it has no name"),
        (
            Interface(name="name-that-is-too-long"),
            "name-that-is-too-long was left out: its name has 21 bytes, and the kernel takes 15 at most",
        ),
        (
            Interface(name="éééééééé"),
            "éééééééé was left out: its name has 16 bytes, and the kernel takes 15 at most",
        ),
        (Interface(name="a/b"), "a/b was left out: no interface can have such a name"),
        (Interface(name="veth%d"), "veth%d was left out: no interface can have such a name"),
        (Interface(name="default"), "default was left out: no interface can have such a name"),
        (Interface(name="a\0b"), "a\0b was left out: no interface can have such a name"),
        (
            Interface(name="dummy1", mac="0", sandbox="0", socket_path="1"),
            "dummy1 was left out: its sandbox, 0, is not the path of a netns",
        ),
        (
            Interface(name="x" * 99),
            f"{'x' * 40}… was left out: its name has 99 bytes, and the kernel takes 15 at most",
        ),
    ],
)
def test_an_interface_that_can_not_be_is_left_out(interface: Interface, said: str) -> None:
    result, notes = _sieved(interface, VETH, ETH0, ips=(Address(address="10.0.0.2/24", interface=2),))
    assert (result.interfaces, notes) == ((VETH, ETH0), (said,))
    assert [ip.interface for ip in result.ips] == [1]


def test_another_stands_for_the_hosts_end_of_a_pair() -> None:
    result, notes = _sieved(
        Interface(name="peer1"), Interface(name=""), ETH0, ips=(Address(address="::/0", interface=2),)
    )
    assert [interface.name for interface in result.interfaces] == ["peer1", "peer2", "eth0"]
    assert notes == ("interface 1 was left out: it has no name; peer2 stands for it",)
    assert [ip.interface for ip in result.ips] == [2]


@pytest.mark.parametrize(
    ("mac", "why"),
    [
        ("nonsense", "it is not six bytes, as in 02:00:00:00:00:01"),
        ("02:00:00:00:00", "it is not six bytes, as in 02:00:00:00:00:01"),
        ("00:00:00:00:00:00", "no interface can have it"),
        ("ff:ff:ff:ff:ff:ff", "no interface can have it"),
    ],
)
def test_a_bad_mac_is_left_out_and_the_interface_made(mac: str, why: str) -> None:
    result, notes = _sieved(Interface(name="eth0", mac=mac, sandbox=NETNS))
    assert (result.interfaces, notes) == ((ETH0,), (f"the MAC address {mac} of eth0 was left out: {why}",))


@pytest.mark.parametrize("mtu", [-5, 67, 65536])
def test_an_mtu_out_of_range_is_left_out(mtu: int) -> None:
    result, notes = _sieved(Interface(name="eth0", mtu=mtu, sandbox=NETNS))
    assert (result.interfaces, notes) == (
        (ETH0,),
        (f"the MTU {mtu} of eth0 was left out: the kernel takes 68 to 65535",),
    )


def test_the_zeros_of_lo_are_no_mac_address() -> None:
    result, notes = _sieved(Interface(name="lo", mac="00:00:00:00:00:00", sandbox=NETNS))
    assert (result.interfaces, notes) == ((Interface(name="lo", sandbox=NETNS),), ())


def test_a_name_given_twice_is_one_interface() -> None:
    again = Interface(name="eth0", mac="02:00:00:00:00:09", sandbox="/var/run/netns/pod")
    ips = (Address(address="10.0.0.2/24", interface=2),)
    result, notes = _sieved(Interface(name="eth0"), ETH0, again, ips=ips)
    assert result.interfaces == (Interface(name="eth0"), ETH0)
    assert notes == (f"eth0 is named twice in {NETNS}: it was made once, as it is named first",)
    assert [ip.interface for ip in result.ips] == [1]


def test_what_is_no_matter_of_the_kernel_is_said() -> None:
    interface = Interface(name="net1", sandbox=NETNS, socket_path="/run/s", pci_id="0000:00:1f.6")
    result = Result(cni_version="1.1.0", interfaces=(interface,), search=("a.b",))
    assert buildable(result, STANDS)[1] == (
        "the socketPath of net1, /run/s, was left out: there is no such device here",
        "the pciID of net1, 0000:00:1f.6, was left out: there is no such device here",
        "dns was left out: it has no place in the kernel",
    )


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (Address(address="10.1.0.2/16", interface=77), "10.1.0.2/16 was left out: the result has no interface 77"),
        (Address(address="10.1.0.2/16", interface=-1), "10.1.0.2/16 was left out: the result has no interface -1"),
        (
            Address(address="10.1.0.2/16", gateway="10.1.0.1", interface=1),
            "10.1.0.2/16 (gateway 10.1.0.1) was left out: it is that of interface 1, which was left out",
        ),
        (Address(address="<nil>"), "<nil> was left out: it is no address"),
        (
            Address(address="fd00::2/64", interface=2),
            "fd00::2/64 was left out: IPv6 needs an MTU of 1280, and net1 has 600",
        ),
    ],
)
def test_an_address_without_a_place_is_left_out(address: Address, said: str) -> None:
    small = Interface(name="net1", mtu=600, sandbox=NETNS)
    result, notes = _sieved(ETH0, Interface(name="", sandbox=NETNS), small, ips=(address,))
    assert (result.ips, notes) == ((), ("interface 1 was left out: it has no name", said))


def test_an_ipv6_address_is_given_once_to_an_interface() -> None:
    ips = tuple(Address(address=f"fd00::2/{length}", interface=0) for length in (64, 64, 128))
    result, notes = _sieved(ETH0, ips=ips)
    assert {ip.address for ip in result.ips} == {"fd00::2/64"}
    assert notes == ("fd00::2/128 was left out: fd00::2/64 is there already",)


def test_a_bad_gateway_is_left_out_and_the_address_made() -> None:
    result, notes = _sieved(ETH0, ips=(Address(address="10.0.0.2/24", gateway="near"),))
    assert [ip.gateway for ip in result.ips] == [""]
    assert notes == ("the gateway near was left out: it is no address",)


@pytest.mark.parametrize(
    ("route", "why"),
    [
        (Route(dst="<nil>"), "it is no network"),
        (Route(dst="10.0.0.0/8", gw="near"), "its gateway near is no address"),
        (Route(dst="fd00::/8", gw="10.0.0.1"), "IPv6 can't go by way of 10.0.0.1"),
        (Route(dst="10.0.0.0/8", table=2**32), "its table 4294967296 is not one of 0 to 4294967295"),
        (Route(dst="10.0.0.0/8", table=-1), "its table -1 is not one of 0 to 4294967295"),
        (Route(dst="10.0.0.0/8", scope=256), "its scope 256 is not one of 0 to 255"),
        (Route(dst="10.0.0.0/8", priority=-1), "its priority -1 is not one of 0 to 4294967295"),
        (Route(dst="10.0.0.0/8", mtu=70000), "its mtu 70000 is not one of 0 to 65520"),
        (Route(dst="10.0.0.0/8", advmss=65500), "its advmss 65500 is not one of 0 to 65495"),
    ],
)
def test_a_route_that_can_not_be_is_left_out(route: Route, why: str) -> None:
    kept = Route(dst="0.0.0.0/0")
    result, notes = _sieved(ETH0, routes=(route, kept, kept))
    assert (result.routes, notes) == ((kept,), (f"the route to {route.dst} was left out: {why}",))


def test_the_main_table_need_not_be_named() -> None:
    result, notes = _sieved(ETH0, routes=(Route(dst="10.0.0.0/8"), Route(dst="10.0.0.0/8", table=0)))
    assert (result.routes, notes) == ((Route(dst="10.0.0.0/8"),), ())


NAMES = st.sampled_from(["eth0", "veth1", "lo", "bwp1", "", "x" * 16, "cni0"]) | texts
IPS = st.sampled_from(["10.0.0.1", "fd00::1", "fe80::1", "169.254.1.1", "", "<nil>", "fe80::1%eth0"]) | texts
NETWORKS = st.builds("{}/{}".format, IPS, st.integers(-1, 130)) | IPS
RESULTS = st.builds(
    Result,
    cni_version=texts,
    interfaces=st.lists(
        st.builds(
            Interface,
            name=NAMES,
            mac=st.sampled_from(["", "02:00:00:00:00:01"]) | texts,
            mtu=WHOLE,
            sandbox=st.sampled_from(["", *STANDS]) | texts,
        ),
        max_size=6,
    ).map(tuple),
    ips=st.lists(
        st.builds(Address, address=NETWORKS, gateway=IPS, interface=st.none() | st.integers(-1, 6)), max_size=4
    ).map(tuple),
    routes=st.lists(
        st.builds(Route, dst=NETWORKS, gw=IPS, mtu=WHOLE, table=st.none() | WHOLE, scope=st.none() | WHOLE), max_size=4
    ).map(tuple),
)


@given(result=RESULTS)
def test_whatever_a_result_says_it_becomes_a_plan(result: Result) -> None:
    sound, notes = buildable(result, STANDS)
    blueprint = draw(sound, netns=NETNS, ifname="eth0")
    for pair in blueprint.pairs:
        hops(pair.routes, [address.address for address in pair.addresses], blueprint.gateways)
    lost = len(result.ips) - len(sound.ips)
    assert len(notes) >= lost
    assert len(blueprint.host_addresses) + sum(len(pair.addresses) for pair in blueprint.pairs) == len(sound.ips)
