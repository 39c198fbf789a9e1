"""The stand-in for bridge: as Debian's on the same input, and as the recorded 1.9.1."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.both_ways import both_ways
from tests.support.cli import plugin
from tests.support.ipam import EVERY_POD, V4, with_ipam
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.recorded import Rig, recording
from tests.support.stand_ins import POD, ask
from traces.simulate.plugins.bridge import PLUGIN

GIVEN = b'{"cniVersion":"1.0.0","ips":[{"address":"10.89.9.4/24"},{"address":"fd00::4/64","gateway":"fd00::9"}]}'
RECORDINGS = (
    "loopback-then-bridge-0.4.0",
    "loopback-then-bridge-1.0.0",
    "bridge-portmap-bandwidth-firewall-tuning-1.0.0",
)


def rig_of(folder: Path, stdout: bytes = GIVEN, code: int = 0) -> Rig:
    """A node whose host-local answers so to whatever it is asked."""
    rig = Rig(folder=folder)
    rig.answers(*[("host-local", stdout, code)] * 3)
    return rig


def add(folder: Path, *, env: dict[str, str] | None = None, **config: Any) -> dict[str, Any]:
    """What ADD answers where host-local gives out GIVEN; without namespaces."""
    rig = rig_of(folder)
    document = {"cniVersion": "1.0.0", "name": "net", "type": "bridge", "ipam": {"type": "host-local"}, **config}
    got = rig.ask("bridge", "ADD", {**POD, "CNI_PATH": rig.bin, **(env or {})}, json.dumps(document).encode())
    found: dict[str, Any] = json.loads(got.stdout)
    return found


def plain(text: str) -> str:
    """Without what is made at random."""
    return re.sub("veth[0-9a-f]{8}", "veth", re.sub("(?:[0-9a-f]{2}:){5}[0-9a-f]{2}", "MAC", text))


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(("ipam", "ifname", "version"), EVERY_POD)
def test_it_answers_and_makes_what_debian_s_does(
    ipam: dict[str, Any] | None, ifname: str, version: str, tmp_path: Path
) -> None:
    link = {"type": "bridge", "bridge": "cni7", "isGateway": True, "mtu": 1400}
    real, simulated = both_ways(tmp_path, with_ipam(link, ipam), ifname=ifname, version=version)
    assert simulated.calls == real.calls
    assert simulated.kernel == real.kernel


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize("options", [{"isDefaultGateway": True, "promiscMode": True}, {"hairpinMode": True}, {}])
def test_its_options_do_what_debian_s_do(options: dict[str, Any], tmp_path: Path) -> None:
    link = {"type": "bridge", **options, "ipam": {"type": "host-local", "subnet": "10.4.0.0/16"}}
    real, simulated = both_ways(tmp_path, link, args=(("IgnoreUnknown", "1"), ("MAC", "c2:11:22:33:44:55")))
    assert (simulated.calls, simulated.kernel) == (real.calls, real.kernel)


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(
    ("ipam", "before"),
    [
        pytest.param({"type": "host-local", "subnet": "10.4.0.0/31"}, "true", id="IPAM fails"),
        pytest.param(V4, "ip link add cni0 type ifb", id="no bridge"),
        pytest.param(V4, "ip link add cni0 type bridge; ip addr add 10.89.9.9/24 dev cni0", id="another address"),
    ],
)
def test_it_fails_as_debian_s(ipam: dict[str, Any], before: str, tmp_path: Path) -> None:
    link = {"type": "bridge", "isGateway": True, "ipam": ipam}
    real, simulated = both_ways(tmp_path, link, before=before)
    assert simulated.calls["0 ADD"][0][4:] == real.calls["0 ADD"][0][4:] != 0
    assert (simulated.calls, simulated.kernel) == (real.calls, real.kernel)


@pytest.mark.parametrize("name", RECORDINGS)
def test_it_asks_ipam_and_answers_as_recorded(name: str, tmp_path: Path) -> None:
    for verb in recording(name)["verbs"]:
        asked = next(call for call in verb["calls"] if call["plugin"] == "bridge")
        delegates = [call for call in verb["calls"] if call["parent"] == asked["id"]]
        rig = Rig(folder=tmp_path)
        rig.answers(*((call["plugin"], call["stdout"].encode(), call["exit"]) for call in delegates))
        env = {**asked["env"], "CNI_PATH": rig.bin}
        got = rig.ask("bridge", verb["verb"], env, asked["stdin"].encode())
        assert [given[2] for given in rig.given()] == [call["stdin"].encode() for call in delegates]
        assert plain(got.stdout.decode()) == plain(asked["stdout"])


def test_a_default_gateway_is_a_route_of_each_family(tmp_path: Path) -> None:
    found = add(tmp_path, isDefaultGateway=True)
    assert found["routes"] == [{"dst": "0.0.0.0/0", "gw": "10.89.9.1"}, {"dst": "::/0", "gw": "fd00::9"}]
    assert [ip["interface"] for ip in found["ips"]] == [2, 2]


def test_a_configured_dns_stands_before_that_of_ipam(tmp_path: Path) -> None:
    assert add(tmp_path, dns={"nameservers": ["9.9.9.9"]})["dns"] == {"nameservers": ["9.9.9.9"]}


def test_its_configuration_is_read_without_regard_to_case(tmp_path: Path) -> None:
    given: dict[str, Any] = {"IPAM": {"Type": "host-local"}, "Bridge": "br", "ipam": {}}
    found = add(tmp_path, **given)
    assert (found["interfaces"][0]["name"], len(found["ips"])) == ("br", 2)


def test_a_vlan_has_an_interface_that_is_listed(tmp_path: Path) -> None:
    assert add(tmp_path, isGateway=True, vlan=7, bridge="br")["interfaces"][3]["name"] == "br.7"


def test_the_runtime_s_mac_is_the_pod_s(tmp_path: Path) -> None:
    given = {"runtimeConfig": {"mac": "c2:11:22:33:44:55"}, "args": {"cni": {"mac": "c2:11:22:33:44:66"}}}
    found = add(tmp_path, env={"CNI_ARGS": "MAC=c2:11:22:33:44:77"}, **given)
    assert found["interfaces"][2]["mac"] == "c2:11:22:33:44:55"


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"hairpinMode": True, "promiscMode": True}, "cannot set hairpin mode and promiscuous mode at the same time"),
        ({"vlan": 5000}, "invalid VLAN ID 5000 (must be between 0 and 4094)"),
        ({"vlan": 1, "vlanTrunk": [{"id": 2}]}, "cannot set vlan and vlanTrunk at the same time"),
        ({"vlanTrunk": [{"minID": 5, "maxID": 2}]}, "minID is greater than maxID in trunk parameter"),
        ({"disableContainerInterface": True}, "cannot use IPAM when DisableContainerInterface flag is set"),
        ({"ipMasq": True, "ipMasqBackend": "pf"}, 'unknown ipmasq backend "pf"'),
        (
            {"ipam": 1},
            "failed to load netconf: json: cannot unmarshal number into Go struct field "
            "NetConf.ipam of type types.IPAM",
        ),
        ({"runtimeConfig": {"mac": "zz"}}, "failed to make veth pair: address zz: invalid MAC address"),
        (
            {"isGateway": "yes"},
            "failed to load netconf: json: cannot unmarshal string into Go struct field NetConf.isGateway of type bool",
        ),
    ],
)
def test_what_can_t_be_is_refused_in_the_real_words(config: dict[str, Any], words: str, tmp_path: Path) -> None:
    assert add(tmp_path, **config) == {"code": 999, "msg": words}


def test_ipam_s_failure_is_its_own(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, b'{"code":11,"msg":"later"}', 1)
    stdin = b'{"cniVersion":"1.0.0","name":"net","type":"bridge","ipam":{"type":"host-local"}}'
    got = rig.ask("bridge", "ADD", {**POD, "CNI_PATH": rig.bin}, stdin)
    assert json.loads(got.stdout) == {"code": 11, "msg": "later"}
    assert [given[1]["CNI_COMMAND"] for given in rig.given()] == ["ADD"]


def test_an_address_is_given_back_where_add_fails_after_ipam(tmp_path: Path) -> None:
    rig = rig_of(tmp_path, b'{"cniVersion":"1.0.0"}')
    stdin = b'{"cniVersion":"1.0.0","name":"net","type":"bridge","ipam":{"type":"host-local"}}'
    got = rig.ask("bridge", "ADD", {**POD, "CNI_PATH": rig.bin}, stdin)
    assert json.loads(got.stdout)["msg"] == "IPAM plugin returned missing IP config"
    assert [given[1]["CNI_COMMAND"] for given in rig.given()] == ["ADD", "DEL"]


def test_status_is_that_of_ipam(tmp_path: Path) -> None:
    plugin(tmp_path, "host-local", """echo '{"code":50,"msg":"not ready"}'; exit 1""")
    env = {"CNI_PATH": str(tmp_path)}
    got = ask(PLUGIN, "STATUS", tmp_path, env, cniVersion="1.1.0", ipam={"type": "host-local"})
    assert got.document == {"code": 50, "msg": "not ready"}
    assert ask(PLUGIN, "STATUS", tmp_path, env, cniVersion="1.1.0").exit_code == 0
