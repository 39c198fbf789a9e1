"""Cached results of containers that are gone, or that have another namespace now."""

from dataclasses import replace
from pathlib import Path

from tests.support.node_state import cache_content, netns_files, put_cached, running
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.traces import recorded
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Container
from traces.diagnosis.rules.cache_stale import RULE


def test_a_container_that_is_gone_orphans_its_cache(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "dead")
    put_cached(tree, "alive")
    running(tree, "alive")
    netns_files(tree, "alive")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.is_proven) == ("cache/orphaned", True)
    assert "demo-dead-eth0" in finding.next_step and "alive" not in finding.next_step
    assert "not known to the runtime" in quotes(finding) and "is gone" in quotes(finding)
    running(tree, "alive", "dead")
    assert kinds(RULE, tree.node()) == []


def test_a_namespace_that_is_there_keeps_its_cache(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1")
    running(tree)
    netns_files(tree, "c1")
    assert kinds(RULE, tree.node()) == []


def test_without_a_runtime_only_the_namespace_tells(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1")
    assert kinds(RULE, tree.node()) == []
    netns_files(tree)
    assert kinds(RULE, tree.node()) == ["cache/stale"]
    netns_files(tree, "c1")
    assert kinds(RULE, tree.node()) == []


def test_a_container_with_another_namespace_than_cached(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    put_cached(tree, "c1")
    node = tree.node()
    moved = replace(node, containers=(Container(id="c1", netns="/run/netns/new"),))
    assert kinds(RULE, moved) == ["cache/stale"]
    same = replace(node, containers=(Container(id="c1", netns="/run/netns/c1"),))
    assert kinds(RULE, same) == []


def test_a_verb_with_another_namespace_than_add_had() -> None:
    trace = replace(recorded(verb="DEL"), cache_before=cache_content("x", netns="/run/netns/before"))
    (finding,) = RULE.check(Case(trace=trace))
    assert finding.kind == "cache/stale" and "/run/netns/before" in quotes(finding)
    same = replace(trace, cache_before=cache_content("x", netns=f"/var{trace.attachment.netns}"))
    assert list(RULE.check(Case(trace=same))) == []
