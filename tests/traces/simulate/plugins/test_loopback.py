"""The stand-in for loopback, beside Debian's and the recorded 1.9.1."""

import json
from pathlib import Path

import pytest

from tests.support.both_ways import both_ways
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.recorded import Rig, recording
from tests.support.stand_ins import ask
from traces.simulate.plugins.loopback import PLUGIN


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(
    ("ifname", "version", "before"),
    [
        ("eth0", "1.0.0", "true"),
        ("net1", "0.4.0", "true"),
        ("eth0", "0.3.1", "ip netns add pod; ip -n pod addr add 127.9.9.9/32 dev lo"),
        ("eth0", "1.0.0", "ip netns add pod; ip -n pod addr add 10.9.9.9/32 dev lo"),
    ],
)
def test_it_answers_and_makes_what_debian_s_does(ifname: str, version: str, before: str, tmp_path: Path) -> None:
    real, simulated = both_ways(tmp_path, {"type": "loopback"}, ifname=ifname, version=version, before=before)
    assert simulated.kernel == real.kernel
    # Debian's writes an empty dns in every version; that of 1.9.1 writes none, whatever the version
    assert [without_dns(call) for call in simulated.calls["0 ADD"]] == [
        without_dns(call) for call in real.calls["0 ADD"]
    ]
    assert simulated.calls["2 DEL"][0][4:] == real.calls["2 DEL"][0][4:]


def without_dns(call: tuple[object, ...]) -> tuple[object, ...]:
    """A call whose answer has no empty dns."""
    answer = call[-1]
    kept = {key: value for key, value in answer.items() if value != {}} if isinstance(answer, dict) else answer
    return (*call[:-1], kept)


@pytest.mark.parametrize("name", ["loopback-then-bridge-0.4.0", "loopback-then-bridge-1.0.0"])
def test_it_answers_as_recorded(name: str, tmp_path: Path) -> None:
    for verb in recording(name)["verbs"]:
        asked = next(call for call in verb["calls"] if call["plugin"] == "loopback")
        got = Rig(folder=tmp_path).ask("loopback", verb["verb"], asked["env"], asked["stdin"].encode())
        assert (got.exit_code, got.stdout.decode()) == (asked["exit"], asked["stdout"])


def test_prev_result_is_passed_on(tmp_path: Path) -> None:
    given = {"cniVersion": "1.0.0", "ips": [{"address": "10.1.1.2/24"}]}
    assert ask(PLUGIN, "ADD", tmp_path, prevResult=given).document == given


def test_a_prev_result_that_can_t_be_read_is_named(tmp_path: Path) -> None:
    got = ask(PLUGIN, "ADD", tmp_path, prevResult={"cniVersion": "1.0.0", "ips": [{"address": "10.1/24"}]})
    words = "failed to parse prevResult: could not parse prevResult: invalid CIDR address: 10.1/24"
    assert json.loads(got.stdout)["msg"] == words


def test_a_del_without_a_netns_is_fine(tmp_path: Path) -> None:
    assert ask(PLUGIN, "DEL", tmp_path, {"CNI_NETNS": ""}).exit_code == 0


def test_without_a_version_the_answer_is_of_0_1_0(tmp_path: Path) -> None:
    got = ask(PLUGIN, "ADD", tmp_path, cniVersion="").document
    assert got == {"cniVersion": "0.1.0", "ip4": {"ip": "127.0.0.1/8"}, "ip6": {"ip": "::1/128"}, "dns": {}}


def test_a_configuration_that_can_t_be_read_is_refused(tmp_path: Path) -> None:
    got = ask(PLUGIN, "ADD", tmp_path, capabilities=["x"]).document
    assert got["msg"].startswith("failed to parse network config: json: cannot unmarshal array into Go struct field ")
