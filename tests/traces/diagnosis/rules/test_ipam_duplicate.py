"""Addresses that live without a reservation, or twice."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.node_state import BRIDGE, reserve
from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.facts import Container, NetnsFile, Node
from traces.diagnosis.rules.ipam_duplicate import RULE


@pytest.fixture
def node(tmp_path: Path) -> Node:
    """A node with one address reserved."""
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", BRIDGE)
    reserve(tree, "192.0.2.3", "c3")
    return tree.node()


def _with(node: Node, *addresses: tuple[str, str]) -> Node:
    return replace(node, containers=tuple(Container(id=name, addresses=(address,)) for name, address in addresses))


def test_an_address_without_its_file(node: Node) -> None:
    (finding,) = check(RULE, _with(node, ("c3", "192.0.2.3"), ("c4", "192.0.2.4")))
    assert (finding.kind, finding.is_proven) == ("ipam/duplicate-ip", True)
    assert "192.0.2.4" in finding.cause and "192.0.2.3" not in finding.cause
    assert "last_reserved_ip.0: 192.0.2.3" in quotes(finding)


def test_addresses_with_their_files_are_well(node: Node) -> None:
    assert kinds(RULE, _with(node, ("c3", "192.0.2.3"))) == []


def test_addresses_of_other_networks_are_not_its_concern(node: Node) -> None:
    assert kinds(RULE, _with(node, ("host", "10.0.0.1"), ("odd", "not-an-address"))) == []


def test_two_containers_with_one_address(node: Node) -> None:
    (finding,) = check(RULE, _with(node, ("c3", "192.0.2.3"), ("twin", "192.0.2.3")))
    assert "192.0.2.3 is in use 2 times" in finding.cause and "twin" in quotes(finding)


def test_a_container_that_has_ended_has_no_address(node: Node) -> None:
    ended = Container(id="old", addresses=("192.0.2.3",), is_alive=False)
    alive = Container(id="c3", addresses=("192.0.2.3",))
    assert kinds(RULE, replace(node, containers=(ended, alive))) == []


def test_a_container_and_its_own_namespace_are_one(node: Node) -> None:
    spaces = (NetnsFile(path="/run/netns/n3", addresses=("192.0.2.3/29", "127.0.0.1/8", "fe80::1/64")),)
    assert kinds(RULE, replace(_with(node, ("c3", "192.0.2.3")), netns=spaces)) == []
    twins = (*spaces, NetnsFile(path="/run/netns/n4", addresses=("192.0.2.3/29",)))
    assert kinds(RULE, replace(node, netns=twins)) == ["ipam/duplicate-ip"]


def test_reservations_that_were_not_collected_say_nothing(node: Node) -> None:
    assert kinds(RULE, replace(_with(node, ("c4", "192.0.2.4")), reservations=())) == []
