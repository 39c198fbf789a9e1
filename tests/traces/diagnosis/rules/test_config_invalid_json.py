"""config/invalid-json and config/invalid-json-partial-write."""

import os
from pathlib import Path

import pytest

from tests.support.node_trees import NOW, NodeTree, check, kinds, quotes
from traces.diagnosis.rules.config_invalid_json import RULE
from traces.model.finding import Severity

CUT = '{"cniVersion":"1.0.0","name":"demo-net","plugins":[{"type":"bridge"'
WHOLE = CUT + "}]}"
TEXT = (
    'failed to reload cni configuration after receiving fs change event("/etc/cni/net.d/10-a.conflist": WRITE): '
    "error parsing configuration list: unexpected end of JSON input"
)


def node_tree(path: Path, content: str, age: float = 5.0) -> NodeTree:
    """A node with that file, written so many seconds ago."""
    tree = NodeTree(path)
    file = tree.put("/etc/cni/net.d/10-demo.conflist", content)
    os.utime(file, (NOW - age, NOW - age))
    return tree


@pytest.mark.parametrize("content", [CUT, "", "  \n"])
def test_file_that_ends_too_early_is_half_written(tmp_path: Path, content: str) -> None:
    (found,) = check(RULE, node_tree(tmp_path, content).node("containerd"))
    assert (found.kind, found.severity) == ("config/invalid-json-partial-write", Severity.ERROR)
    assert f"{len(content)} bytes, changed 5 seconds ago" in quotes(found)
    assert "look again" in found.advice


def test_old_half_file_is_not_waited_for(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, CUT, 7200).node("containerd"))
    assert "2 hours ago" in quotes(found)
    assert "not being written any more" in found.advice


def test_whole_file_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, WHOLE).node("containerd"))


def test_mistake_in_the_middle_has_its_place(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, '{"name": "x",\n "plugins": [{"type": "bridge",}]}').node())
    assert found.kind == "config/invalid-json"
    assert "10-demo.conflist:2:32" in quotes(found)
    assert found.advice == "remove the comma before it"


def test_text_about_a_moment_that_is_over_is_a_warning(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, WHOLE).node("containerd"), TEXT)
    assert (found.kind, found.severity) == ("config/invalid-json-partial-write", Severity.WARNING)
    assert "JSON now" in found.cause


def test_text_alone_proves_nothing() -> None:
    (found,) = check(RULE, None, TEXT)
    assert (found.kind, found.is_proven) == ("config/invalid-json-partial-write", False)


def test_file_of_zeros_was_never_written_out(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "\0" * 300, 7200).node("containerd"))
    assert found.kind == "config/invalid-json-partial-write" and "has nothing in it" in found.cause
