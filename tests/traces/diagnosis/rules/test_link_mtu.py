"""MTUs that do not fit together, by the kernel's devices."""

import json
from dataclasses import replace
from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.traces import recorded
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.rules.link_mtu import RULE
from traces.model.snapshot import Device, Moment, Namespace, Peer, RouteEntry, Snapshot
from traces.model.trace import Trace

ROUTES = (RouteEntry(family=4, dst="0.0.0.0/0", device="ens3"),)


def _node(tree: NodeTree, uplink: int) -> Node:
    host = Namespace(links=(Device(index=2, name="ens3", mtu=uplink),), routes=ROUTES)
    return replace(tree.node(), host=host)


def test_a_chain_that_asks_for_more_than_the_uplink_takes(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", {"type": "bridge", "mtu": 9000})
    (finding,) = check(RULE, _node(tree, 1500))
    assert finding.kind == "link/mtu" and "9000" in finding.cause and "mtu 1500" in quotes(finding)
    assert kinds(RULE, _node(tree, 9000)) == []


def test_flannel_s_bridge_that_was_made_with_less(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "flannel")
    tree.put(
        "/run/flannel/subnet.env",
        "FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.1.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n",
    )
    for mtu, expected in ((1400, ["link/mtu"]), (1450, []), (1500, [])):
        tree.says("ip-addr.json", json.dumps([{"ifindex": 3, "ifname": "cni0", "mtu": mtu}]))
        assert kinds(RULE, tree.node()) == expected


def _trace(pod: int, peer: int) -> Trace:
    inside = Device(index=3, name="eth0", mtu=pod, peer=Peer(index=4, side="host", name="veth1"))
    outside = Device(index=4, name="veth1", mtu=peer)
    snapshot = Snapshot(pod=Namespace(links=(inside,)), host=Namespace(links=(outside,)))
    return replace(recorded(), snapshots=(Moment(call=None, when="end", snapshot=snapshot),))


def test_two_ends_of_a_pair_that_differ() -> None:
    (finding,) = RULE.check(Case(trace=_trace(9000, 1500)))
    assert "eth0 in the pod takes 9000 bytes, and veth1" in finding.cause
    assert list(RULE.check(Case(trace=_trace(1500, 1500)))) == []
