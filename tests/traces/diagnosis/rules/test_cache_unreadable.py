"""A cached result that is empty or cut off: by the node's file, by a DEL that met it, by a text."""

from pathlib import Path

from tests.support.node_state import put_cached
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import ECHO, MAKER_RESULT, POD, answering, found
from traces import Session, load_network
from traces.diagnosis.case import Case, Symptom
from traces.diagnosis.rules.cache_unreadable import RULE
from traces.model.trace import Trace

NAME = "demo-c0ffee-eth0"


def _deleted(folder: Path, cached: bytes | None) -> Trace:
    """A DEL whose cache file has this content; None: what ADD wrote."""
    from tests.support.cli import conflist, plugin

    plugin(folder / "bin", "maker", answering(MAKER_RESULT))
    plugin(folder / "bin", "dress", ECHO)
    conflist(folder, {"type": "maker"}, {"type": "dress"})
    network = load_network(str(folder), "demo")
    with Session(plugin_dirs=[folder / "bin"], cache_dir=folder / "cache", state_dir=folder / "state") as session:
        session.run("ADD", network, POD)
        if cached is not None:
            (folder / "cache" / "results" / NAME).write_bytes(cached)
        return session.run("DEL", network, POD)


def test_an_empty_file_on_a_node_is_named(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    path = put_cached(tree, "c1")
    assert kinds(RULE, tree.node()) == []
    tree.put(path, "")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.is_proven) == ("cache/empty-result-file", True)
    assert "0 bytes" in quotes(finding) and path in finding.next_step


def test_a_file_that_was_cut_off_is_corrupt(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/var/lib/cni/results/demo-c1-eth0", '{"kind":"cniCacheV1","containerId":"c1","conf')
    (finding,) = check(RULE, tree.node())
    assert finding.kind == "cache/corrupt" and "cniCacheV1" in quotes(finding)


def test_a_del_that_met_an_empty_file_had_no_previous_result(tmp_path: Path) -> None:
    (finding,) = found(RULE, _deleted(tmp_path, b""))
    assert (finding.kind, finding.verb) == ("cache/empty-result-file", "DEL")
    assert "0 bytes" in quotes(finding) and "0 of them with a prevResult" in quotes(finding)


def test_a_del_with_its_cache_is_well(tmp_path: Path) -> None:
    assert found(RULE, _deleted(tmp_path, None)) == []


def test_of_a_node_only_the_trace_s_own_file_counts(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path / "node")
    tree.put("/var/lib/cni/results/demo-other-eth0", "")
    trace = _deleted(tmp_path, None)
    assert list(RULE.check(Case(trace=trace, node=tree.node()))) == []
    tree.put(f"/var/lib/cni/results/{NAME}", "")
    assert [each.kind for each in RULE.check(Case(trace=trace, node=tree.node()))] == ["cache/empty-result-file"]


def test_a_text_alone_proves_nothing() -> None:
    symptom = Symptom(text="unexpected end of JSON input", kind="cache/empty-result-file", network="demo", verb="DEL")
    (finding,) = RULE.check(Case(symptom=symptom))
    assert not finding.is_proven and "demo" in finding.cause
