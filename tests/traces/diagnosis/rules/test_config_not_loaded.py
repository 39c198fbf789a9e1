"""config/no-file and config/refused."""

from pathlib import Path

import pytest

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.config_not_loaded import RULE
from traces.model.finding import Severity

TEXT = "cni config load failed: no network config found in /etc/cni/net.d: cni plugin not initialized"


def test_empty_folder_is_an_error(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/README", "hello")
    (found,) = check(RULE, tree.node("containerd"), TEXT)
    assert (found.kind, found.is_proven) == ("config/no-file", True)
    assert TEXT in quotes(found)


def test_finding_goes_with_a_file(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge")
    assert not kinds(RULE, tree.node("containerd"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"plugins": [{"type": "bridge"}]}', "no name"),
        ('{"name": "x", "plugins": []}', "no plugins in list"),
        ('{"name": "x", "plugins": [{}]}', "missing 'type'"),
    ],
)
def test_list_that_libcni_refuses_is_quoted(tmp_path: Path, content: str, words: str) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-a.conflist", content)
    (found,) = check(RULE, tree.node("containerd"))
    assert (found.kind, found.severity) == ("config/refused", Severity.ERROR)
    assert words in quotes(found)
    assert found.advice


def test_broken_json_is_another_rules(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-a.conflist", "{")
    assert not kinds(RULE, tree.node("containerd"))


def test_text_alone_proves_nothing() -> None:
    (found,) = check(RULE, None, TEXT)
    assert not found.is_proven
    assert found.next_step == "ls -l /etc/cni/net.d"
