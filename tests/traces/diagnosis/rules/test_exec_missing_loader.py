"""exec/missing-loader and exec/missing-interpreter."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, elf, kinds, quotes
from tests.support.nodes_run import failing_run
from traces.diagnosis.rules.exec_missing_loader import RULE

LOADER = "/lib64/ld-linux-x86-64.so.2"
TEXT = "fork/exec /opt/cni/bin/bridge: no such file or directory"


def node_tree(path: Path, content: bytes) -> NodeTree:
    """A node whose bridge has that content."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "bridge")
    tree.plugins("bridge", content=content)
    return tree


def test_missing_loader_is_named(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, elf(loader=LOADER)).node(), TEXT)
    assert (found.kind, found.is_proven) == ("exec/missing-loader", True)
    assert f"{LOADER}: not there" in quotes(found)
    assert "glibc" in found.advice


def test_finding_goes_when_loader_comes(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, elf(loader=LOADER))
    tree.put(LOADER, elf(), 0o755)
    assert not kinds(RULE, tree.node())


def test_link_to_nothing_is_no_loader(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, elf(loader=LOADER))
    (tmp_path / "lib64").mkdir()
    (tmp_path / LOADER[1:]).symlink_to("/lib/nowhere.so")
    assert kinds(RULE, tree.node()) == ["exec/missing-loader"]


def test_static_program_needs_none(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, elf()).node())


def test_missing_interpreter_is_named(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, b"#!/usr/bin/python3.9 -u\n").node())
    assert found.kind == "exec/missing-interpreter"
    assert "/usr/bin/python3.9: not there" in quotes(found)


def test_interpreter_that_is_there_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, b"#!/bin/sh\n").node())


def test_tree_of_a_part_says_nothing(tmp_path: Path) -> None:
    """A collection has no loaders in it; that proves nothing."""
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge")
    tree.put("/opt/cni/bin/bridge", elf(loader=LOADER), 0o755)
    assert not kinds(RULE, tree.node())


def test_real_run_is_explained(tmp_path: Path) -> None:
    (found,) = check(RULE, trace=failing_run(tmp_path, b"#!/no/such/interpreter\n"))
    assert (found.kind, found.link, found.is_proven) == ("exec/missing-loader", 0, False)
