"""version/missing-load and version/absent."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.version_missing import RULE
from traces.model.finding import Severity

TEXT = 'Error validating CNI config: [plugin main-stub does not support config version ""]'


def node_tree(path: Path, spoken: str, version: str | None = None) -> NodeTree:
    """A node with a list of that version, and a plugin that speaks those."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "main-stub", cniVersion=version)
    tree.plugins("main-stub")
    tree.says("versions.json", f'{{"main-stub": {spoken}}}')
    return tree


def test_plugin_without_the_oldest_version_makes_it_fatal(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, '["0.2.0", "1.0.0"]').node())
    assert (found.kind, found.severity, found.is_proven) == ("version/missing-load", Severity.ERROR, True)
    assert '"cniVersion": "1.0.0"' in found.next_step
    assert "NO   0.2.0 1.0.0" in quotes(found)


def test_absent_version_by_itself_is_a_warning(tmp_path: Path) -> None:
    (found,) = check(RULE, node_tree(tmp_path, '["0.1.0", "1.0.0"]').node())
    assert (found.kind, found.severity) == ("version/absent", Severity.WARNING)


def test_stated_version_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, '["0.2.0", "1.0.0"]', "1.0.0").node())


def test_text_alone_proves_nothing() -> None:
    (found,) = check(RULE, None, TEXT)
    assert (found.kind, found.is_proven) == ("version/missing-load", False)


def test_text_about_another_version_is_no_matter() -> None:
    assert not kinds(RULE, None, TEXT.replace('""', '"0.9.0"'))
