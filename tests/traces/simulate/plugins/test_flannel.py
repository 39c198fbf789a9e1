"""The stand-in for flannel, held against recordings of the real one."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.recorded import Rig, play, recording
from tests.support.stand_ins import POD
from traces.cni.gojson import dumps

ENV = "FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.1.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n"
BRIDGED = b'{"cniVersion":"1.0.0","ips":[{"address":"10.244.1.4/24"}]}'


def node(folder: Path, env: str = ENV) -> Rig:
    """A node whose flannel runs."""
    rig = Rig(folder=folder)
    rig.file("/run/flannel/subnet.env", env)
    return rig


def add(rig: Rig, **config: Any) -> dict[str, Any]:
    """What the delegate is given, by its name on stdin."""
    rig.answers((config.get("delegate", {}).get("type", "bridge"), BRIDGED, 0))
    stdin = json.dumps({"cniVersion": "1.0.0", "name": "cbr0", "type": "flannel", **config}).encode()
    answer = rig.ask("flannel", "ADD", {**POD, "CNI_PATH": rig.bin}, stdin)
    assert answer.exit_code == 0, answer
    given: dict[str, Any] = json.loads(rig.given()[0][2])
    return given


def fail(rig: Rig, **config: Any) -> dict[str, Any]:
    """The error of ADD."""
    stdin = json.dumps({"cniVersion": "1.0.0", "name": "cbr0", "type": "flannel", **config}).encode()
    answer = rig.ask("flannel", "ADD", {**POD, "CNI_PATH": rig.bin}, stdin)
    assert answer.exit_code == 1
    error: dict[str, Any] = json.loads(answer.stdout)
    return error


@pytest.mark.parametrize("name", ["flannel-portmap-1.0.0", "flannel-portmap-0.4.0"])
def test_it_asks_its_delegate_what_the_real_one_asks(name: str, tmp_path: Path) -> None:
    rig = node(tmp_path)
    for verb in recording(name)["verbs"]:
        got, given, real, wanted = play(rig, verb)
        assert given == wanted, verb["verb"]
        assert (got.exit_code, got.stdout.decode()) == (real["exit"], real["stdout"]), verb["verb"]


def test_without_subnet_env_it_fails_as_the_real_one(tmp_path: Path) -> None:
    for verb in recording("flannel-without-subnet.env-1.0.0")["verbs"]:
        got, given, real, _ = play(Rig(folder=tmp_path), verb)
        assert (got.exit_code, got.stdout.decode(), given) == (real["exit"], real["stdout"], [])


def test_both_families_and_many_networks_are_routed(tmp_path: Path) -> None:
    env = (
        "FLANNEL_NETWORK=10.5.0.0/16,10.6.0.0/16,10.5.0.0/16\nFLANNEL_SUBNET=10.5.7.1/24\nFLANNEL_MTU=1400\n"
        "FLANNEL_IPV6_NETWORK=fd00:5::/48\nFLANNEL_IPV6_SUBNET=fd00:5:0:7::1/64\nFLANNEL_IPMASQ=false\n"
    )
    given = add(node(tmp_path, env))
    assert given["ipam"] == {
        "type": "host-local",
        "ranges": [[{"subnet": "10.5.7.0/24"}], [{"subnet": "fd00:5:0:7::/64"}]],
        "routes": [{"dst": "10.5.0.0/16"}, {"dst": "10.6.0.0/16"}, {"dst": "fd00:5::/48"}],
    }
    assert (given["mtu"], given["ipMasq"]) == (1400, True)


def test_what_the_delegate_says_itself_stays(tmp_path: Path) -> None:
    delegate = {"type": "ptp", "mtu": 1300, "ipMasq": True}
    given = add(node(tmp_path), delegate=delegate, runtimeConfig={"mac": "02:00:00:00:00:01"})
    assert given.items() >= {**delegate, "name": "cbr0", "runtimeConfig": {"mac": "02:00:00:00:00:01"}}.items()
    assert "isGateway" not in given


def test_its_own_ipam_is_kept_with_its_routes_first(tmp_path: Path) -> None:
    given = add(node(tmp_path), ipam={"type": "ours", "x": 1, "routes": [{"dst": "10.9.0.0/16", "gw": "10.244.1.9"}]})
    assert given["ipam"]["type"] == "ours" and given["ipam"]["x"] == 1
    assert given["ipam"]["routes"] == [{"dst": "10.9.0.0/16", "gw": "10.244.1.9"}, {"dst": "10.244.0.0/16"}]


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"delegate": {"name": "x"}}, "'delegate' dictionary must not have 'name' field, it'll be set by flannel"),
        ({"delegate": {"ipam": {}}}, "'delegate' dictionary must not have 'ipam' field, it'll be set by flannel"),
        ({"delegate": {"type": 1}}, "'delegate' dictionary, if present, must have (string) 'type' field"),
        (
            {"delegate": []},
            "failed to load netconf: json: cannot unmarshal array into Go struct field NetConf.delegate",
        ),
        ({"ipam": {"routes": [{"dst": "x"}]}}, "failed to assemble Delegate IPAM: failed to read IPAM routes: "),
        ({"delegate": {"type": "none"}}, 'failed to delegate add: failed to find plugin "none" in path ['),
    ],
)
def test_a_bad_configuration_is_named(tmp_path: Path, config: dict[str, Any], said: str) -> None:
    error = fail(node(tmp_path), **config)
    assert error["msg"].startswith(said) and error["code"] == 999


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ("FLANNEL_MTU=1450\n", "is missing FLANNEL_NETWORK, FLANNEL_IPV6_NETWORK, FLANNEL_SUBNET, FLANNEL_IPV6_SUBNET"),
        (ENV.replace("1450", "big"), 'strconv.ParseUint: parsing "big": invalid syntax'),
        (ENV.replace("1450", "9" * 5000), "value out of range"),
        (ENV.replace("10.244.1.1/24", "10.244.1.1"), "invalid CIDR address: 10.244.1.1"),
    ],
)
def test_a_subnet_env_that_can_t_be_used_is_named(tmp_path: Path, env: str, said: str) -> None:
    assert said in fail(node(tmp_path, env))["msg"]


def test_a_delegate_s_failure_is_told_as_its_own(tmp_path: Path) -> None:
    rig = node(tmp_path)
    rig.answers(("bridge", b'{"code":11,"msg":"full"}', 1))
    assert fail(rig) == {"code": 999, "msg": "failed to delegate add: full"}


def test_after_a_failed_del_nothing_is_remembered(tmp_path: Path) -> None:
    rig = node(tmp_path)
    add(rig)
    stdin = dumps({"cniVersion": "1.0.0", "name": "cbr0", "type": "flannel"})
    rig.answers(("bridge", b'{"code":11,"msg":"busy"}', 1))
    env = {**POD, "CNI_PATH": rig.bin}
    first, second = (rig.ask("flannel", "DEL", env, stdin) for _ in range(2))
    assert (json.loads(first.stdout)["msg"], second.exit_code, len(rig.given())) == ("busy", 0, 1)
