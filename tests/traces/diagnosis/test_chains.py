"""The chains of a case, and places in their files."""

from pathlib import Path

from tests.support.node_trees import NodeTree
from tests.support.traces import recorded
from traces.diagnosis.case import Case
from traces.diagnosis.chains import chains

TEXT = '{\n "cniVersion": "1.0.0",\n "name": "demo",\n "plugins": [\n  {"type": "bridge"},\n  {"type": "x"}\n ]\n}'


def test_trace_brings_its_own_chain(tmp_path: Path) -> None:
    node = NodeTree(tmp_path).node()
    (found,) = chains(Case(trace=recorded(), node=node))
    assert found.network.name == "five"


def test_place_in_a_file_has_its_line(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-a.conflist", TEXT)
    (found,) = chains(Case(node=tree.node()))
    evidence = found.named(found.needs("")[1])
    assert evidence.where == "/etc/cni/net.d/10-a.conflist:6:12, plugins[1].type"
    assert evidence.quote == '"type": "x"'


def test_single_plugin_has_its_line_too(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.put("/etc/cni/net.d/10-a.conf", '{"name": "a",\n "type": "bridge"}')
    (found,) = chains(Case(node=tree.node()))
    assert found.named(found.needs("")[0]).where.startswith("/etc/cni/net.d/10-a.conf:2:10")


def test_only_the_first_of_several_needs_loopback(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-a.conflist", "bridge", network="a")
    tree.conflist("20-b.conflist", "bridge", network="b")
    first, second = chains(Case(node=tree.node("libcni")))
    assert (first.is_first, second.is_first) == (True, False)
    assert [need.plugin for need in first.needs("containerd")] == ["loopback", "bridge"]
    assert [need.plugin for need in second.needs("containerd")] == ["bridge"]


def test_case_of_a_text_has_none() -> None:
    assert chains(Case()) == ()
