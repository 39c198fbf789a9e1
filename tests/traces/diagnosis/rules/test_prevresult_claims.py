"""A claim that the kernel does not bear out, and the link that believed it."""

from pathlib import Path

import pytest

from tests.support.cli import cnistep, conflist, plugin
from tests.support.needs import needs_namespaces
from tests.support.scripted import ECHO, answering, failing, found, kinds, quotes
from traces.diagnosis.rules.prevresult_claims import RULE
from traces.model.trace import Trace
from traces.store.archive import read_file

pytestmark = [needs_namespaces]

LIES = {"cniVersion": "1.0.0", "interfaces": [{"name": "veth-gone"}], "ips": []}
NOTHING = {"cniVersion": "1.0.0", "interfaces": [], "ips": []}


def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **scripts: str) -> Trace:
    """An ADD in a sandbox, where the kernel is looked at after each link."""
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    for name, script in scripts.items():
        plugin(tmp_path / "bin", name, script)
    file = tmp_path / "trace.json"
    chain = conflist(tmp_path, *({"type": name} for name in scripts))
    cnistep("run", chain, "ADD", "--plugins-dir", str(tmp_path / "bin"), "-o", file)
    return read_file(file)[0]


def test_the_link_that_claimed_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says = failing('could not look up "veth-gone": Link not found')
    trace = added(tmp_path, monkeypatch, liar=answering(LIES), next=ECHO, shaper=says)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.link, finding.is_proven) == ("prevresult/not-in-kernel", 0, True)
    assert "liar (link 0) claims interface veth-gone" in finding.cause
    assert "no such interface" in quotes(finding) and "Link not found" in quotes(finding)


def test_an_honest_link_is_not_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says = failing('could not look up "veth-gone": Link not found')
    assert kinds(RULE, added(tmp_path, monkeypatch, honest=answering(NOTHING), shaper=says)) == []


def test_a_claim_that_nobody_failed_of_is_another_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds(RULE, added(tmp_path, monkeypatch, liar=answering(LIES), next=ECHO)) == []
