"""version/unsupported."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.version_unsupported import RULE

TEXT = 'incompatible CNI versions; config is "0.3.1", plugin supports ["0.4.0" "1.0.0"]'
LOADED = '[plugin firewall does not support config version "0.3.1"]'


def node_tree(path: Path, firewall: str = '["0.4.0", "1.0.0"]') -> NodeTree:
    """A node with a list of 0.3.1, and what its plugins said they speak."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "bridge", "firewall", cniVersion="0.3.1")
    tree.plugins("bridge", "firewall")
    tree.says("versions.json", f'{{"bridge": ["0.3.1", "0.4.0", "1.0.0"], "firewall": {firewall}}}')
    return tree


def test_link_that_does_not_speak_it_is_named(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path).node(), TEXT)
    assert (found.kind, found.link, found.is_proven) == ("version/unsupported", 1, True)
    assert "NO   0.4.0 1.0.0" in quotes(found)
    assert TEXT in quotes(found)
    assert '"cniVersion": "1.0.0"' in found.next_step


def test_version_that_nobody_speaks_is_one_finding(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.conflist("10-a.conflist", "bridge", "firewall", cniVersion="9.9.9")
    (found,) = check(RULE, tree.node())
    assert (found.link, found.next_step[:6]) == (0, "sed -i")
    assert found.cause.startswith("bridge (link 0), firewall (link 1) do not speak version 9.9.9")


def test_finding_goes_when_it_speaks_it(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, '["0.3.1"]').node())


def test_plugin_that_was_not_asked_says_nothing(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, "null").node())


def test_nothing_in_common_is_said(tmp_path: Path) -> None:
    tree = node_tree(tmp_path)
    tree.says("versions.json", '{"bridge": ["0.3.1"], "firewall": ["1.0.0"]}')
    (found,) = check(RULE, tree.node())
    assert not found.next_step
    assert "replaced" in found.advice


def test_texts_alone_prove_nothing() -> None:
    for text in (TEXT, LOADED, TEXT.replace('"', '\\"')):
        (found,) = check(RULE, None, text)
        assert (found.kind, found.is_proven) == ("version/unsupported", False)


def test_text_finds_the_plugins_link(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, "null").node(), LOADED)
    assert found.link == 1


def test_list_without_version_is_another_rules() -> None:
    assert not kinds(RULE, None, LOADED.replace("0.3.1", ""))
