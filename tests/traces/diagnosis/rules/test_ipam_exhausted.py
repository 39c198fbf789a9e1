"""Ranges that are full: of pods that live, or of reservations that nobody gave back."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.node_state import BRIDGE, netns_files, put_cached, reserve, running
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import failing, found, run_chain
from traces.diagnosis.case import Case
from traces.diagnosis.rules.ipam_exhausted import RULE
from traces.model.finding import Severity

FULL = "failed to allocate for range 0: no IP addresses available in range set: 192.0.2.1-192.0.2.6"
HOSTS = [f"192.0.2.{last}" for last in range(2, 7)]


@pytest.fixture
def tree(tmp_path: Path) -> NodeTree:
    """A node whose five addresses are all reserved, by demo2 to demo6."""
    made = NodeTree(tmp_path)
    made.plugins("bridge", "host-local")
    made.conflist("10-demo.conflist", BRIDGE)
    for address in HOSTS:
        reserve(made, address, f"demo{address[-1]}")
    return made


def test_dead_containers_fill_the_range(tree: NodeTree) -> None:
    running(tree, "demo2")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.severity) == ("ipam/leak-after-reboot", Severity.ERROR)
    assert finding.is_proven and "4 reservations" in finding.cause
    assert finding.next_step.startswith("rm -v -- ") and "192.0.2.3" in finding.next_step
    assert "demo3 eth0: not known to the runtime" in quotes(finding)


def test_nothing_that_may_live_is_to_be_deleted(tree: NodeTree) -> None:
    running(tree, "demo2", ended=["demo3"])
    put_cached(tree, "demo3")
    netns_files(tree, "demo3")
    (finding,) = check(RULE, tree.node())
    assert "192.0.2.2" not in finding.next_step and "192.0.2.3" not in finding.next_step
    assert "last_reserved_ip" not in finding.next_step and "192.0.2.4" in finding.next_step


def test_a_leak_that_leaves_room_is_a_warning(tree: NodeTree) -> None:
    running(tree, "demo2")
    (tree.root / "var/lib/cni/networks/demo/192.0.2.6").unlink()
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.severity) == ("ipam/leak-after-reboot", Severity.WARNING)


def test_living_pods_exhaust_it(tree: NodeTree) -> None:
    running(tree, *(f"demo{last}" for last in range(2, 7)))
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.is_proven) == ("ipam/exhausted", True)
    assert "5 of 5 addresses" in finding.cause
    (tree.root / "var/lib/cni/networks/demo/192.0.2.6").unlink()
    assert kinds(RULE, tree.node()) == []


def test_without_a_runtime_nobody_is_declared_dead(tree: NodeTree) -> None:
    assert kinds(RULE, tree.node()) == ["ipam/exhausted"]
    put_cached(tree, "demo4")
    netns_files(tree)
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.is_proven) == ("ipam/leak-after-reboot", False)
    assert "rm" not in finding.next_step.split() and "192.0.2.4" in finding.next_step


@pytest.mark.parametrize(
    "ipam",
    [
        {"ranges": [[{"subnet": "192.0.2.0/29"}]]},
        {"ranges": [[{"subnet": "192.0.2.0/24", "rangeStart": "192.0.2.2", "rangeEnd": "192.0.2.6"}]]},
    ],
)
def test_ranges_in_every_spelling_are_counted(tree: NodeTree, ipam: dict[str, Any]) -> None:
    tree.conflist("10-demo.conflist", {"type": "bridge", "ipam": {"type": "host-local", **ipam}})
    assert kinds(RULE, tree.node()) == ["ipam/exhausted"]


def test_a_large_range_has_room(tree: NodeTree) -> None:
    tree.conflist("10-demo.conflist", {"type": "bridge", "ipam": {"type": "host-local", "subnet": "192.0.2.0/24"}})
    running(tree, *(f"demo{last}" for last in range(2, 7)))
    assert kinds(RULE, tree.node()) == []


def test_a_recorded_error_names_its_range(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": failing(FULL)})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("ipam/exhausted", 0, True)
    assert "192.0.2.1-192.0.2.6" in finding.cause


def test_the_node_says_who_has_what_the_trace_lacks(tree: NodeTree, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (trace,) = run_chain(tmp_path / "run", {"main": failing(FULL)}, entries={"main": {"ipam": BRIDGE["ipam"]}})
    running(tree, "demo2")
    (finding,) = RULE.check(Case(trace=trace, node=tree.node()))
    assert (finding.kind, finding.verb) == ("ipam/leak-after-reboot", "ADD")
    assert "no IP addresses available" in quotes(finding)


def test_a_reported_error_is_not_proven() -> None:
    (finding,) = check(RULE, text=FULL, verb="ADD")
    assert (finding.kind, finding.is_proven) == ("ipam/exhausted", False)


@pytest.mark.parametrize(
    "words",
    [
        "error at storage engine: Could not allocate IP in range: ip: 10.1.0.1 / - 10.1.0.2 / range: net.IPNet{}",
        "add cmd: failed to assign an IP address to container",
        "failed to request IPv4 addresses: Assigned 0 out of 1 requested IPv4 addresses; No more free affine blocks",
    ],
)
def test_plugins_that_keep_their_addresses_elsewhere(tmp_path: Path, words: str) -> None:
    (finding,) = found(RULE, *run_chain(tmp_path, {"main": failing(words)}))
    assert finding.kind == "ipam/exhausted" and finding.cause.startswith("main (link 0) has no free address")
    assert "doctor" not in finding.next_step


def test_words_of_another_pool_do_not_fill_host_local_s(tree: NodeTree) -> None:
    running(tree, "demo2", "demo3", "demo4", "demo5", "demo6")
    told = check(RULE, tree.node(), text="failed to assign an IP address to container", verb="ADD")
    assert not any("assign an IP" in quotes(each) for each in told if each.is_proven)
