"""Rules and devices of containers that are gone."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.node_state import put_cached, running
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.traces import recorded
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.rules.link_leftover import RULE, ifb_name
from traces.model.snapshot import Device, Moment, Namespace, NetfilterLine, Snapshot

RULE_LINE = '-A CNI-HOSTPORT-DNAT -p tcp -m comment --comment "dnat name: \\"demo\\" id: \\"{}\\"" -j CNI-DN-abc'


def _host(*containers: str, links: tuple[Device, ...] = ()) -> Namespace:
    lines = [NetfilterLine(family="ipv4", table="nat", line=RULE_LINE.format(each)) for each in containers]
    return Namespace(links=links, netfilter=tuple(lines))


@pytest.fixture
def node(tmp_path: Path) -> Node:
    """A node on which «alive» runs and «dead» is gone; both are cached."""
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "bridge")
    for each in ("alive", "dead"):
        result = {"cniVersion": "1.0.0", "interfaces": [{"name": f"veth-{each}"}, {"name": "br0"}]}
        put_cached(tree, each, result=result)
    running(tree, "alive")
    return tree.node()


def test_a_rule_that_names_a_dead_container(node: Node) -> None:
    (finding,) = check(RULE, replace(node, host=_host("alive", "dead")))
    assert (finding.kind, finding.is_proven) == ("link/leftover", True)
    assert "dead" in quotes(finding) and "alive" not in quotes(finding)
    assert finding.next_step.startswith("iptables -t nat -D CNI-HOSTPORT-DNAT")


def test_rules_of_living_containers_are_well(node: Node) -> None:
    assert kinds(RULE, replace(node, host=_host("alive"))) == []


def test_without_a_runtime_rules_are_nobody_s_leftovers(node: Node) -> None:
    assert kinds(RULE, replace(node, containers=None, host=_host("dead"))) == []


def test_an_ifb_of_no_living_attachment(node: Node) -> None:
    mine = Device(index=5, name=ifb_name("demo", "alive"), kind="ifb")
    assert kinds(RULE, replace(node, host=_host(links=(mine,)))) == []
    other = Device(index=6, name=ifb_name("demo", "dead"), kind="ifb")
    (finding,) = check(RULE, replace(node, host=_host(links=(mine, other))))
    assert other.name in quotes(finding) and mine.name not in quotes(finding)


def test_a_bridge_port_of_a_dead_container(node: Node) -> None:
    ports = tuple(
        Device(index=at, name=f"veth-{name}", kind="veth", master="br0") for at, name in enumerate(("alive", "dead"))
    )
    (finding,) = check(RULE, replace(node, host=_host(links=ports)))
    assert "veth-dead" in quotes(finding) and "veth-alive" not in quotes(finding)


def test_what_was_there_before_its_own_add() -> None:
    trace = recorded()
    mine = _host(trace.attachment.container_id)
    before = replace(trace, snapshots=(Moment(call=None, when="before", snapshot=Snapshot(host=mine)),))
    (finding,) = RULE.check(Case(trace=before))
    assert finding.verb == "ADD" and trace.attachment.container_id in quotes(finding)
    others = replace(trace, snapshots=(Moment(call=None, when="before", snapshot=Snapshot(host=_host("other"))),))
    assert list(RULE.check(Case(trace=others))) == []
