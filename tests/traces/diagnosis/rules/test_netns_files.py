"""Files in /run/netns that are no namespaces, and paths that two containers have."""

from dataclasses import replace
from pathlib import Path

from tests.support.node_state import netns_files, put_cached, running
from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.facts import Container
from traces.diagnosis.rules.netns_files import RULE
from traces.model.finding import Severity


def test_a_plain_file_in_run_netns(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    netns_files(tree, "pod", magic="1021994")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.severity) == ("netns/not-a-namespace", Severity.WARNING)
    assert "tmpfs" in quotes(finding)
    netns_files(tree, "pod")
    assert kinds(RULE, tree.node()) == []


def test_a_plain_file_that_a_running_container_has(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    netns_files(tree, "pod", magic="ef53")
    node = replace(tree.node(), containers=(Container(id="c1", netns="/var/run/netns/pod"),))
    (finding,) = check(RULE, node)
    assert (finding.kind, finding.severity) == ("netns/unknown-fs-magic", Severity.ERROR)


def test_a_path_of_two_containers(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    running(tree, "new")
    put_cached(tree, "old", netns="/proc/4711/ns/net")
    assert kinds(RULE, tree.node()) == []
    put_cached(tree, "new", netns="/proc/4711/ns/net")
    (finding,) = check(RULE, tree.node())
    assert finding.kind == "netns/reused" and "/proc/4711/ns/net" in finding.cause


def test_two_interfaces_of_one_container_share_its_namespace(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1", netns="/run/netns/c1")
    put_cached(tree, "c1", "second", netns="/var/run/netns/c1")
    assert kinds(RULE, tree.node()) == []
