"""The stand-in for firewall, beside Debian's."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.side_by_side import PODS, Pod, both_sides
from tests.support.stand_ins import POD, ask, ask_raw
from traces.simulate.table import stand_in

FIREWALL = stand_in("firewall")
PREV: dict[str, Any] = {"cniVersion": "1.0.0", "interfaces": [{"name": "cni0"}]}
_CONFIGS: list[dict[str, Any]] = [
    {},
    {"backend": "iptables", "iptablesAdminChainName": "MINE"},
    {"backend": "nope"},
    {"backend": 3},
    {"backend": "firewalld"},
    {"ingressPolicy": "open"},
    {"ingressPolicy": "same-bridge"},
    {"ingressPolicy": "x"},
]


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS)
def test_it_answers_and_complains_as_debian_s(pod: Pod) -> None:
    with both_sides("firewall", pod) as (real, ours):
        for config in ({"type": "firewall", **config} for config in _CONFIGS):
            for verb in ("ADD", "CHECK", "DEL", "DEL"):
                assert ours.asked(verb, config) == real.asked(verb, config), (verb, config)
        for config in ({"type": "firewall", **config} for config in _CONFIGS[-3:]):
            for verb in ("ADD", "CHECK", "DEL"):
                assert ours.asked(verb, config, None) == real.asked(verb, config, None), (verb, config)
                bare = {"cniVersion": pod.version}
                assert ours.asked(verb, config, bare) == real.asked(verb, config, bare), (verb, config)


def test_pods_kept_apart_need_their_bridge_too(tmp_path: Path) -> None:
    assert ask(FIREWALL, "ADD", tmp_path, ingressPolicy="isolated", prevResult=PREV).document == PREV
    unnamed = {**PREV, "interfaces": [{"name": ""}]}
    error = ask(FIREWALL, "ADD", tmp_path, ingressPolicy="isolated", prevResult=unnamed).document
    assert error == {"code": 999, "msg": "got empty bridge name"}
    assert ask(FIREWALL, "DEL", tmp_path, ingressPolicy="isolated").exit_code == 0


def test_versions_before_check_came_are_not_its_own(tmp_path: Path) -> None:
    supported = ask_raw(FIREWALL, "VERSION", tmp_path, b"{}", POD).document["supportedVersions"]
    assert supported == ["0.4.0", "1.0.0", "1.1.0"]
    error = ask(FIREWALL, "ADD", tmp_path, cniVersion="0.3.1", prevResult={"cniVersion": "0.3.1"}).document
    assert error["msg"] == "incompatible CNI versions"


def test_addresses_get_the_version_that_prev_result_did_not_say(tmp_path: Path) -> None:
    prev = {"cniVersion": "0.4.0", "ips": [{"address": "fd00::5/64"}]}
    answer = ask(FIREWALL, "ADD", tmp_path, cniVersion="0.4.0", prevResult=prev).document
    assert answer["ips"] == [{"version": "6", "address": "fd00::5/64"}]
