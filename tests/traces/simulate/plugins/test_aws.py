"""The stand-in for aws-cni."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces
from tests.support.stand_in_box import ARGS, stand_ins
from tests.support.stand_ins import ask
from traces.simulate.plugins.aws import PLUGIN

DIGITS = "a4fc3c48bd8"


@pytest.mark.parametrize(("prefix", "ifname"), [("eni", "eth0"), ("vpc0", "net1")])
def test_it_answers_both_ends_and_one_that_there_is_not(tmp_path: Path, prefix: str, ifname: str) -> None:
    found = ask(PLUGIN, "ADD", tmp_path, {"CNI_ARGS": ARGS, "CNI_IFNAME": ifname}, vethPrefix=prefix).document
    assert found["interfaces"] == [
        {"name": f"{prefix}{DIGITS}"},
        {"name": ifname, "sandbox": "/run/netns/pod", "pciID": "1"},
        {"name": f"dummy{DIGITS}", "mac": "0", "sandbox": "0", "socketPath": "1"},
    ]
    assert found["ips"] == [{"address": "192.168.0.2/32", "interface": 1}]


def test_addresses_are_given_out_in_turn_and_taken_back(tmp_path: Path) -> None:
    pods = [{"CNI_ARGS": ARGS, "CNI_CONTAINERID": name} for name in ("a", "b")]
    found = [ask(PLUGIN, "ADD", tmp_path, pod).document["ips"][0]["address"] for pod in pods]
    assert found == ["192.168.0.2/32", "192.168.0.3/32"]
    assert [ask(PLUGIN, "DEL", tmp_path, pods[0]).exit_code for _ in range(2)] == [0, 0]
    assert [path.name for path in (tmp_path / "var/lib/cni/aws-cni").glob("192.*")] == ["192.168.0.3"]


def test_a_prefix_that_is_too_long_is_refused(tmp_path: Path) -> None:
    said = ask(PLUGIN, "ADD", tmp_path, vethPrefix="enienis").document["msg"]
    assert said == "add cmd: error loading config from args: conf.VethPrefix can be at most 4 characters long"


@needs_namespaces
@pytest.mark.parametrize(("given", "mtu"), [("1500", 1500), ("9001", 9001), ("12", 9001), ("many", 9001)])
def test_in_a_sandbox_the_pod_has_what_is_claimed(given: str, mtu: int) -> None:
    conf: dict[str, Any] = {"type": "aws-cni", "mtu": given}
    with stand_ins("aws-cni") as node:
        before = node.links()
        node.result(**conf)
        assert node.addresses() == ["192.168.0.2/32"]
        assert node.routes() == {("169.254.1.1", "", "eth0"), ("default", "169.254.1.1", "eth0")}
        assert node.routes("") == {("192.168.0.2", "", f"eni{DIGITS}")}
        assert json.loads(node.sh("ip -json -n pod link show eth0"))[0]["mtu"] == mtu
        assert [node.call(verb, **conf).exit_code for verb in ("DEL", "DEL")] == [0, 0]
        assert (node.links(), node.routes("")) == (before, set())
