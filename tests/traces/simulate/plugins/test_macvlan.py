"""The stand-in for macvlan, beside Debian's."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.both_ways import both_ways
from tests.support.ipam import EVERY_POD, with_ipam
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.stand_ins import ask
from traces.simulate.plugins.macvlan import PLUGIN

MASTER = "ip link add uplink type bridge && ip link set uplink up"


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(("ipam", "ifname", "version"), EVERY_POD)
def test_it_answers_and_makes_what_debian_s_does(
    ipam: dict[str, Any] | None, ifname: str, version: str, tmp_path: Path
) -> None:
    link = with_ipam({"type": "macvlan", "master": "uplink"}, ipam)
    real, simulated = both_ways(tmp_path, link, ifname=ifname, version=version, before=MASTER)
    assert (simulated.calls, simulated.kernel) == (real.calls, real.kernel)


@needs_namespaces
@needs_plugins
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="no default route to take the master from"),
        pytest.param({"master": "nowhere"}, id="no such master"),
        pytest.param({"master": "uplink", "mtu": 9000}, id="the MTU is beyond the master's"),
        pytest.param({"master": "uplink", "mode": "wild"}, id="no such mode"),
        pytest.param({"master": "uplink", "mode": "vepa", "mac": "c2:11:22:33:44:55"}, id="another mode, a MAC"),
        pytest.param({"master": "uplink", "mac": "zz"}, id="a MAC that is none"),
    ],
)
def test_its_options_do_what_debian_s_do(options: dict[str, Any], tmp_path: Path) -> None:
    real, simulated = both_ways(tmp_path, {"type": "macvlan", **options}, before=MASTER)
    assert simulated.calls["0 ADD"] == real.calls["0 ADD"]
    assert simulated.kernel == real.kernel
    assert simulated.calls["2 DEL"][0][4:] == (0, None)  # as 1.9.1's: that of 1.1.1 wants a master that can be


@needs_namespaces
@needs_plugins
def test_an_interface_that_is_there_is_refused(tmp_path: Path) -> None:
    before = f"{MASTER}; ip netns add pod; ip -n pod link add eth0 type bridge"
    real, simulated = both_ways(tmp_path, {"type": "macvlan", "master": "uplink"}, before=before)
    assert simulated.calls["0 ADD"] == real.calls["0 ADD"]


def test_without_namespaces_it_answers_the_runtime_s_mac(tmp_path: Path) -> None:
    given: dict[str, Any] = {"mac": "c2:11:22:33:44:66", "runtimeConfig": {"mac": "c2:11:22:33:44:55"}}
    found = ask(PLUGIN, "ADD", tmp_path, master="uplink", dns={"domain": "a.b"}, **given).document
    assert found["interfaces"] == [{"mac": "c2:11:22:33:44:55", "name": "eth0", "sandbox": "/run/netns/pod"}]
    assert found["dns"] == {"domain": "a.b"}
