"""The stand-in for cilium-cni."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces
from tests.support.recorded import Rig
from tests.support.stand_in_box import stand_ins
from tests.support.stand_ins import POD, Answered, ask
from traces.simulate.plugins.cilium import PLUGIN

BEFORE = {"cniVersion": "1.0.0", "interfaces": [{"name": "eth0", "sandbox": "/run/netns/pod"}]}


def names(answered: Answered) -> list[str]:
    """The names of the interfaces."""
    return [interface["name"] for interface in answered.document["interfaces"]]


@pytest.mark.parametrize(
    ("ipam", "address", "router", "everywhere"),
    [
        ({}, "10.0.0.2/32", "10.0.0.1", "0.0.0.0/0"),
        ({"podCIDRs": ["10.7.4.0/24", "10.8.0.0/24"]}, "10.7.4.2/32", "10.7.4.1", "0.0.0.0/0"),
        ({"podCIDRs": ["fd00:7::/64"]}, "fd00:7::2/128", "fd00:7::1", "::/0"),
    ],
)
def test_the_router_is_the_pod_s_gateway(tmp_path: Path, ipam: Any, address: str, router: str, everywhere: str) -> None:
    found = ask(PLUGIN, "ADD", tmp_path, ipam=ipam).document
    assert found["ips"] == [{"address": address, "gateway": router, "interface": 1}]
    assert found["routes"] == [
        {"dst": f"{router}/{address.partition('/')[2]}"},
        {"dst": everywhere, "gw": router},
    ]


def test_both_ends_are_listed_with_their_macs(tmp_path: Path) -> None:
    answered = ask(PLUGIN, "ADD", tmp_path, {"CNI_IFNAME": "net1"})
    assert names(answered) == ["lxc73edd492ec4c", "net1"]
    host, pod = answered.document["interfaces"]
    assert set(host) == {"name", "mac"} and set(pod) == {"name", "mac", "sandbox"}


def test_ipv6_comes_first_of_the_two(tmp_path: Path) -> None:
    found = ask(PLUGIN, "ADD", tmp_path, ipam={"podCIDRs": ["10.7.4.0/24", "fd00:7::/64"]}).document
    assert [ip["address"] for ip in found["ips"]] == ["fd00:7::2/128", "10.7.4.2/32"]


def test_an_ipam_plugin_gives_the_addresses_where_one_is_named(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    given = {"cniVersion": "1.0.0", "ips": [{"address": "10.3.0.7/16", "gateway": "10.3.0.1"}]}
    rig.answers(("host-local", json.dumps(given).encode(), 0), ("host-local", b"", 0))
    stdin = json.dumps(
        {"cniVersion": "1.0.0", "name": "n", "type": "cilium-cni", "ipam": {"type": "host-local"}}
    ).encode()
    env = {**POD, "CNI_PATH": rig.bin}
    found = json.loads(rig.ask("cilium-cni", "ADD", env, stdin).stdout)
    assert found["ips"] == [{"address": "10.3.0.7/32", "gateway": "10.3.0.1", "interface": 1}]
    assert rig.ask("cilium-cni", "DEL", env, stdin).exit_code == 0
    assert [given[1]["CNI_COMMAND"] for given in rig.given()] == ["ADD", "DEL"]


def test_prevResult_needs_a_chaining_mode(tmp_path: Path) -> None:
    said = ask(PLUGIN, "ADD", tmp_path, prevResult=BEFORE).document["msg"]
    assert said.startswith("CNI PrevResult supplied, but not in chaining mode -- this is invalid")
    chained: dict[str, Any] = {"prevResult": BEFORE, "chaining-mode": "generic-veth"}
    assert ask(PLUGIN, "ADD", tmp_path, **chained).document == BEFORE
    assert [ask(PLUGIN, verb, tmp_path, **chained).exit_code for verb in ("CHECK", "DEL")] == [0, 0]
    assert (
        ask(PLUGIN, "ADD", tmp_path, **{**chained, "chaining-mode": "x"}).document["msg"] == "invalid chaining-mode x"
    )


def test_a_network_s_name_can_be_the_mode(tmp_path: Path) -> None:
    assert ask(PLUGIN, "ADD", tmp_path, name="flannel", prevResult=BEFORE).document == BEFORE


def test_pools_without_room_and_without_sense_are_told(tmp_path: Path) -> None:
    assert ask(PLUGIN, "ADD", tmp_path, ipam={"podCIDRs": ["10.7.4.0/30"]}).exit_code == 0
    full = ask(PLUGIN, "ADD", tmp_path, {"CNI_CONTAINERID": "other"}, ipam={"podCIDRs": ["10.7.4.0/30"]})
    assert full.document["msg"].endswith('postIpamFailure "all CIDR ranges are exhausted"')
    assert "invalid podCIDRs" in ask(PLUGIN, "ADD", tmp_path, ipam={"podCIDRs": ["x"]}).document["msg"]


@needs_namespaces
@pytest.mark.parametrize(
    ("ifname", "cidr", "address"), [("eth0", "10.7.4.0/24", "10.7.4.2/32"), ("net1", "fd00:7::/64", "fd00:7::2/128")]
)
def test_in_a_sandbox_the_pod_has_what_is_claimed(ifname: str, cidr: str, address: str) -> None:
    conf: dict[str, Any] = {"type": "cilium-cni", "ipam": {"podCIDRs": [cidr]}}
    with stand_ins("cilium-cni") as node:
        before = node.links()
        result = node.result(ifname, **conf)
        host, pod = result["interfaces"]
        assert node.addresses(ifname) == [address]
        assert node.links()[host["name"]] == host["mac"]
        assert ("default", result["ips"][0]["gateway"], ifname) in node.routes()
        assert json.loads(node.sh(f"ip -json -n pod link show {ifname}"))[0]["address"] == pod["mac"]
        assert node.call("CHECK", ifname, **conf, prevResult=result).exit_code == 0
        node.sh(f"ip -n pod addr flush dev {ifname} scope global")
        missing = node.call("CHECK", ifname, **conf, prevResult=result)
        assert json.loads(missing.stdout)["msg"] == f"expected ip {address} on interface {ifname}"
        assert [node.call(verb, ifname, **conf).exit_code for verb in ("DEL", "DEL")] == [0, 0]
        assert node.links() == before
        gone = node.call("CHECK", ifname, **conf, prevResult=result)
        assert json.loads(gone.stdout)["msg"] == f"cannot find container link {ifname}"
