"""What is told of an examined node."""

import json
from pathlib import Path

import pytest

from app.diagnosis.doctor_report import doctor_document, doctor_lines, doctor_plain, lines_of
from tests.support.node_trees import NodeTree
from traces.diagnosis.case import Case
from traces.diagnosis.facts import Node
from traces.diagnosis.rules.binary_missing import RULE
from traces.session.doctor import Examination
from traces.timeline.measure import cells

CACHED = {"kind": "cniCacheV1", "containerId": "c1", "ifName": "eth0", "networkName": "demo", "netns": "/run/netns/a"}


def tree_of(path: Path, *there: str) -> NodeTree:
    """A node with one chain and those plugins."""
    tree = NodeTree(path)
    bridge = {"type": "bridge", "ipam": {"type": "host-local"}}
    tree.conflist("10-a.conflist", bridge, {"type": "portmap", "capabilities": {"portMappings": True}})
    tree.conflist("20-b.conflist", "other", network="second")
    tree.plugins(*there)
    tree.says("name", "worker-1")
    tree.says("versions.json", '{"bridge": ["1.0.0"], "portmap": ["0.4.0"]}')
    return tree


def examined(node: Node) -> Examination:
    """The node, with what the rule about missing plugins says of it."""
    return Examination(
        node=node, findings=tuple(RULE.check(Case(node=node))), asked=("bridge",), not_looked_at=("containers",)
    )


@pytest.mark.parametrize("width", [80, 100])
def test_node_file_and_chain_are_told(tmp_path: Path, width: int) -> None:
    lines = doctor_lines(
        examined(tree_of(tmp_path, "bridge", "host-local", "portmap").node("containerd")), width, False
    )
    text = "\n".join(lines)
    assert "worker-1, as containerd sees it" in text
    assert "10-a.conflist: the first of 2 by name" in " ".join(text.split())
    assert "20-b.conflist (network second)" in text
    assert "VERSION of bridge" in text
    rows = {line.split()[1 if line.split()[0] in "-01" else 0]: line for line in lines if "/opt/cni/bin/" in line}
    assert rows["bridge"].split()[-1] == "yes"
    assert rows["host-local"].endswith("not asked")
    assert rows["portmap"].split()[-2:] == ["NO", "portMappings"]


def test_nothing_wrong_is_said_calmly(tmp_path: Path) -> None:
    found = examined(tree_of(tmp_path, "bridge", "host-local", "portmap").node("crio"))
    assert doctor_lines(found, 100, False)[-1] == (
        "nothing wrong: 2 links, 0 findings; what was not looked at: containers"
    )


def test_findings_stand_below_the_chain(tmp_path: Path) -> None:
    lines = doctor_lines(examined(tree_of(tmp_path, "bridge", "host-local").node("crio")), 100, False)
    assert any("MISSING" in line for line in lines)
    assert any(line.startswith("✗ error  binary/missing-mid-chain") for line in lines)
    assert lines[-1].startswith("1 error in 2 links")


def test_cache_is_held_to_what_lives(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, "bridge")
    for number, netns in enumerate(("a", "gone")):
        cached = CACHED | {"netns": f"/var/run/netns/{netns}", "containerId": f"c{number}"}
        tree.put(f"/var/lib/cni/results/demo-c{number}-eth0", json.dumps(cached))
    tree.put("/run/netns/a", "")
    tree.put("/var/lib/cni/networks/demo/10.0.0.2", "c1")
    tree.put("/var/lib/cni/networks/demo/lock", "")
    tree.says("crictl-pods.json", '{"items": [{"id": "c1", "state": "SANDBOX_READY"}]}')
    text = "\n".join(doctor_lines(examined(tree.node("crio")), 200, False))
    assert "2 attachments in /var/lib/cni/results; 1 with a netns that is there, 1 of a container that lives" in text
    assert "1 address of demo" in text


def test_plain_is_told_line_by_line(tmp_path: Path) -> None:
    lines = doctor_plain(examined(tree_of(tmp_path, "bridge", "host-local").node("crio")))
    assert "demo, link 1: portmap: missing." in lines
    assert "demo, link 0: bridge: ok, /opt/cni/bin/bridge, speaks the version." in lines
    assert any(line.startswith("1. error, link 1: portmap") for line in lines)


def test_document_is_json_with_node_and_findings(tmp_path: Path) -> None:
    found = examined(tree_of(tmp_path, "bridge", "host-local").node("crio"))
    document = json.loads(json.dumps(doctor_document(found, "/host")))
    assert document["schema_version"] == 1
    node = document["node"]
    assert (node["root"], node["runtime"], node["version_asked_of"]) == ("/host", "crio", ["bridge"])
    assert [(each["plugin"], each["state"], each["speaks"]) for each in node["chains"][0]["plugins"]] == [
        ("bridge", "ok", True),
        ("host-local", "ok", None),
        ("portmap", "missing", None),
    ]
    assert [each["used"] for each in node["files"]] == [False, False]
    assert document["findings"][0]["kind"] == "binary/missing-mid-chain"


def test_ascii_and_hostile_names_are_harmless(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-\x1b]52;c;YQ==\x07.conflist", "\x1b[2J" * 3 + "網" * 40)
    lines = doctor_lines(examined(tree.node("containerd")), 80, True)
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert not any("\x1b" in line for line in doctor_plain(examined(tree.node("containerd"))))


def test_facts_fit_the_width(tmp_path: Path) -> None:
    lines = doctor_lines(examined(tree_of(tmp_path, "bridge").node("containerd")), 60, False)
    above = lines[: next(place for place, line in enumerate(lines) if line.startswith("✗"))]
    assert any("PLUGIN" in line for line in above)
    assert all(cells(line) <= 60 for line in above)


def test_of_very_many_files_and_chains_some_are_told(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    for number in range(60):
        tree.conflist(f"{number:02}-x.conflist", f"plugin-{number}", network=f"n{number}")
    tree.plugins("other")
    text = "\n".join(doctor_lines(examined(tree.node("containerd")), 100, False))
    assert "and 51 more; --json has all" in text
    lines = doctor_lines(examined(tree.node("libcni")), 100, False)
    assert lines[-1] == "told are the first 8 chains and 40 findings; --json has all"
    assert sum(line.startswith("chain of ") for line in lines) == 8


def test_commands_of_another_root_belong_to_that_node(tmp_path: Path) -> None:
    found = examined(tree_of(tmp_path, "bridge").node("containerd"))
    word = "the next steps are for that node: run them there, not on this machine"
    assert lines_of(found, "/host", plain=False, width=100, ascii=False)[-1] == word
    assert word not in lines_of(found, "/", plain=True, width=100, ascii=False)
