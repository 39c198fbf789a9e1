"""The stand-in for any other plugin."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces
from tests.support.recorded import Rig
from tests.support.stand_in_box import stand_ins
from tests.support.stand_ins import POD, ask
from traces.simulate.plugins.generic import PLUGIN

BEFORE = {"cniVersion": "1.0.0", "interfaces": [{"name": "eth0", "sandbox": "/run/netns/pod"}]}


def test_behind_another_it_passes_prevResult_on(tmp_path: Path) -> None:
    assert ask(PLUGIN, "ADD", tmp_path, prevResult=BEFORE, ipam={"type": "none"}).document == BEFORE
    assert [ask(PLUGIN, verb, tmp_path, ipam={"type": "none"}).exit_code for verb in ("DEL", "DEL")] == [0, 0]


@pytest.mark.parametrize(
    ("ifname", "address"), [("eth0", "10.1.0.7/24"), ("net1", "192.168.77.9/24"), ("eth0", "fd00:1::7/64")]
)
def test_first_in_its_chain_it_asks_for_an_address(tmp_path: Path, ifname: str, address: str) -> None:
    rig = Rig(folder=tmp_path)
    ips = json.dumps({"cniVersion": "1.0.0", "ips": [{"address": address}]}).encode()
    rig.answers(("host-local", ips, 0), ("host-local", b"", 0))
    stdin = json.dumps({"cniVersion": "1.0.0", "name": "n", "type": "ours", "ipam": {"type": "host-local"}}).encode()
    env = {**POD, "CNI_PATH": rig.bin, "CNI_IFNAME": ifname}
    found = json.loads(rig.ask("ours", "ADD", env, stdin).stdout)
    assert (found["interfaces"][1]["name"], found["ips"]) == (ifname, [{"address": address, "interface": 1}])
    assert [rig.ask("ours", "DEL", env, stdin).exit_code for _ in range(2)] == [0, 0]
    assert [env["CNI_COMMAND"] for _, env, _ in rig.given()] == ["ADD", "DEL"]


def test_without_ipam_it_answers_an_interface_alone(tmp_path: Path) -> None:
    found = ask(PLUGIN, "ADD", tmp_path).document
    assert [each["name"] for each in found["interfaces"]][1:] == ["eth0"] and "ips" not in found


@needs_namespaces
def test_del_removes_what_it_has_made_and_nothing_else() -> None:
    first: dict[str, Any] = {"type": "ours"}
    second: dict[str, Any] = {"type": "theirs", "prevResult": BEFORE}
    with stand_ins("ours", "theirs") as node:
        before = node.links()
        node.result(**first)
        node.result(**second)
        assert node.call("DEL", **second).exit_code == 0
        assert "eth0" in node.sh("ip -n pod link") and len(node.links()) == len(before) + 1
        assert [node.call("DEL", **first).exit_code for _ in range(2)] == [0, 0]
        assert node.links() == before


@needs_namespaces
def test_an_interface_that_was_there_stays_there() -> None:
    with stand_ins("ours") as node:
        node.sh("ip -n pod link add eth0 type veth peer name other")
        assert node.call("ADD", type="ours").exit_code == 1
        assert node.call("DEL", type="ours").exit_code == 0
        assert "eth0" in node.sh("ip -n pod link")
