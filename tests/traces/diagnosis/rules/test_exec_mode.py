"""exec/mode."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.nodes_run import failing_run
from traces.diagnosis.rules.exec_mode import RULE

TEXT = "netplugin failed with no error message: fork/exec /opt/cni/bin/portmap: permission denied"


def node_tree(path: Path, mode: int) -> NodeTree:
    """A node whose portmap has that mode."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "bridge", "portmap")
    tree.plugins("bridge", "portmap")
    (path / "opt/cni/bin/portmap").chmod(mode)
    return tree


def test_file_without_execute_bit_is_named(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, 0o644).node())
    assert (found.kind, found.link, found.is_proven) == ("exec/mode", 1, True)
    assert "-rw-r--r--" in quotes(found)
    assert found.next_step == "chmod 0755 /opt/cni/bin/portmap"


def test_finding_goes_when_bit_is_set(tmp_path: Path) -> None:
    assert not check(RULE, node_tree(tmp_path, 0o755).node())


def test_one_bit_for_anybody_is_enough(tmp_path: Path) -> None:
    assert not check(RULE, node_tree(tmp_path, 0o744).node())


def test_text_joins_what_files_show(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, 0o600).node(), TEXT)
    assert found.is_proven
    assert TEXT in quotes(found)


def test_text_alone_proves_nothing() -> None:
    (found,) = check(RULE, None, TEXT)
    assert not found.is_proven
    assert "findmnt" in found.next_step


def test_other_refusal_is_another_rules() -> None:
    assert not kinds(RULE, None, TEXT.replace("permission denied", "exec format error"))


def test_real_run_is_explained(tmp_path: Path) -> None:
    trace = failing_run(tmp_path, b"#!/bin/sh\nexit 0\n", 0o644)
    (found,) = check(RULE, trace=trace)
    assert (found.kind, found.link, found.verb) == ("exec/mode", 0, "ADD")
