"""What a DEL that went well left behind, by the notes that real snapshots gave."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import BRIDGE
from tests.support.cli import cnistep, conflist, plugin
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.scripted import found, kinds, quotes
from tests.support.traces import fail, recorded
from traces.diagnosis.rules.del_leak import RULE
from traces.store.archive import read_file

LEFT = "LEFT BEHIND by link 3, firewall: ipv4 rule -A CNI-FORWARD -s 10.1.0.2/32 in filter"
RESERVATION = "LEFT BEHIND by link 0, bridge: reservation /var/lib/cni/networks/five/10.1.0.2"
DEL = recorded(verb="DEL")


def test_what_is_left_is_the_link_s_that_made_it() -> None:
    (finding,) = found(RULE, replace(DEL, notes=("left by design: bridge cni0", LEFT)))
    assert (finding.kind, finding.link) == ("del/leak", 3)
    assert "10.1.0.2/32" in finding.cause and "exit 0" in quotes(finding)


@pytest.mark.parametrize("notes", [(), ("left by design: bridge cni0",)])
def test_what_is_left_by_design_is_no_leak(notes: tuple[str, ...]) -> None:
    assert kinds(RULE, replace(DEL, notes=notes)) == []


def test_a_del_that_failed_is_told_elsewhere() -> None:
    assert kinds(RULE, replace(fail(DEL, 2), notes=(LEFT,))) == []


def test_a_reservation_that_ipam_was_never_asked_for_is_another_fault() -> None:
    asked = replace(DEL, notes=(RESERVATION,))
    link = replace(DEL.network.links[0], config=b'{"type":"bridge","ipam":{"type":"host-local"}}')
    chain = replace(asked, network=replace(DEL.network, links=(link, *DEL.network.links[1:])))
    assert kinds(RULE, chain) == ["del/leak"]
    skipped = replace(chain, calls=tuple(call for call in chain.calls if call.plugin != "host-local"))
    assert kinds(RULE, skipped) == []


@needs_namespaces
@needs_plugins
def test_an_interface_that_a_plugin_forgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    forgets = """given=$(cat)
[ "$CNI_COMMAND" = ADD ] || exit 0
ip link add forgotten type bridge >&2
printf '%s' "$given" | /usr/bin/python3 -c 'import json,sys; print(json.dumps(json.load(sys.stdin)["prevResult"]))'"""
    plugin(tmp_path / "bin", "forgets", forgets.replace("type bridge", "type ifb"))
    file = tmp_path / "traces.json"
    dirs = ("--plugins-dir", str(tmp_path / "bin"), "--plugins-dir", "/usr/lib/cni")
    cnistep("run", conflist(tmp_path, BRIDGE, {"type": "forgets"}), "ADD", "DEL", *dirs, "-o", file)
    add, delete = read_file(file)
    (finding,) = found(RULE, delete, add)
    assert finding.link == 1 and "ifb forgotten" in finding.cause
