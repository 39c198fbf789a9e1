"""A DEL is held to what its own ADD added, wherever that is, and to nothing else."""

import json
from pathlib import Path

import pytest

from tests.support.chains import BRIDGE, FAILS, FIVE, scripts
from tests.support.cli import conflist
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from traces import Attachment, Session, Trace, load_file

pytestmark = [needs_namespaces, needs_plugins]
PORTS = {"portMappings": [{"hostPort": 18080, "containerPort": 80, "protocol": "tcp"}]}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session in a sandbox, with the real plugins and one that fails."""
    plugin_dirs = [PLUGIN_DIR, scripts(tmp_path / "bin", failing=FAILS)]
    return Session(plugin_dirs=plugin_dirs, state_dir=tmp_path / "state", sandbox=True)


def pod(container_id: str) -> Attachment:
    """An attachment of that container."""
    return Attachment(container_id=container_id, netns=f"/run/netns/{container_id}", capability_args=PORTS)


def leaks(trace: Trace) -> list[str]:
    """What the trace says was left behind."""
    return [note.removeprefix("LEFT BEHIND by ") for note in trace.notes if note.startswith("LEFT BEHIND")]


def test_rules_left_by_a_failed_add_are_leaks(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, BRIDGE, {"type": "firewall"}, {"type": "failing"})))
    with session:
        session.run("ADD", network, pod("c0ffee"))
        delete = session.run("DEL", network, pod("c0ffee"))
    assert any(leak.startswith("link 1, firewall: ipv4 rule -A CNI-FORWARD -s 10.88.0.2/32") for leak in leaks(delete))
    assert any(leak.startswith("link 0, bridge: link veth") for leak in leaks(delete))
    assert "link 0, bridge: reservation /var/lib/cni/networks/demo/10.88.0.2" in leaks(delete)


def test_another_attachment_s_things_are_no_leaks(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, *FIVE)))
    with session:
        for name in ("aaa", "bbb"):
            session.run("ADD", network, pod(name))
        delete = session.run("DEL", network, pod("aaa"))
    assert delete.error is None
    assert leaks(delete) == []


def test_an_id_that_is_part_of_a_shared_rule_is_no_leak(session: Session, tmp_path: Path) -> None:
    firewall = {"type": "firewall", "ingressPolicy": "same-bridge"}
    network = load_file(str(conflist(tmp_path, BRIDGE, firewall)))
    with session:
        session.run("ADD", network, pod("1"))
        assert leaks(session.run("DEL", network, pod("1"))) == []


def test_reservations_are_looked_for_in_the_ipam_s_own_folder(session: Session, tmp_path: Path) -> None:
    bridge = json.loads(json.dumps(BRIDGE))
    bridge["ipam"]["dataDir"] = "/run/mydata"
    with session:
        session.run("ADD", load_file(str(conflist(tmp_path, bridge))), pod("c0ffee"))
        delete = session.run("DEL", load_file(str(conflist(tmp_path, bridge, {"type": "failing"}))), pod("c0ffee"))
    assert "link 0, bridge: reservation /run/mydata/demo/10.88.0.2" in leaks(delete)


def test_what_a_rerun_was_built_from_is_no_leak(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, {**BRIDGE, "ipMasq": False}, *FIVE[1:])))
    bandwidth = {"ingressRate": 1000000, "ingressBurst": 1000000}
    attachment = Attachment(
        container_id="c0ffee", netns="/run/netns/pod", capability_args={**PORTS, "bandwidth": bandwidth}
    )
    with session:
        session.run("ADD", network, attachment)
        branch = session.rerun(session.run("DEL", network, attachment), 1)
    assert branch.error is None
    assert leaks(branch) == []
