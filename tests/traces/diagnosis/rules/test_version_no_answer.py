"""version/no-answer."""

from pathlib import Path

from tests.support.node_trees import NodeTree, check, kinds, quotes
from traces.diagnosis.rules.version_no_answer import RULE
from traces.model.finding import Severity
from traces.session.asked_versions import plugins_to_ask, with_versions

GOOD = b'#!/bin/sh\necho \'{"cniVersion": "1.0.0", "supportedVersions": ["1.0.0"]}\'\n'


def node_tree(path: Path, script: bytes) -> NodeTree:
    """A node whose plugin is that script."""
    tree = NodeTree(path)
    tree.conflist("10-a.conflist", "main")
    tree.plugins("main", content=script)
    return tree


def asked(path: Path, script: bytes) -> list[str]:
    """What is found once the plugin was really asked."""
    plugins = path / "bin"
    plugins.mkdir(exist_ok=True)
    (plugins / "main").write_bytes(script)
    (plugins / "main").chmod(0o755)
    conf = NodeTree(path).conflist("10-a.conflist", "main").parent
    node = NodeTree(Path("/")).node(conf_dir=str(conf), plugin_dirs=(str(plugins),))
    return kinds(RULE, with_versions(node, plugins_to_ask(node)))


def test_plugin_that_fails_at_version_is_told(tmp_path: Path) -> None:
    assert asked(tmp_path, b"#!/bin/sh\necho oops >&2\nexit 3\n") == ["version/no-answer"]


def test_plugin_that_answers_is_silent(tmp_path: Path) -> None:
    assert not asked(tmp_path, GOOD)


def test_error_that_was_collected_is_quoted(tmp_path: Path) -> None:
    tree = node_tree(tmp_path, GOOD)
    tree.says("version-errors.json", '{"main": "exit code 3: oops"}')
    (found,) = check(RULE, tree.node())
    assert (found.severity, found.verb) == (Severity.WARNING, "VERSION")
    assert "exit code 3: oops" in quotes(found)


def test_plugin_that_was_not_asked_is_silent(tmp_path: Path) -> None:
    assert not kinds(RULE, node_tree(tmp_path, GOOD).node())
