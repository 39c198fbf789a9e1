"""A pod joined to the host by a pair and routes."""

import errno
import os
from typing import Any

import pytest

from tests.support.stand_ins import POD, no_network
from traces.simulate.ask import Ask
from traces.simulate.ground import Ground
from traces.simulate.imagined import Imagined
from traces.simulate.plugin_error import PluginError
from traces.simulate.routed_pair import RoutedPair, add_routed_pair, full_length

PAIR = RoutedPair(host="cali1", addresses=("10.1.0.2/32", "fd00::2/128"), gateways=("169.254.1.1", "fe80::1"))


class Noted(Imagined):
    """Wires that note what is asked of them, and refuse one thing."""

    def __init__(self, refused: str = "nothing") -> None:
        self.noted: list[tuple[Any, ...]] = []
        self.refused = refused

    def add_route(self, netns: str | None, name: str, dst: str, gateway: str = "", **more: Any) -> None:
        self._note("route", netns, name, dst, gateway)

    def add_address(self, netns: str | None, name: str, address: str) -> None:
        self._note("address", netns, name, address)

    def set_link(self, netns: str | None, name: str, *, up: bool | None = None, mtu: int = 0, mac: str = "") -> None:
        self._note("link", netns, name, up, mac)

    def _note(self, *what: Any) -> None:
        if self.refused in what:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        self.noted.append(what)


def ask(wires: Imagined) -> Ask:
    """A request on these wires."""
    ground = Ground(state="/nonexistent", make_wires=lambda: wires, run_network=no_network)
    return Ask(plugin="x", verb="ADD", environ=POD, stdin=b"{}", ground=ground)


def test_each_family_gets_its_gateway_its_routes_its_address() -> None:
    wires = Noted()
    add_routed_pair(ask(wires), PAIR)
    pod = "/run/netns/pod"
    assert wires.noted == [
        ("route", pod, "eth0", "169.254.1.1/32", ""),
        ("route", pod, "eth0", "0.0.0.0/0", "169.254.1.1"),
        ("address", pod, "eth0", "10.1.0.2/32"),
        ("route", None, "cali1", "10.1.0.2/32", ""),
        ("route", pod, "eth0", "::/0", "fe80::1"),
        ("address", pod, "eth0", "fd00::2/128"),
        ("route", None, "cali1", "fd00::2/128", ""),
    ]


def test_a_mac_of_one_s_own_is_set_while_it_is_down() -> None:
    wires = Noted()
    macs = add_routed_pair(ask(wires), RoutedPair(host="h", addresses=(), gateways=(), host_mac="ee:ee:ee:ee:ee:ee"))
    assert macs[0] == "ee:ee:ee:ee:ee:ee"
    assert wires.noted == [("link", None, "h", False, "ee:ee:ee:ee:ee:ee"), ("link", None, "h", True, "")]


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        ("169.254.1.1/32", "failed to add route inside the container: operation not permitted"),
        ("::/0", "failed to add IPv6 route for ::/0 via fe80::1: operation not permitted"),
        ("address", 'failed to add IP addr to "eth0": operation not permitted'),
        ("cali1", "error adding host side routes for interface: cali1, error: failed to add route (Dst: 10.1.0.2/32"),
    ],
)
def test_what_the_kernel_refuses_is_named(refused: str, said: str) -> None:
    with pytest.raises(PluginError) as failed:
        add_routed_pair(ask(Noted(refused)), PAIR)
    assert failed.value.message.startswith(said)


def test_an_address_alone_has_its_full_length() -> None:
    assert [full_length(address) for address in ("10.1.0.2/24", "fd00::2", "10.1.0.2")] == [
        *("10.1.0.2/32", "fd00::2/128", "10.1.0.2/32"),
    ]
