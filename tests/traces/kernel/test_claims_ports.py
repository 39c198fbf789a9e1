"""Port mappings, held to the packet filter's rules."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.support.claimed import NETNS, RESULT, SNAPSHOT, host
from tests.support.needs import needs_plugins
from tests.support.sandbox_chain import CHAIN, PLUGINS, PORTMAP, add
from tests.support.sandbox_chain import NETNS as RUN_NETNS
from tests.support.sandbox_place import fresh_sandbox, sh
from traces.cni.result_codec import decode
from traces.kernel.claims_ports import port_rows
from traces.kernel.snapshot import Wanted, to_wire
from traces.model.snapshot import NetfilterLine, Snapshot, Unread
from traces.store.snapshot_codec import snapshot_of

MAPPING: dict[str, Any] = {"hostPort": 8080, "containerPort": 80, "hostIP": "0.0.0.0"}
SAVED = (
    ":PREROUTING ACCEPT",
    ":CNI-HOSTPORT-DNAT -",
    ":CNI-DN-1 -",
    "-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT",
    "-A CNI-DN-1 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 10.1.0.2:80",
    "-A CNI-HOSTPORT-DNAT -p tcp -m multiport --dports 8080 -j CNI-DN-1",
)
LISTED = (
    "chain hostports",
    "chain hostports: tcp dport 8080 dnat ip to 10.1.0.2:80",
    "chain prerouting",
    "chain prerouting: type nat hook prerouting priority dstnat; policy accept;",
    "chain prerouting: fib daddr type local jump hostports",
)


def told(lines: tuple[str, ...], *mappings: dict[str, Any], family: str = "ipv4") -> list[str]:
    """The rows of these mappings where the host has these lines."""
    netfilter = tuple(NetfilterLine(family=family, table="nat", line=line) for line in lines)
    return [str(row) for row in port_rows(mappings or (MAPPING,), RESULT, host(netfilter=netfilter), NETNS)]


@pytest.mark.parametrize(("lines", "family"), [(SAVED, "ipv4"), (LISTED, "inet")])
def test_a_mapping_with_its_rule_agrees(lines: tuple[str, ...], family: str) -> None:
    assert told(lines, family=family) == ["port 8080/tcp on the host: to 10.1.0.2:80: is so"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((*SAVED[:4], *SAVED[5:]), "no rule for it"),
        (SAVED[:5], "a rule to 10.1.0.2:80, which nothing leads to"),
        ((*SAVED[:3], *SAVED[4:]), "a rule to 10.1.0.2:80, which nothing leads to"),
        (tuple(line.replace("10.1.0.2", "10.1.0.9") for line in SAVED), "10.1.0.9:80"),
        (tuple(line.replace("tcp", "udp") for line in SAVED), "no rule for it"),
        (tuple(line.replace("--dport 8080", "--dport 80801") for line in SAVED), "no rule for it"),
    ],
)
def test_a_broken_rule_is_named(lines: tuple[str, ...], said: str) -> None:
    assert told(lines) == [f"port 8080/tcp on the host: to 10.1.0.2:80: but the kernel has {said}"]


def test_chains_that_call_each_other_end() -> None:
    lines = ("-A A -j B", "-A B -j A", "-A A -p tcp -m tcp --dport 8080 -j DNAT --to-destination 10.1.0.2:80")
    assert "which nothing leads to" in told(lines)[0]


def test_both_families_are_looked_for_without_an_address() -> None:
    assert len(told(SAVED, {"hostPort": 8080, "containerPort": 80, "protocol": "TCP"})) == 2


def test_what_is_no_mapping_is_left_to_the_plugin() -> None:
    assert told(SAVED, {"hostPort": "x"}, {}) == []
    assert "no rule for it" in told(SAVED, {**MAPPING, "protocol": "(("})[0]


def test_unread_rules_are_not_called_wrong() -> None:
    unread = (Unread(side="host", part="netfilter", reason="operation not permitted"),)
    (row,) = port_rows([MAPPING], RESULT, replace(SNAPSHOT, unread=unread), NETNS)
    assert (row.agrees, row.kernel) == (None, "the host was not read (netfilter: operation not permitted)")


@pytest.mark.sandbox
@needs_plugins
def test_a_rule_of_portmap_that_is_deleted_is_marked() -> None:
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as box:
        box.add_netns(RUN_NETNS)
        result = decode(json.dumps(add(box, CHAIN)).encode())

        def rows() -> list[bool | None]:
            answer = box.call("snapshot", "snapshot_wire", to_wire(Wanted(pod=RUN_NETNS)))
            seen: Snapshot = snapshot_of(answer, "the sandbox")
            mappings = PORTMAP["runtimeConfig"]["portMappings"]
            return [row.agrees for row in port_rows(mappings, result, seen, RUN_NETNS)]

        assert rows() == [True]
        sh(box, "iptables -t nat -F CNI-HOSTPORT-DNAT")
        assert rows() == [False]
