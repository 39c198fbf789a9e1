"""The stand-in for sbr, beside Debian's: what it answers, and the rules and routes that it makes."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.side_by_side import PODS, Pod, Side, both_sides
from tests.support.stand_ins import ask
from traces.simulate.table import stand_in

SBR = stand_in("sbr")
CONFIG: dict[str, Any] = {"type": "sbr"}
PREV: dict[str, Any] = {"cniVersion": "1.0.0", "ips": [{"address": "10.1.0.5/24", "gateway": "10.1.0.1"}]}


def routing(side: Side) -> str:
    """The pod's rules and routes; those of its link-local address come in the kernel's own time, and are left out."""
    shown = side.in_pod('sh -c "ip rule; ip -6 rule; ip route show table all"')
    return "".join(line for line in shown.splitlines(keepends=True) if "fe80::" not in line and "ff00::" not in line)


@needs_plugins
@needs_namespaces
@pytest.mark.parametrize("pod", PODS)
def test_it_moves_routes_as_debian_s(pod: Pod) -> None:
    with both_sides("sbr", pod) as (real, ours):
        for verb in ("ADD", "CHECK", "DEL", "DEL"):
            assert ours.asked(verb, CONFIG) == real.asked(verb, CONFIG), verb
            assert routing(ours) == routing(real), verb
            if verb == "ADD":
                assert ("lookup 100" in routing(ours)) == bool(pod.subnets)


@needs_plugins
@needs_namespaces
def test_a_taken_table_is_not_taken_again() -> None:
    with both_sides("sbr", PODS[2]) as (real, ours):
        for side in (real, ours):
            side.in_pod("ip rule add from 192.0.2.1 table 100")
            side.in_pod("ip rule add from 192.0.2.2 table 1000")
        assert ours.asked("ADD", CONFIG) == real.asked("ADD", CONFIG)
        assert routing(ours) == routing(real)
        assert "lookup 101" in routing(ours)


@needs_plugins
@needs_namespaces
def test_it_complains_as_debian_s() -> None:
    with both_sides("sbr", PODS[0]) as (real, ours):
        for side in (real, ours):
            side.box.add_netns("/run/netns/empty")
        for netns in ("/run/netns/empty", "/etc/passwd"):
            assert ours.asked("ADD", CONFIG, netns=netns) == real.asked("ADD", CONFIG, netns=netns), netns
        for prev in (None, "x", {"cniVersion": "1.0.0"}, {"cniVersion": "1.0.0", "ips": []}):
            for verb in ("ADD", "CHECK", "DEL"):
                assert ours.asked(verb, CONFIG, prev) == real.asked(verb, CONFIG, prev), (verb, prev)
        for netns in ("", "/run/netns/none", "/run/netns/empty"):
            assert ours.asked("DEL", CONFIG, netns=netns) == (0, None)


@needs_plugins
@needs_namespaces
def test_a_table_of_one_s_own_only_gets_rules() -> None:
    config = {**CONFIG, "table": 77}
    with both_sides("sbr", PODS[2]) as (_, ours):
        before = routing(ours)
        assert ours.asked("ADD", config)[0] == 0
        assert routing(ours).count("lookup 77") == 2
        assert ours.asked("DEL", {**CONFIG, "table": 78}) == (0, None)
        assert routing(ours).count("lookup 77") == 2
        assert ours.asked("DEL", config) == (0, None)
        assert routing(ours) == before


@needs_plugins
@needs_namespaces
def test_gateways_and_hints_come_from_the_configuration() -> None:
    config = {**CONFIG, "gateways": ["10.22.0.9"], "addSourceHints": True}
    with both_sides("sbr", PODS[0]) as (_, ours):
        ours.in_pod("ip route add 10.55.0.0/16 via 10.22.0.1")
        assert ours.asked("ADD", config)[0] == 0
        main = ours.in_pod("ip route").splitlines()
        assert main and all("scope link src 10.22.0.2" in line for line in main)
        table = ours.in_pod("ip route show table 100")
        assert "10.55.0.0/16 via 10.22.0.1 dev eth0" in table


@pytest.mark.parametrize(
    ("gateways", "message"),
    [
        (["x"], "invalid static gateway IP address: x"),
        (["10.1.0.1", "10.1.0.2"], "gateways list contains multiple IPv4 addresses: 10.1.0.1 and 10.1.0.2"),
        (["::1", "::2", "::3"], "gateways list cannot contain more than 2 entries (one IPv4, one IPv6)"),
    ],
)
def test_gateways_that_make_no_sense_are_refused(gateways: list[str], message: str, tmp_path: Path) -> None:
    error = ask(SBR, "ADD", tmp_path, gateways=gateways, prevResult=PREV).document
    assert error == {"code": 999, "msg": message}
