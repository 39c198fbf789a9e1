"""The stand-in for multus, held against recordings of the real one."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.recorded import Rig, play, recording
from tests.support.stand_ins import POD
from traces.simulate.skel import Answer

ARGS = "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0"
LIST = {"cniVersion": "1.0.0", "name": "first", "plugins": [{"type": "one"}, {"type": "two"}]}
SINGLE = {"cniVersion": "1.0.0", "name": "second", "type": "three"}
PORTS = [{"hostPort": 8080, "containerPort": 80, "protocol": "tcp", "odd": 1}]
FULL = b'{"code":11,"msg":"full"}'


def result(address: str) -> bytes:
    """A result with an address."""
    return json.dumps({"cniVersion": "1.0.0", "ips": [{"address": address}]}).encode()


def ask(rig: Rig, verb: str, *delegates: dict[str, Any], **config: Any) -> Answer:
    """Ask it with these delegates."""
    given = {"cniVersion": "1.0.0", "name": "multus", "type": "multus", "binDir": "/b", "delegates": delegates}
    env = {**POD, "CNI_PATH": rig.bin, "CNI_ARGS": ARGS}
    return rig.ask("multus", verb, env, json.dumps(given | config).encode())


def calls(rig: Rig) -> list[tuple[str, str, str]]:
    """Plugin, verb and interface of every call."""
    return [(name, env["CNI_COMMAND"], env["CNI_IFNAME"]) for name, env, _ in rig.given()]


def message(answer: Answer) -> str:
    """The message of a failure."""
    assert answer.exit_code == 1
    return str(json.loads(answer.stdout)["msg"])


@pytest.mark.parametrize("name", ["multus-with-a-delegate-list-1.0.0", "multus-with-a-delegate-list-0.4.0"])
def test_it_runs_its_delegates_as_the_real_one_does(name: str, tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    for verb in recording(name)["verbs"]:
        got, given, real, wanted = play(rig, verb)
        assert given == wanted, verb["verb"]
        assert (got.exit_code, got.stdout.decode()) == (real["exit"], real["stdout"]), verb["verb"]


def test_the_first_network_has_eth0_the_next_net1(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(
        ("one", result("10.1.0.2/16"), 0), ("two", result("10.1.0.3/16"), 0), ("three", result("10.2.0.2/16"), 0)
    )
    answer = ask(rig, "ADD", LIST, SINGLE)
    assert json.loads(answer.stdout)["ips"] == [{"address": "10.1.0.3/16"}]
    assert calls(rig) == [("one", "ADD", "eth0"), ("two", "ADD", "eth0"), ("three", "ADD", "net1")]
    rig.answers(*((name, b"", 0) for name in ("one", "two", "three")))
    assert ask(rig, "CHECK", LIST, SINGLE).exit_code == 0
    assert calls(rig) == [("one", "CHECK", "eth0"), ("two", "CHECK", "eth0"), ("three", "CHECK", "net1")]
    rig.answers(*((name, b"", 0) for name in ("three", "two", "one")))
    assert ask(rig, "DEL", LIST, SINGLE).exit_code == 0
    assert calls(rig) == [("three", "DEL", "net1"), ("two", "DEL", "eth0"), ("one", "DEL", "eth0")]
    assert json.loads(rig.given()[0][2])["prevResult"]["ips"] == [{"address": "10.2.0.2/16"}]


def test_a_second_del_calls_nobody(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("three", result("10.2.0.2/16"), 0), ("three", b"", 0))
    assert [ask(rig, verb, SINGLE).exit_code for verb in ("ADD", "DEL", "DEL")] == [0, 0, 0]
    assert calls(rig) == [("three", "ADD", "eth0"), ("three", "DEL", "eth0")]


def test_del_goes_by_what_add_was_told(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("three", result("10.2.0.2/16"), 0), ("three", b"", 0))
    ask(rig, "ADD", SINGLE)
    assert ask(rig, "DEL", LIST).exit_code == 0
    assert calls(rig)[-1] == ("three", "DEL", "eth0")


def test_a_failed_network_is_undone_with_those_before_it(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    added = (("one", result("10.1.0.2/16"), 0), ("two", result("10.1.0.3/16"), 0), ("three", FULL, 1))
    rig.answers(*added, *((name, b"", 0) for name in ("three", "two", "one")))
    answer = ask(rig, "ADD", LIST, SINGLE)
    assert message(answer) == '[shop/web-0/:second]: error adding container to network "second": full'
    assert calls(rig)[3:] == [("three", "DEL", "net1"), ("two", "DEL", "eth0"), ("one", "DEL", "eth0")]


def test_a_failed_link_of_a_list_is_named(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("one", FULL, 1), ("two", b"", 0))
    said = '[shop/web-0/:first]: error adding container to network "first": plugin type="one" failed (add): full'
    assert message(ask(rig, "ADD", LIST)) == said


def test_what_fails_at_del_is_told_together(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(
        ("one", result("10.1.0.2/16"), 0), ("two", result("10.1.0.3/16"), 0), ("three", result("10.2.0.2/16"), 0)
    )
    ask(rig, "ADD", LIST, SINGLE)
    rig.answers(("three", FULL, 1), ("two", FULL, 1))
    assert message(ask(rig, "DEL", LIST, SINGLE)) == (
        'DelegateDel: error invoking DelegateDel - "three": error in getting result from DelNetwork: full / '
        'DelegateDel: error invoking ConflistDel - "first": conflistDel: error in getting result from DelNetworkList: '
        'plugin type="two" failed (delete): full'
    )


def test_check_s_failure_is_told_in_its_words(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("three", FULL, 1))
    said = 'DelegateCheck: error invoking DelegateCheck - "three": error in getting result from DelNetwork: full'
    assert message(ask(rig, "CHECK", SINGLE)) == said


def test_capability_arguments_go_to_who_declares_them(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("three", result("10.2.0.2/16"), 0))
    declared = SINGLE | {"capabilities": {"portMappings": True}}
    ask(rig, "ADD", declared, runtimeConfig={"portMappings": PORTS, "mac": "02:00:00:00:00:01"})
    wanted = b'"runtimeConfig":{"portMappings":[{"hostPort":8080,"containerPort":80,"protocol":"tcp"}]}'
    assert wanted in rig.given()[0][2]


def test_the_arguments_of_the_pod_stand_there_twice(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("three", result("10.2.0.2/16"), 0))
    ask(rig, "ADD", SINGLE)
    assert rig.given()[0][1]["CNI_ARGS"] == (
        "IgnoreUnknown=true;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0;K8S_POD_INFRA_CONTAINER_ID=;K8S_POD_UID=;" + ARGS
    )


def test_status_asks_the_first_network_alone(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("one", b"", 0), ("two", b'{"code":50,"msg":"not now"}', 1))
    first = LIST | {"cniVersion": "1.1.0"}
    said = message(ask(rig, "STATUS", first, SINGLE, cniVersion="1.1.0"))
    assert said == "error in STATUS command: not now"
    assert [(name, verb) for name, verb, _ in calls(rig)] == [("one", "STATUS"), ("two", "STATUS")]


def test_gc_undoes_what_the_runtime_does_not_name(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    first = SINGLE | {"cniVersion": "1.1.0"}
    rig.answers(("three", result("10.2.0.2/16"), 0), *[("three", b"", 0)] * 3)
    ask(rig, "ADD", first, cniVersion="1.1.0")
    valid = [{"containerID": "c0ffee", "ifname": "eth0"}]
    ask(rig, "GC", first, cniVersion="1.1.0", **{"cni.dev/valid-attachments": valid})
    assert [verb for _, verb, _ in calls(rig)] == ["ADD", "GC"]
    assert ask(rig, "GC", first, cniVersion="1.1.0").exit_code == 0
    assert [verb for _, verb, _ in calls(rig)] == ["ADD", "GC", "DEL", "GC"]


def test_arguments_that_nobody_knows_are_refused(tmp_path: Path) -> None:
    env = {**POD, "CNI_ARGS": "COLOUR=red"}
    stdin = json.dumps({"cniVersion": "1.0.0", "name": "multus", "delegates": [SINGLE]}).encode()
    for verb in ("ADD", "CHECK", "DEL"):
        said = message(Rig(folder=tmp_path).ask("multus", verb, env, stdin))
        assert said == 'Multus: error getting k8s args: ARGS: unknown args ["COLOUR=red"]'


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"delegates": []}, "Multus: error loading netconf: LoadNetConf: at least one delegate/clusterNetwork must be"),
        ({"delegates": [{"name": "x"}]}, "LoadDelegateNetConfList: delegate must have the 'type' or 'plugin' field"),
        ({"delegates": [{"name": "x", "plugins": [{}]}]}, "a plugin delegate must have the 'type' field"),
        ({"readinessindicatorfile": "/nonexistent/x"}, "waiting for readinessindicatorfile @ /nonexistent/x. poll"),
    ],
)
def test_what_it_can_t_start_with_is_named(tmp_path: Path, config: dict[str, Any], said: str) -> None:
    assert said in message(ask(Rig(folder=tmp_path), "ADD", SINGLE, **config))


def test_it_starts_once_its_indicator_is_there(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.file("/run/ready", "")
    rig.answers(("three", result("10.2.0.2/16"), 0))
    assert ask(rig, "ADD", SINGLE, readinessindicatorfile="/run/ready").exit_code == 0
