"""An interface of the host that a chain is to use: by the real macvlan, and by a node's kernel."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import answering, failing, found, run_chain
from tests.support.scripted import kinds as kinds_of
from traces.diagnosis.rules.link_master_missing import RULE
from traces.model.finding import Severity
from traces.model.snapshot import Device, Namespace
from traces.store.archive import read_file

STATIC = {"type": "static", "addresses": [{"address": "10.9.9.9/24"}]}


@needs_namespaces
@needs_plugins
def test_the_real_macvlan_is_given_another_node_s_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    file = tmp_path / "trace.json"
    macvlan = {"type": "macvlan", "master": "ens99", "ipam": STATIC}
    cnistep(
        "run", conflist(tmp_path, macvlan), "ADD", "--snapshots", "all", "-o", file, "--plugins-dir", "/usr/lib/cni"
    )
    (finding,) = found(RULE, read_file(file)[0])
    assert (finding.kind, finding.link, finding.is_proven) == ("link/master-missing", 0, True)
    assert "ens99" in finding.cause and '"master"' in quotes(finding)


def test_without_the_kernel_it_is_likely(tmp_path: Path) -> None:
    entry = {"ipvlan": {"master": "ens99"}}
    (trace,) = run_chain(
        tmp_path, {"ipvlan": failing('failed to lookup master "ens99": Link not found')}, entries=entry
    )
    (finding,) = found(RULE, replace(trace, snapshots=()))
    assert not finding.is_proven


def test_other_plugins_look_for_other_links(tmp_path: Path) -> None:
    assert kinds_of(RULE, *run_chain(tmp_path, {"mesh": failing("Link not found")})) == []


def test_a_chain_that_went_well_names_what_is_there(tmp_path: Path) -> None:
    entry = {"macvlan": {"master": "x"}}
    assert kinds_of(RULE, *run_chain(tmp_path, {"macvlan": answering()}, entries=entry)) == []


def test_a_node_whose_kernel_lacks_it_is_warned(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist("10-demo.conflist", {"type": "macvlan", "master": "ens99"})
    node = replace(tree.node(), host=Namespace(links=(Device(index=2, name="ens3"),)))
    (finding,) = check(RULE, node)
    assert (finding.severity, finding.link) == (Severity.WARNING, 0)
    assert "10-demo.conflist:1:" in quotes(finding) and "ens3" in quotes(finding)
    there = replace(node, host=Namespace(links=(Device(index=2, name="ens99"),)))
    assert kinds(RULE, there) == []


def test_an_interface_of_the_pod_s_own_is_not_the_host_s(tmp_path: Path) -> None:
    tree = NodeTree(tmp_path)
    tree.conflist(
        "10-demo.conflist", {"type": "macvlan", "master": "eth0", "linkInContainer": True}, {"type": "macvlan"}
    )
    assert kinds(RULE, replace(tree.node(), host=Namespace(links=(Device(index=2, name="ens3"),)))) == []
