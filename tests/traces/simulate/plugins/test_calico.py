"""The stand-in for calico: what it needs, whom it asks, what it answers, and what it makes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces
from tests.support.recorded import Rig
from tests.support.stand_in_box import stand_ins
from tests.support.stand_ins import POD
from traces.simulate.skel import Answer

KUBECONFIG = "/etc/cni/net.d/calico-kubeconfig"
IPAM: dict[str, Any] = {"ipam": {"type": "calico-ipam"}}
ARGS = "K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web-0"
HOST = "calia4fc3c48bd8"
"""The first 11 digits of the SHA-1 of shop.web-0."""
BEFORE = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "cni0"}, {"name": "eth0", "sandbox": "/run/netns/pod"}],
    "ips": [{"address": "10.244.1.4/24", "interface": 1}],
}


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """A node with the kubeconfig."""
    node = Rig(folder=tmp_path)
    node.file(KUBECONFIG, "kind: Config\n")
    return node


def ask(rig: Rig, verb: str, args: str = ARGS, ifname: str = "eth0", **config: Any) -> Answer:
    """Ask it with this configuration."""
    stdin = json.dumps({"cniVersion": "1.0.0", "name": "net", "type": "calico", **config}).encode()
    return rig.ask("calico", verb, {**POD, "CNI_PATH": rig.bin, "CNI_ARGS": args, "CNI_IFNAME": ifname}, stdin)


def message(answer: Answer) -> str:
    """The message of a failure."""
    assert answer.exit_code == 1
    return str(json.loads(answer.stdout)["msg"])


def ips(*addresses: str, **more: Any) -> bytes:
    """A result of an IPAM plugin."""
    found = [{"address": address, "gateway": str(more.get("gateway", ""))} for address in addresses]
    return json.dumps({"cniVersion": "1.0.0", "ips": found}).encode()


@pytest.mark.parametrize("verb", ["ADD", "DEL"])
def test_without_its_kubeconfig_it_fails(tmp_path: Path, verb: str) -> None:
    said = message(ask(Rig(folder=tmp_path), verb, **IPAM))
    assert said.endswith("stat /etc/cni/net.d/calico-kubeconfig: no such file or directory")
    assert said.startswith("error creating calico client: ") == (verb == "ADD")


def test_the_files_that_it_names_must_be_there(rig: Rig) -> None:
    named: dict[str, Any] = {"kubernetes": {"kubeconfig": "/nonexistent/k"}}
    assert "stat /nonexistent/k: no such file" in message(ask(rig, "ADD", **IPAM, **named))
    said = message(ask(rig, "ADD", **IPAM, nodename_file="/nonexistent/n"))
    assert said.startswith("stat /nonexistent/n: no such file or directory: check that the calico/node container is")


def test_with_etcd_no_kubeconfig_is_needed(tmp_path: Path) -> None:
    rig = Rig(folder=tmp_path)
    rig.answers(("calico-ipam", ips("10.1.0.9/26"), 0))
    assert ask(rig, "ADD", **IPAM, etcd_endpoints="http://127.0.0.1:2379").exit_code == 0


@pytest.mark.parametrize("address", ["10.1.0.9/26", "192.168.77.5/26", "fd00:1::9/122"])
def test_it_answers_the_host_s_end_and_the_bare_address(rig: Rig, address: str) -> None:
    rig.answers(("calico-ipam", ips(address), 0))
    answer = ask(rig, "ADD", **IPAM)
    bare, length = address.partition("/")[0], 128 if ":" in address else 32
    assert json.loads(answer.stdout) == {
        "cniVersion": "1.0.0",
        "interfaces": [{"name": HOST}],
        "ips": [{"address": f"{bare}/{length}"}],
    }


def test_outside_of_kubernetes_the_container_names_the_veth(rig: Rig) -> None:
    rig.answers(("host-local", ips("10.1.0.9/24", gateway="10.1.0.1"), 0))
    found = json.loads(ask(rig, "ADD", args="", ipam={"type": "host-local"}).stdout)
    assert (found["interfaces"], found["ips"]) == ([{"name": "calic0ffee"}], [{"address": "10.1.0.9/32"}])


def test_its_ipam_plugin_gets_the_same_stdin(rig: Rig) -> None:
    rig.answers(("calico-ipam", ips("10.1.0.9/26"), 0), ("calico-ipam", b"", 0))
    for verb in ("ADD", "DEL"):
        ask(rig, verb, **IPAM, policy={"type": "k8s"})
    assert [env["CNI_COMMAND"] for _, env, _ in rig.given()] == ["ADD", "DEL"]
    for _, env, stdin in rig.given():
        assert env["CNI_ARGS"] == f"IgnoreUnknown=1;{ARGS}"
        assert json.loads(stdin)["policy"] == {"type": "k8s"}


def test_host_local_gets_the_pod_cidr_for_the_word(rig: Rig) -> None:
    rig.answers(("host-local", ips("10.244.0.9/24"), 0), ("host-local", b"", 0))
    ipam = {"type": "host-local", "subnet": "usePodCidr", "ranges": [[{"subnet": "usePodCidrIPv6", "x": 1}]]}
    for verb in ("ADD", "DEL"):
        ask(rig, verb, ipam=ipam)
    given = [json.loads(stdin)["ipam"] for _, _, stdin in rig.given()]
    assert [each["subnet"] for each in given] == ["10.244.0.0/24", "0.0.0.0/0"]
    assert [each["ranges"] for each in given] == [
        [[{"subnet": "fd00:10:244::/64", "x": 1}]],
        [[{"subnet": "::/0", "x": 1}]],
    ]


def test_an_ipam_plugin_that_fails_fails_it(rig: Rig) -> None:
    rig.answers(("calico-ipam", b'{"code":11,"msg":"full"}', 1))
    assert message(ask(rig, "ADD", **IPAM)) == "full"
    assert message(ask(rig, "ADD")) == "no plugin name provided"
    rig.answers(("calico-ipam", ips(), 0), ("calico-ipam", b"", 0))
    assert message(ask(rig, "ADD", **IPAM)) == "IPAM plugin returned missing IP config"
    assert [env["CNI_COMMAND"] for _, env, _ in rig.given()] == ["ADD", "DEL"]


def test_behind_another_plugin_it_only_adds_policy(rig: Rig) -> None:
    answer = ask(rig, "ADD", prevResult=BEFORE)
    assert json.loads(answer.stdout) == BEFORE
    assert [ask(rig, verb, prevResult=BEFORE).exit_code for verb in ("CHECK", "DEL", "DEL")] == [0, 0, 0]
    assert ask(rig, "DEL").exit_code == 0


def test_what_loopback_found_is_not_carried_over(rig: Rig) -> None:
    rig.answers(("calico-ipam", ips("10.1.0.9/26"), 0))
    lo = {"cniVersion": "1.0.0", "interfaces": [{"name": "lo", "sandbox": "/run/netns/pod"}]}
    assert json.loads(ask(rig, "ADD", **IPAM, prevResult=lo).stdout)["interfaces"] == [{"name": HOST}]


@needs_namespaces
@pytest.mark.parametrize(
    ("ifname", "ipam", "address", "ways"),
    [
        ("eth0", {"ipv4_pools": ["10.65.0.0/24"]}, "10.65.0.2/32", {"169.254.1.1", "default"}),
        ("net1", {"ipv4_pools": ["172.30.8.0/26"]}, "172.30.8.2/32", {"169.254.1.1", "default"}),
        (
            "eth0",
            {"assign_ipv4": "false", "assign_ipv6": "true", "ipv6_pools": ["fd00:65::/64"]},
            "fd00:65::2/128",
            {"fd00:65::2", "default"},
        ),
    ],
)
def test_in_a_sandbox_the_pod_has_what_is_claimed(
    ifname: str, ipam: dict[str, Any], address: str, ways: set[str]
) -> None:
    conf: dict[str, Any] = {"type": "calico", "mtu": 1400, "ipam": {"type": "calico-ipam", **ipam}}
    with stand_ins("calico", "calico-ipam", files={KUBECONFIG: b"x"}) as node:
        before = node.links()
        result = node.result(ifname, **conf)
        assert (result["interfaces"], result["ips"]) == ([{"name": HOST}], [{"address": address}])
        assert node.addresses(ifname) == [address]
        assert {dst for dst, _, dev in node.routes() if dev == ifname} == ways
        assert node.links()[HOST] == "ee:ee:ee:ee:ee:ee"
        assert (address.partition("/")[0], "", HOST) in node.routes("")
        assert json.loads(node.sh(f"ip -json -n pod link show {ifname}"))[0]["mtu"] == 1400
        assert [node.call(verb, ifname, **conf).exit_code for verb in ("DEL", "DEL")] == [0, 0]
        assert (node.links(), node.routes(""), node.routes()) == (before, set(), set())
        assert node.call("DEL", ifname, netns="", **conf).exit_code == 0


@needs_namespaces
def test_an_interface_that_is_there_gives_the_address_back() -> None:
    conf: dict[str, Any] = {"type": "calico", "ipam": {"type": "calico-ipam"}}
    with stand_ins("calico", "calico-ipam", files={KUBECONFIG: b"x"}) as node:
        node.sh("ip -n pod link add eth0 type veth peer name other")
        completed = node.call("ADD", **conf)
        assert json.loads(completed.stdout)["msg"] == "file exists"
        assert "192.168." not in node.sh("ls /var/lib/cni/calico-ipam")


@needs_namespaces
def test_policy_needs_the_interface_that_it_is_for() -> None:
    with stand_ins("calico", files={KUBECONFIG: b"x"}) as node:
        completed = node.call("ADD", type="calico", prevResult=BEFORE)
        assert json.loads(completed.stdout)["msg"] == 'failed to lookup "eth0": Link not found'
