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


BREAKS_ON_DEL = """
[ "$CNI_COMMAND" = DEL ] && exec sh -c 'cat >/dev/null; echo "{\\"cniVersion\\":\\"1.0.0\\",\\"code\\":11}"; exit 1'
[ "$CNI_COMMAND" = ADD ] && sed 's/.*"prevResult":\\({.*}\\),"type".*/\\1/'
exit 0"""
"""A plugin in the middle: it hands on what it got, and fails only at DEL."""


@pytest.mark.parametrize("policy", ["libcni", "continue"])
def test_links_that_a_del_did_not_reach_still_hold_all_of_theirs(session: Session, tmp_path: Path, policy: str) -> None:
    scripts(tmp_path / "bin", breaks=BREAKS_ON_DEL)
    network = load_file(str(conflist(tmp_path, *FIVE[:4], {"type": "breaks"}, FIVE[4])))
    limits = {"ingressRate": 1000000, "ingressBurst": 1000000, "egressRate": 1000000, "egressBurst": 1000000}
    attachment = Attachment(
        container_id="c0ffee", netns="/run/netns/pod", capability_args={**PORTS, "bandwidth": limits}
    )
    with session:
        assert session.run("ADD", network, attachment).error is None
        held = host_lines(session)
        delete = session.run("DEL", network, attachment, policy=policy)
        left = host_lines(session)
    assert delete.error == 'plugin type="breaks" failed (delete): '
    reached = "reached: link 5, tuning; link 4, breaks"
    below = "link 3, firewall; link 2, bandwidth; link 1, portmap; link 0, bridge"
    if policy == "continue":
        assert delete.notes[0] == f"{reached}; {below}"
        assert leaks(delete) == [] and left < held
    else:
        assert delete.notes[:2] == (reached, f"never reached: {below}")
        assert {leak.split(":")[0] for leak in leaks(delete)} == set(below.split("; "))
        assert left == held
        said = "\n".join(leaks(delete))
        assert [line for line in sorted(left) if line not in said] == []


def host_lines(session: Session) -> set[str]:
    """What the host has of the one pod, looked at by other means than the notes: rules, links, qdiscs, reservations."""
    look = (
        "iptables-save | grep -E '^-A.*(10.88.0.2|c0ffee|CNI-DN-)'; ip -o link | grep -oE '(veth|bwp)[0-9a-f]+'; "
        "tc qdisc show | grep -oE '(tbf|ingress) [0-9a-f]+: dev [a-z0-9]+' | sed 's/ [0-9a-f]*: dev / on /'; "
        "ls -d /var/lib/cni/networks/demo/10.*"
    )
    done = session.place.sandbox.run(("/bin/sh", "-c", look))
    return set(done.stdout.decode().splitlines())


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
