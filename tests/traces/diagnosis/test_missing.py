"""Which plugins are missing."""

from pathlib import Path

from tests.support.node_trees import NodeTree, elf
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.missing import missing

BRIDGE = {"type": "bridge", "ipam": {"type": "host-local"}}


def names(tree: NodeTree) -> list[str]:
    """The missing ones of a node."""
    return [each.plugin for each in missing(Case(node=tree.node()))]


def test_delegate_of_a_plugin_that_cannot_start_is_not_reached(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", BRIDGE)
    tree.says("uname-m", "x86_64")
    tree.plugins("bridge", content=elf("aarch64"))
    assert names(tree) == []
    tree.plugins("bridge", content=elf("x86_64"))
    assert names(tree) == ["host-local"]


def test_each_is_told_once(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "tuning", "tuning")
    tree.plugins("bridge")
    assert names(tree) == ["tuning"]


def test_text_in_any_quoting_names_the_folders() -> None:
    text = 'failed to find plugin \\"x\\" in path [/a /b]'
    (found,) = missing(Case(symptom=Symptom(text=text)))
    assert (found.plugin, found.searched, found.is_seen) == ("x", ("/a", "/b"), False)


def test_text_about_a_plugin_of_the_chain_has_its_link(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", BRIDGE, "x")
    tree.plugins("bridge", "host-local", "x")
    symptom = Symptom(text='failed to find plugin "x" in path [/opt/cni/bin]', verb="ADD")
    (found,) = missing(Case(node=tree.node(), symptom=symptom))
    assert (found.link, found.verb) == (1, "ADD")
    assert found.now_there is not None


def test_plugin_of_no_chain_is_not_proven_by_this_node(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "x")
    tree.plugins("x")
    for name, is_seen in (("other", False), ("loopback", True)):
        symptom = Symptom(text=f'failed to find plugin "{name}" in path [/opt/cni/bin]')
        (found,) = missing(Case(node=tree.node(), symptom=symptom))
        assert found.is_seen is is_seen
