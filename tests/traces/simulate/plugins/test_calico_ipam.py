"""The stand-in for calico-ipam."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.stand_ins import Answered, ask
from traces.simulate.plugins.calico_ipam import PLUGIN


@pytest.fixture
def node(tmp_path: Path) -> Path:
    """A folder of state with the kubeconfig."""
    file = tmp_path / "etc/cni/net.d/calico-kubeconfig"
    file.parent.mkdir(parents=True)
    file.touch()
    return tmp_path


def add(node: Path, container: str = "c0ffee", args: str = "", **ipam: Any) -> Answered:
    """ADD for a container with this «ipam»."""
    return ask(PLUGIN, "ADD", node, {"CNI_CONTAINERID": container, "CNI_ARGS": args}, ipam=ipam)


def addresses(answered: Answered) -> list[str]:
    """The addresses of an answer."""
    return [ip["address"] for ip in answered.document["ips"]]


@pytest.mark.parametrize(
    ("ipam", "wanted"),
    [
        ({}, ["192.168.0.2/26"]),
        ({"ipv4_pools": ["10.65.0.0/16"]}, ["10.65.0.2/26"]),
        ({"ipv4_pools": ["10.66.0.0/29"]}, ["10.66.0.2/29"]),
        ({"ipv4_pools": ["default-ipv4-ippool"]}, ["192.168.0.2/26"]),
        ({"assign_ipv6": "true"}, ["192.168.0.2/26", "fd80:24e2:f998:72d6::2/122"]),
        ({"assign_ipv4": "false", "assign_ipv6": "true", "ipv6_pools": ["fd00:65::/64"]}, ["fd00:65::2/122"]),
        ({"assign_ipv4": "false"}, []),
    ],
)
def test_an_address_comes_out_of_the_pool_that_is_named(node: Path, ipam: dict[str, Any], wanted: list[str]) -> None:
    answered = add(node, **ipam)
    assert answered.document.get("ips", []) == [{"address": address} for address in wanted]


def test_no_two_containers_get_the_same_address(node: Path) -> None:
    found = [addresses(add(node, f"c{number}", ipv4_pools=["10.65.0.0/29"])) for number in range(5)]
    assert found == [[f"10.65.0.{number}/29"] for number in (2, 3, 4, 5, 6)]
    full = add(node, "one-more", ipv4_pools=["10.65.0.0/29"])
    assert full.document["msg"] == (
        "failed to request IPv4 addresses: Assigned 0 out of 1 requested IPv4 addresses; "
        "No IPs available in pools: [10.65.0.0/29]"
    )
    assert ask(PLUGIN, "DEL", node, {"CNI_CONTAINERID": "c2"}).exit_code == 0
    assert addresses(add(node, "one-more", ipv4_pools=["10.65.0.0/29"])) == ["10.65.0.4/29"]


def test_what_was_taken_before_a_failure_is_given_back(node: Path) -> None:
    failed = add(node, assign_ipv6="true", ipv6_pools=["10.0.0.0/24"])
    assert failed.document["msg"] == '"10.0.0.0" isn\'t a IPv6 address'
    assert not list((node / "var/lib/cni/calico-ipam").glob("192.*"))


def test_an_address_can_be_asked_for_once(node: Path) -> None:
    assert addresses(add(node, args="IP=10.9.9.9")) == ["10.9.9.9/32"]
    assert "10.9.9.9 is assigned already" in add(node, "other", args="IP=10.9.9.9").document["msg"]
    assert addresses(add(node, "v6", args="IP=fd00::9")) == ["fd00::9/128"]
    assert "invalid IP address: nine" in add(node, args="IP=nine").document["msg"]


@pytest.mark.parametrize(
    ("pools", "said"),
    [
        (["ours"], 'error parsing pool "ours": invalid CIDR address: ours'),
        (["fd00::/64"], '"fd00::" isn\'t a IPv4 address'),
        ("10.0.0.0/8", "failed to load netconf"),
    ],
)
def test_a_pool_that_is_none_is_named(node: Path, pools: Any, said: str) -> None:
    assert add(node, ipv4_pools=pools).document["msg"].startswith(said)


@pytest.mark.parametrize("verb", ["ADD", "DEL"])
def test_without_the_kubeconfig_it_fails(tmp_path: Path, verb: str) -> None:
    assert ask(PLUGIN, verb, tmp_path).document["msg"].startswith("stat /etc/cni/net.d/calico-kubeconfig: no such")


def test_del_of_nothing_is_well(node: Path) -> None:
    assert [ask(PLUGIN, "DEL", node, {"CNI_NETNS": ""}).exit_code for _ in range(2)] == [0, 0]
