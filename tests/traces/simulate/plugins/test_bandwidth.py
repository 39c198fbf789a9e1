"""The stand-in for bandwidth, beside Debian's."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.side_by_side import PODS, Pod, both_sides
from tests.support.stand_ins import ask
from traces.simulate.table import stand_in

BANDWIDTH = stand_in("bandwidth")
INGRESS: dict[str, Any] = {"ingressRate": 1_000_000, "ingressBurst": 1_000_000}
EGRESS: dict[str, Any] = {"egressRate": 1_000_000, "egressBurst": 1_000_000}
PREV: dict[str, Any] = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "cni0"}, {"name": "veth1"}, {"name": "eth0", "sandbox": "/run/netns/pod"}],
}
_CONFIGS: list[dict[str, Any]] = [
    {},
    {"ingressRate": 0},
    INGRESS,
    EGRESS,
    INGRESS | EGRESS,
    {"runtimeConfig": {"bandwidth": INGRESS | EGRESS}},
    {"ingressRate": 0, "runtimeConfig": {"bandwidth": INGRESS | EGRESS}},
]
_BAD: list[dict[str, Any]] = [
    {"ingressRate": 5},
    {"egressBurst": 5},
    {"ingressRate": 1_000_000, "ingressBurst": 2**36},
    {"egressRate": -5},
    {"egressRate": "5"},
    {"runtimeConfig": {"bandwidth": {"egressRate": 5}}},
]


def limited(**limits: Any) -> dict[str, Any]:
    """A configuration with these limits."""
    return {"type": "bandwidth", **limits}


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS)
def test_it_answers_and_complains_as_debian_s(pod: Pod) -> None:
    with both_sides("bandwidth", pod) as (real, ours):
        host = (real.prev["interfaces"][1]["name"], ours.prev["interfaces"][1]["name"])
        for limits in (*_CONFIGS, *(_BAD if pod is PODS[0] else ())):
            for verb in ("ADD", "CHECK", "DEL", "DEL"):
                if verb == "CHECK" and not limits:
                    continue  # Debian's dies of a nil pointer
                assert ours.asked(verb, limited(**limits)) == real.asked(verb, limited(**limits)), (verb, limits)
            for side, name in ((real, host[0]), (ours, host[1])):
                side.sh(f"tc qdisc del dev {name} root || :; tc qdisc del dev {name} ingress || :")


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS)
def test_it_finds_the_host_s_interface_as_debian_s(pod: Pod) -> None:
    config = limited(**EGRESS)
    with both_sides("bandwidth", pod) as (real, ours):
        for side in (real, ours):
            side.box.add_netns("/run/netns/empty")
            side.box.add_netns("/run/netns/other")
            side.sh(
                f"ip -n other link add name {pod.ifname} type bridge; "
                "ip -n empty link add spare0 type veth peer name spare1; ip -n empty link add spare2 type bridge"
            )
        for verb in ("ADD", "CHECK", "DEL"):
            assert ours.asked(verb, config, None) == real.asked(verb, config, None), verb
            for netns in ("/run/netns/empty", "/run/netns/other", "/run/netns/none", "/etc/passwd"):
                wanted = real.asked(verb, config, netns=netns)
                assert ours.asked(verb, config, netns=netns) == wanted, (verb, netns)
            for kept in (0, 1):
                prevs = [
                    {**side.prev, "interfaces": side.prev["interfaces"][:kept], "ips": []} for side in (ours, real)
                ]
                assert ours.asked(verb, config, prevs[0]) == real.asked(verb, config, prevs[1]), (verb, kept)


@needs_plugins
@needs_namespaces
def test_its_device_is_made_and_taken_away() -> None:
    with both_sides("bandwidth", PODS[0]) as (real, ours):
        for side in (real, ours):
            assert side.call("ADD", limited(**EGRESS), side.prev).exit_code == 0
        shown = "ip -j -d link show type ifb | jq -c '.[] | [.ifname, .mtu, (.flags | index(\"UP\") != null)]'"
        assert ours.sh(shown) == real.sh(shown) != ""
        again = ours.call("ADD", limited(**EGRESS), ours.prev)
        assert ours.answer(again) == real.asked("ADD", limited(**EGRESS))
        assert ours.asked("DEL", limited()) == (0, None)
        assert ours.sh(shown) == ""
        missing = ours.asked("CHECK", limited(**EGRESS))
        assert missing == (1, {"code": 999, "msg": "get ifb device: Link not found"})


def test_without_limits_nothing_is_looked_for(tmp_path: Path) -> None:
    answer = ask(BANDWIDTH, "ADD", tmp_path, prevResult={"cniVersion": "1.0.0"})
    assert (answer.exit_code, answer.document) == (0, {"cniVersion": "1.0.0"})


def test_where_nobody_can_look_prev_result_is_believed(tmp_path: Path) -> None:
    answer = ask(BANDWIDTH, "ADD", tmp_path, **EGRESS, prevResult=PREV).document
    assert [interface["name"] for interface in answer["interfaces"]] == ["cni0", "veth1", "eth0", "bwp73decd76befe"]
    pod_only = {**PREV, "interfaces": PREV["interfaces"][2:]}
    error = ask(BANDWIDTH, "ADD", tmp_path, **EGRESS, prevResult=pod_only).document
    assert error["msg"] == "no veth peer of container interface found in host ns"
    error = ask(BANDWIDTH, "ADD", tmp_path, env={"CNI_IFNAME": "net1"}, **EGRESS, prevResult=PREV).document
    assert error["msg"] == 'container interface net1 has no veth peer: could not look up "net1": Link not found'


@pytest.mark.parametrize(
    ("subnets", "message"),
    [
        (
            {"shapedSubnets": ["10.0.0.0/8"], "unshapedSubnets": ["::/0"]},
            "unshapedSubnets and shapedSubnets cannot be both specified, one of them should be discarded",
        ),
        ({"shapedSubnets": ["10.0.0.1"]}, 'bad subnet "10.0.0.1" provided, details invalid CIDR address: 10.0.0.1'),
        ({"unshapedSubnets": ["x/8"]}, 'bad subnet "x/8" provided, details invalid CIDR address: x/8'),
    ],
)
def test_subnets_that_make_no_sense_are_refused(subnets: dict[str, Any], message: str, tmp_path: Path) -> None:
    for verb, before in (("ADD", ""), ("CHECK", "failed to check subnets, details ")):
        error = ask(BANDWIDTH, verb, tmp_path, **EGRESS, **subnets, prevResult=PREV).document
        assert error == {"code": 999, "msg": before + message}
