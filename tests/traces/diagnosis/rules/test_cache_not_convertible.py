"""A cached result in a version that today's list can't have."""

from pathlib import Path

import pytest

from tests.support.cli import conflist, plugin
from tests.support.node_state import put_cached
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import MAKER_RESULT, POD, answering, found
from traces import Session, load_network
from traces.diagnosis.rules.cache_not_convertible import RULE
from traces.model.trace import Trace


def _asked(folder: Path, verb: str, version: str) -> Trace:
    """A verb with this version, of what was made with 1.0.0."""
    plugin(folder / "bin", "maker", answering(MAKER_RESULT))
    with Session(plugin_dirs=[folder / "bin"], cache_dir=folder / "cache", state_dir=folder / "state") as session:
        for each, of in (("ADD", "1.0.0"), (verb, version)):
            conflist(folder, {"type": "maker"}, cniVersion=of)
            trace = session.run(each, load_network(str(folder), "demo"), POD)
    return trace


@pytest.mark.parametrize("verb", ["CHECK", "DEL"])
def test_a_list_of_a_version_that_libcni_does_not_know(tmp_path: Path, verb: str) -> None:
    (finding,) = found(RULE, _asked(tmp_path, verb, "1.7.0"))
    assert (finding.kind, finding.is_proven) == ("cache/not-convertible", True)
    assert "1.7.0" in finding.cause and "result in 1.0.0" in quotes(finding)


@pytest.mark.parametrize("version", ["1.0.0", "0.4.0", "0.3.1"])
def test_versions_that_the_result_can_have(tmp_path: Path, version: str) -> None:
    assert found(RULE, _asked(tmp_path, "DEL", version)) == []


def test_a_node_whose_cache_no_longer_fits(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.plugins("bridge")
    path = put_cached(tree, "c1")
    tree.conflist("10-demo.conflist", "bridge")
    assert kinds(RULE, tree.node()) == []
    tree.conflist("10-demo.conflist", "bridge", cniVersion="1.7.0")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.is_proven) == ("cache/not-convertible", True)
    assert '"cniVersion": "1.0.0"' in quotes(finding) and path in finding.next_step


def test_another_network_s_cache_is_not_its_concern(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.plugins("bridge")
    put_cached(tree, "c1", "other")
    tree.conflist("10-demo.conflist", "bridge", cniVersion="1.7.0")
    assert kinds(RULE, tree.node()) == []


def test_the_error_s_own_words_are_likely_and_not_proven() -> None:
    text = 'failed to convert cached result to config version "0.2.0": cannot convert: no valid IP addresses'
    (finding,) = check(RULE, text=text, verb="DEL")
    assert not finding.is_proven and "0.2.0" in finding.cause
