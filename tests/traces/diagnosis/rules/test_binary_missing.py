"""binary/…: what is missing, where in the chain, and what only follows from it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.nodes_run import failing_run
from traces.diagnosis.case import Case
from traces.diagnosis.rules.binary_missing import RULE
from traces.model.finding import Severity
from traces.model.trace import Trace

BRIDGE = {"type": "bridge", "ipam": {"type": "host-local", "subnet": "192.0.2.0/24"}}
LOOPBACK = 'plugin type="loopback" failed (add): failed to find plugin "loopback" in path [/opt/cni/bin]'


def node_tree(path: Path, *there: str) -> NodeTree:
    """A node with a chain of three, and with those plugins."""
    tree = NodeTree(path)
    tree.conflist("10-demo.conflist", BRIDGE, "ghost-meta", {"type": "portmap", "capabilities": {"portMappings": True}})
    tree.plugins(*there)
    (path / "opt/cni/bin").mkdir(parents=True, exist_ok=True)
    return tree


def test_missing_first_plugin_is_named_with_its_folder(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "host-local", "ghost-meta", "portmap").node())
    assert (found.kind, found.link, found.severity) == ("binary/missing", 0, Severity.ERROR)
    assert "/opt/cni/bin (folder): ghost-meta host-local portmap" in quotes(found)
    assert "10-demo.conflist:1:" in quotes(found)
    assert found.next_step.startswith("curl ")


def test_missing_plugin_behind_the_first_leaks(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "bridge", "host-local", "portmap").node())
    assert (found.kind, found.link) == ("binary/missing-mid-chain", 1)
    assert "leaks" in found.cause


def test_whole_chain_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, "bridge", "host-local", "ghost-meta", "portmap").node())


def test_missing_delegate_is_told_with_its_caller(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "bridge", "ghost-meta", "portmap").node())
    assert (found.kind, found.link) == ("binary/missing", 0)
    assert "which bridge runs" in found.cause
    assert "plugins[0].ipam.type" in quotes(found)


def test_delegate_of_a_missing_plugin_is_not_told(tmp_path: Path) -> None:
    found = check(RULE, node_tree(tmp_path, "ghost-meta", "portmap").node())
    assert [each.cause.partition(",")[0] for each in found] == ["bridge"]


@pytest.mark.parametrize(("runtime", "expected"), [("containerd", ["binary/missing"]), ("crio", [])])
def test_loopback_counts_where_the_runtime_adds_it(tmp_path: Path, runtime: str, expected: list[str]) -> None:
    tree = node_tree(tmp_path, "bridge", "host-local", "ghost-meta", "portmap")
    assert kinds(RULE, tree.node(runtime)) == expected
    tree.plugins("loopback")
    assert not kinds(RULE, tree.node(runtime))


def test_text_about_loopback_is_proven_by_the_folder(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "bridge", "host-local", "ghost-meta", "portmap")
    (found,) = check(RULE, tree.node(), LOOPBACK, verb="ADD")
    assert (found.kind, found.is_proven, found.link) == ("binary/missing", True, None)
    assert "no file names it" in found.cause
    assert LOOPBACK in quotes(found)


def test_text_alone_proves_nothing() -> None:
    (found,) = check(RULE, None, LOOPBACK)
    assert (found.kind, found.is_proven) == ("binary/missing", False)


def test_plugin_in_another_folder_is_a_mismatch(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "bridge", "host-local", "portmap")
    tree.plugins("ghost-meta", folder="/usr/libexec/cni")
    (found,) = check(RULE, tree.node())
    assert found.kind == "binary/dir-mismatch"
    assert found.next_step == "ln -s /usr/libexec/cni/ghost-meta /opt/cni/bin/"
    assert not kinds(RULE, tree.node(plugin_dirs=("/opt/cni/bin", "/usr/libexec/cni")))


def test_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "bridge")
    (found,) = check(RULE, tree.node())
    assert "/opt/cni/bin (folder): not there" in quotes(found)


def test_collection_without_plugins_says_nothing(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "bridge")
    tree.says("uname-m", "x86_64")
    assert not kinds(RULE, tree.node())


def test_sums_of_a_collection_stand_for_its_plugins(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "bridge", "portmap")
    tree.says("sha256", f"{'a' * 64}  /opt/cni/bin/bridge\n")
    assert kinds(RULE, tree.node()) == ["binary/missing-mid-chain"]


def test_plugin_that_has_come_since_is_no_error(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, "bridge", "host-local", "ghost-meta", "portmap", "loopback")
    (found,) = check(RULE, tree.node("containerd"), LOOPBACK)
    assert (found.severity, found.is_proven) == (Severity.WARNING, False)


def test_delegates_of_multus_and_flannel_are_looked_for(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    multus = {"type": "multus", "delegates": [{"name": "x", "plugins": [{"type": "flannel"}, {"type": "portmap"}]}]}
    tree.conflist("00-multus.conflist", multus)
    tree.plugins("multus", "flannel", "bridge")
    causes = [each.cause for each in check(RULE, tree.node())]
    assert [cause.partition(",")[0] for cause in causes] == ["host-local", "portmap"]


def test_real_add_proves_it_by_itself(tmp_path: Path) -> None:
    (found,) = check(RULE, trace=failing_run(tmp_path, None))
    assert (found.kind, found.link, found.verb, found.is_proven) == ("binary/missing", 0, "ADD", True)


def test_plugin_missing_only_at_del_is_told_apart(tmp_path: Path) -> None:
    deleted = failing_run(tmp_path, None, verb="DEL")
    assert [found.kind for found in RULE.check(Case(trace=deleted))] == ["binary/missing"]
    assert _after(deleted, failed=False) == ["binary/missing-on-del"]
    assert _after(deleted, failed=True) == ["binary/missing"]


def _after(deleted: Trace, *, failed: bool) -> list[str]:
    """The kinds of a DEL that came after an ADD."""
    added = replace(deleted, verb="ADD", failure=deleted.failure if failed else None)
    return [found.kind for found in RULE.check(Case(trace=deleted, series=(added,)))]


def test_what_stands_in_its_place_is_told(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "Bridge", "gone", "heap")
    tree.plugins("bridge")
    (tmp_path / "opt/cni/bin/gone").symlink_to("/opt/vendor/gone")
    (tmp_path / "opt/cni/bin/heap").mkdir()
    causes = [each.cause for each in check(RULE, tree.node())]
    assert causes[0].endswith("; bridge is there, and capital letters count")
    assert [each.link for each in check(RULE, tree.node())] == [0, 1, 2]


@pytest.mark.parametrize(("kind", "words"), [("link", "a link to a file that is not there"), ("folder", "a folder")])
def test_a_first_link_that_is_no_file_is_told(tmp_path: Path, kind: str, words: str) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "main")
    tree.plugins("other")
    place = tmp_path / "opt/cni/bin/main"
    if kind == "link":
        place.symlink_to("/opt/vendor/main")
    else:
        place.mkdir()
    (found,) = check(RULE, tree.node())
    assert found.cause.endswith(f"; /opt/cni/bin/main is {words}")


def test_a_folder_that_is_not_there_is_made_first(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", "bridge")
    (found,) = check(RULE, tree.node())
    assert found.next_step.startswith("mkdir -p /opt/cni/bin && curl ")
