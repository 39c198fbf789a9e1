"""A CHECK that fails of a kernel that has changed since ADD: Debian's bridge, and somebody who changes what it made."""

import json
from pathlib import Path

import pytest

from tests.support.chains import BRIDGE
from tests.support.cli import cnistep, conflist, plugin
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.scripted import answering, failing, found, kinds, quotes, run_chain
from traces.diagnosis.rules.check_kernel import RULE
from traces.model.trace import Trace
from traces.store.archive import read_file

MEDDLES = """given=$(cat)
[ "$CNI_COMMAND" = ADD ] || exit 0
veth=$(printf '%s' "$given" | /usr/bin/python3 -c 'import json,sys
print(json.load(sys.stdin)["prevResult"]["interfaces"][1]["name"])')
{ {DOES}; } >&2
printf '%s' "$given" | /usr/bin/python3 -c 'import json,sys; print(json.dumps(json.load(sys.stdin)["prevResult"]))'"""
MAC = 'ip link set "$veth" address 02:00:00:00:00:77'
ROUTE = 'nsenter --net="$CNI_NETNS" ip route del default'


def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> Trace:
    """The CHECK after an ADD whose second link has done that to what the first made."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    plugin(tmp_path / "bin", "meddler", MEDDLES.replace("{DOES}", does))
    file = tmp_path / "traces.json"
    dirs = ("--plugins-dir", str(tmp_path / "bin"), "--plugins-dir", "/usr/lib/cni")
    cnistep("run", conflist(tmp_path, BRIDGE, {"type": "meddler"}), "ADD", "CHECK", *dirs, "-o", file)
    add, check = read_file(file)
    assert add.failure is None
    return check


@needs_namespaces
@needs_plugins
def test_a_mac_that_was_changed_after_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = checked(tmp_path, monkeypatch, MAC)
    (finding,) = found(RULE, check)
    assert (finding.kind, finding.link) == ("check/mac-changed", 0)
    assert "bridge (link 0) fails CHECK because the MAC of veth" in finding.cause
    assert "02:00:00:00:00:77" in quotes(finding) and "Mac doesn't match" in quotes(finding)


@needs_namespaces
@needs_plugins
def test_a_route_that_somebody_took_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = found(RULE, checked(tmp_path, monkeypatch, ROUTE))
    assert (finding.kind, finding.link) == ("check/other", 0)
    assert "route 0.0.0.0/0" in finding.cause and "no such route" in quotes(finding)


@needs_namespaces
@needs_plugins
def test_nothing_changed_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds(RULE, checked(tmp_path, monkeypatch, "true")) == []


def test_what_bridge_says_is_enough_without_snapshots(tmp_path: Path) -> None:
    said = "Interface veth1 Mac doesn't match: 02:00:00:00:00:01 not found"
    scripts = {"main": answering().replace("|| exit 0", f"|| {{ {_fails(said)}; }}", 1)}
    check = run_chain(tmp_path, scripts, "ADD", "CHECK")[1]
    (finding,) = found(RULE, check)
    assert finding.kind == "check/mac-changed" and "02:00:00:00:00:01" in finding.cause


def test_another_failure_of_check_is_another(tmp_path: Path) -> None:
    scripts = {
        "main": answering(),
        "agent": failing("no agent", "CHECK").replace("|| exit 0", f"|| {{ {_echo()}; }}", 1),
    }
    assert kinds(RULE, run_chain(tmp_path, scripts, "ADD", "CHECK")[1]) == []


def _fails(msg: str) -> str:
    """Shell that fails with an error object."""
    text = json.dumps({"code": 999, "msg": msg}).replace("'", "'\\''")
    return f"printf '%s' '{text}'; exit 1"


def _echo() -> str:
    """Shell that answers with a small result."""
    return """printf '%s' '{"cniVersion":"1.0.0","ips":[{"address":"10.1.0.2/16"}]}'; exit 0"""
