"""The stand-in for tuning, beside Debian's."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.side_by_side import PODS, Pod, Side, both_sides
from tests.support.stand_ins import ask, ask_raw
from traces.simulate.table import stand_in

TUNING = stand_in("tuning")
PREV: dict[str, Any] = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "eth0", "mac": "aa:bb:cc:dd:ee:01", "sandbox": "/run/netns/pod"}],
}
_ALL: dict[str, Any] = {"mac": "C2:B0:57:49:47:F1", "mtu": 1400, "promisc": True, "allmulti": True}
_GOOD: list[dict[str, Any]] = [
    {},
    {"sysctl": {"net.ipv4.conf.all.arp_filter": "1", "net/ipv6/conf/all/forwarding": "1"}},
    {"mac": "c2:b0:57:49:47:f1"},
    {"mac": "c2b0.5749.47f2"},
    {"mtu": 1454, "allmulti": False},
    {"promisc": True},
    {"runtimeConfig": {"mac": "c2:b0:57:49:47:f3"}, "mac": "c2:b0:57:49:47:f4"},
    {"sysctl": {}, "args": {"cni": {**_ALL, "sysctl": {"net.ipv4.conf.all.arp_filter": "0"}}}},
    {"mac": "c2:b0:57:49:47:f5", "dataDir": "/run/elsewhere"},
]
_BAD: list[dict[str, Any]] = [
    {"sysctl": {"net.core.nope": "1"}},
    {"sysctl": {"kernel.hostname": "x"}},
    {"sysctl": {"net/../kernel/x": "1"}},
    {"sysctl": {"net.ipv4.conf.all.arp_filter": "x"}},
    {"mac": "zz"},
    {"mac": "01:00:00:00:00:01"},
    {"mtu": 10},
    {"mtu": -1},
    {"mtu": 99_999_999_999},
    {"promisc": "x"},
]
_STATE = """
ip netns exec pod sh -c 'ip link; cat /proc/sys/net/ipv4/conf/all/arp_filter /proc/sys/net/ipv6/conf/all/forwarding'
head -n 99 /run/cni/tuning/* /run/elsewhere/* 2>/dev/null || :
"""


def tuned(**settings: Any) -> dict[str, Any]:
    """A configuration with these settings."""
    return {"type": "tuning", **settings}


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS)
def test_it_sets_and_restores_as_debian_s(pod: Pod) -> None:
    with both_sides("tuning", pod) as (real, ours):
        for settings in _GOOD if pod is PODS[0] else _GOOD[-2:]:
            for verb in ("ADD", "CHECK", "DEL", "DEL"):
                wanted, got = (side.asked(verb, tuned(**settings)) for side in (real, ours))
                assert got == wanted, (verb, settings)
                if verb != "CHECK":
                    assert _state(ours) == _state(real), (verb, settings)


@needs_plugins
@needs_namespaces
def test_it_complains_as_debian_s() -> None:
    with both_sides("tuning", PODS[0]) as (real, ours):
        for settings in _BAD:
            for verb in ("ADD", "DEL"):
                wanted = real.asked(verb, tuned(**settings))
                assert ours.asked(verb, tuned(**settings)) == wanted, (verb, settings)
        for side in (real, ours):
            side.box.add_netns("/run/netns/empty")
        for verb in ("ADD", "CHECK", "DEL"):
            config = tuned(mtu=1400, sysctl={"net.ipv4.conf.all.arp_filter": "0"})
            assert ours.asked(verb, config, None) == real.asked(verb, config, None), verb
            for netns in ("/run/netns/empty", "/run/netns/none", "/etc/passwd"):
                wanted = real.asked(verb, config, netns=netns)
                assert ours.asked(verb, config, netns=netns) == wanted, (verb, netns)
        assert ours.asked("DEL", tuned(), netns="") == (0, None)


@needs_plugins
@needs_namespaces
def test_check_sees_what_was_changed_as_debian_s() -> None:
    config = tuned(**{**_ALL, "mac": "c2:b0:57:49:47:f1"}, sysctl={"net.ipv4.conf.all.arp_filter": "1"})
    changes = (
        "sysctl -qw net.ipv4.conf.all.arp_filter=0",
        "ip link set eth0 address c2:b0:57:49:47:f9",
        "ip link set eth0 promisc off",
        "ip link set eth0 mtu 1300",
    )
    with both_sides("tuning", PODS[0]) as (real, ours):
        for change in changes:
            for side in (real, ours):
                assert side.call("ADD", config, side.prev).exit_code == 0
                side.in_pod(change)
            wanted = real.asked("CHECK", config)
            assert wanted[0] == 1
            assert ours.asked("CHECK", config) == wanted
        ours.in_pod("ip link set eth0 allmulticast off address c2:b0:57:49:47:f1 promisc on mtu 1400")
        ours.in_pod("sysctl -qw net.ipv4.conf.all.arp_filter=1")
        message = "Error: Tuning configured all-multicast mode of eth0 is true, current value is false"
        assert ours.asked("CHECK", config) == (1, {"code": 999, "msg": message})


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS[:2])
def test_ifname_and_queue_length_are_set_and_checked(pod: Pod) -> None:
    config = tuned(sysctl={"net.ipv4.conf.IFNAME.arp_filter": "1"}, txQLen=77)
    with both_sides("tuning", pod) as (_, ours):
        queue = f"ip -j link show {pod.ifname} | jq '.[0].txqlen // 0'"
        before = ours.in_pod(queue)
        assert ours.asked("ADD", config)[0] == 0
        assert ours.in_pod(f"cat /proc/sys/net/ipv4/conf/{pod.ifname}/arp_filter") == "1\n"
        assert ours.in_pod(queue) == "77\n"
        assert ours.asked("CHECK", config) == (0, None)
        wrong = f"Error: Tuning configured Transmit Queue Length of {pod.ifname} is 78, current value is 77"
        assert ours.asked("CHECK", {**config, "txQLen": 78}) == (1, {"code": 999, "msg": wrong})
        assert ours.asked("DEL", config) == (0, None)
        assert ours.in_pod(queue) == before != "77\n"


def test_where_nothing_may_be_touched_it_answers_all_the_same(tmp_path: Path) -> None:
    config: dict[str, Any] = {**_ALL, "sysctl": {"net.ipv4.conf.IFNAME.arp_filter": "1"}}
    answer = ask(TUNING, "ADD", tmp_path, **config, prevResult=PREV).document
    assert answer["interfaces"][0]["mac"] == "C2:B0:57:49:47:F1"
    kept = tmp_path / "run/cni/tuning/c0ffee_eth0.json"
    assert json.loads(kept.read_text())["mac"] == "aa:bb:cc:dd:ee:01"
    assert ask(TUNING, "CHECK", tmp_path, **config, prevResult=PREV).exit_code == 0
    assert ask(TUNING, "DEL", tmp_path, **config).exit_code == 0
    assert not kept.exists()


@pytest.mark.parametrize("folder", ["../../../escape", "/../../escape", "escape"])
def test_its_files_stay_where_they_may_be(folder: str, tmp_path: Path) -> None:
    state = tmp_path / "a" / "b"
    assert ask(TUNING, "ADD", state, mtu=1400, dataDir=folder, prevResult=PREV).exit_code == 0
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.json")] == ["a/b/escape/c0ffee_eth0.json"]


def test_cni_args_name_a_mac_address(tmp_path: Path) -> None:
    env = {"CNI_ARGS": "IgnoreUnknown=1;K8S_POD_NAME=web;MAC=c2:b0:57:49:47:f1"}
    answer = ask(TUNING, "ADD", tmp_path, env=env, prevResult=PREV).document
    assert answer["interfaces"][0]["mac"] == "c2:b0:57:49:47:f1"
    error = ask(TUNING, "DEL", tmp_path, env={"CNI_ARGS": "K8S_POD_NAME=web"}).document
    assert error["msg"] == 'ARGS: unknown args ["K8S_POD_NAME=web"]'


def test_a_sysctl_named_twice_is_refused(tmp_path: Path) -> None:
    sysctls = '{"net.core.somaxconn": "1", "net.core.somaxconn": "2"}'
    stdin = f'{{"cniVersion": "1.0.0", "name": "net", "type": "tuning", "sysctl": {sysctls}}}'.encode()
    error = ask_raw(TUNING, "ADD", tmp_path, stdin).document
    assert error == {"code": 999, "msg": "duplicated sysctl keys are not allowed"}


def test_a_list_of_allowed_sysctls_is_kept_to(tmp_path: Path) -> None:
    allowed = tmp_path / "etc/cni/tuning/allowlist.conf"
    allowed.parent.mkdir(parents=True)
    allowed.write_text("^net.core.*$\n\n^net.ipv4.ip_forward$\n")
    good = {"sysctl": {"net.core.somaxconn": "5", "net.ipv4.ip_forward": "1"}}
    assert ask(TUNING, "ADD", tmp_path, **good, prevResult=PREV).exit_code == 0
    error = ask(TUNING, "ADD", tmp_path, sysctl={"net.ipv6.x": "1"}, prevResult=PREV).document
    only = "Only the following sysctls are allowed: [^net.core.*$ ^net.ipv4.ip_forward$]"
    assert error["msg"] == f"Sysctl net.ipv6.x is not allowed. {only}"
    allowed.write_text("(\n")
    assert "error parsing regexp: " in ask(TUNING, "ADD", tmp_path, **good, prevResult=PREV).document["msg"]


def _state(side: Side) -> str:
    """The pod's interfaces, some of its sysctls, and tuning's files; of the MAC addresses only those that were set."""
    chosen = side.sh(_STATE).replace("c2:b0:57", "chosen")
    return side.plain(chosen)
