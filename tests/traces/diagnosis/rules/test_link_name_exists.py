"""An interface of the name is there already: by a plugin's words, and by real plugins."""

from pathlib import Path

import pytest

from tests.support.chains import BRIDGE
from tests.support.cli import cnistep, conflist
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.node_trees import check, kinds
from tests.support.scripted import answering, failing, found, quotes, run_chain
from traces.diagnosis.rules.link_name_exists import RULE
from traces.store.archive import read_file

POD = "container veth name provided (eth0) already exists"
PEER = 'container veth name ("eth0") peer provided ("veth9") already exists'


@pytest.mark.parametrize(("msg", "name"), [(POD, "eth0"), (PEER, "veth9")])
def test_the_name_is_taken_out_of_the_words(tmp_path: Path, msg: str, name: str) -> None:
    (trace,) = run_chain(tmp_path, {"main": failing(msg)})
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("link/name-exists", 0, True)
    assert f"wants to make {name}" in finding.cause and name in finding.next_step


@needs_namespaces
@needs_plugins
def test_the_real_bridge_is_asked_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    file = tmp_path / "traces.json"
    cnistep("run", conflist(tmp_path, BRIDGE), "ADD", "ADD", "--plugins-dir", "/usr/lib/cni", "-o", file)
    first, again = read_file(file)
    assert found(RULE, first) == []
    (finding,) = found(RULE, again)
    assert finding.kind == "link/name-exists" and "eth0" in quotes(finding)


def test_other_things_that_exist_are_not_interfaces() -> None:
    assert kinds(RULE, text="iptables: chain already exists", verb="ADD") == []
    (finding,) = check(RULE, text=POD, verb="ADD")
    assert not finding.is_proven


def test_a_link_of_the_chain_that_made_it_is_another_fault(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": answering(), "second": failing(POD)})
    assert found(RULE, trace) == []
