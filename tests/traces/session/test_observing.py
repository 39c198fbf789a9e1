"""The kernel between the links of a run; a DEL is held to what its own ADD added, and to nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chains import BRIDGE, FAILS, FIVE, scripts
from tests.support.cli import conflist
from tests.support.needs import PLUGIN_DIR, needs_namespaces, needs_plugins
from traces import Attachment, Session, Trace, load_file
from traces.errors import InputError, PlaceError
from traces.kernel.difference import differences
from traces.kernel.snapshot import Wanted
from traces.model.events import CallEnded, SnapshotTaken, TraceStarted
from traces.model.snapshot import Snapshot
from traces.session.observing import Observer

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


def test_there_is_a_moment_around_every_link_and_delegate(tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, BRIDGE, {"type": "portmap", "capabilities": {"portMappings": True}})))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "s", sandbox=True, snapshots="deep") as session:
        add = session.run("ADD", network, pod("c0ffee"))
        check = session.run("CHECK", network, pod("c0ffee"))
        kept = session.library.open(add.id)
    bridge, ipam, portmap = (call.id for call in add.calls)
    assert [(moment.call, moment.when) for moment in add.snapshots] == [
        (None, "before"),
        (ipam, "before"),
        (ipam, "after"),
        (bridge, "after"),
        (portmap, "after"),
    ]
    before, asked, given, bridged, mapped = (moment.snapshot for moment in add.snapshots)
    assert {change.kind for change in differences(asked, given)} == {"reservation"}
    assert before.pod and not before.pod.link("eth0")
    assert bridged.pod and bridged.pod.link("eth0") and bridged.host and bridged.host.link("cni0")
    assert [change.kind for change in differences(bridged, mapped)] == ["netfilter"] * len(differences(bridged, mapped))
    assert differences(check.snapshots[0].snapshot, mapped) == ()
    assert kept.snapshots == add.snapshots


def test_a_verb_that_calls_nobody_is_looked_at_too(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, {"type": "none-such"})))
    with session:
        session._spec = replace(session._spec, simulate="none")
        add = session.run("ADD", network, pod("c0ffee"))
    assert [moment.when for moment in add.snapshots] == ["before"]


@pytest.mark.parametrize(("scope", "sides"), [("pod", (True, False)), ("all", (True, True))])
def test_only_what_is_asked_for_is_looked_at(tmp_path: Path, scope: str, sides: tuple[bool, bool]) -> None:
    network = load_file(str(conflist(tmp_path, {"type": "loopback"})))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "s", sandbox=True, snapshots=scope) as session:
        snapshot = session.run("ADD", network, pod("c0ffee")).snapshots[0].snapshot
    assert (snapshot.pod is not None, snapshot.host is not None) == sides


def test_none_are_taken_where_none_are_wished(tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, {"type": "loopback"})))
    with Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "s", sandbox=True, snapshots="none") as session:
        assert session.run("ADD", network, pod("c0ffee")).snapshots == ()
    wrong = Session(plugin_dirs=[PLUGIN_DIR], state_dir=tmp_path / "s", snapshots="some")
    with wrong, pytest.raises(InputError, match="snapshots some: expected one of deep, all, pod, none"):
        wrong.run("ADD", network, pod("c0ffee"))


def test_a_place_that_can_t_be_looked_at_loses_no_run(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, {"type": "loopback"})))
    with session:
        session.place.observer = Observer(look_fails, "all", {})
        add = session.run("ADD", network, pod("c0ffee"))
    assert add.error is None
    assert str(add.snapshots[0].snapshot.unread[0]) == "host: netns: no look"


def look_fails(wanted: Wanted) -> Snapshot:
    """A look at a place that is gone."""
    raise PlaceError("no look")


def test_a_sysctl_of_the_chain_is_looked_at_by_the_pod_s_name(session: Session, tmp_path: Path) -> None:
    sysctl = {"net.ipv4.conf.IFNAME.arp_filter": "1", "net/ipv4/conf/IFNAME/rp_filter": "2"}
    network = load_file(str(conflist(tmp_path, BRIDGE, {"type": "tuning", "sysctl": sysctl})))
    with session:
        add = session.run("ADD", network, pod("c0ffee"))
    changes = differences(add.snapshots[-2].snapshot, add.snapshots[-1].snapshot)
    assert [(change.side, change.name, change.after) for change in changes if change.kind == "sysctl"] == [
        ("pod", "net.ipv4.conf.eth0.arp_filter", "1"),
        ("pod", "net/ipv4/conf/eth0/rp_filter", "2"),
    ]


def test_who_holds_a_run_has_seen_what_was_looked_at(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, BRIDGE)))
    with session:
        events = list(session.follow("ADD", network, pod("c0ffee")))
    assert isinstance(events[0], TraceStarted) and [moment.when for moment in events[0].trace.snapshots] == ["before"]
    look, end = events[-3:-1]
    assert isinstance(look, SnapshotTaken) and isinstance(end, CallEnded) and look.moment.call == end.call.id


def test_the_kernel_can_be_asked_while_the_place_is_there(session: Session, tmp_path: Path) -> None:
    network = load_file(str(conflist(tmp_path, BRIDGE)))
    with session:
        add = session.run("ADD", network, pod("c0ffee"))
        assert [str(row) for row in session.ask_kernel(add) if row.agrees is False] == []
        session.place.sandbox.run(("ip", "-n", "c0ffee", "addr", "flush", "dev", "eth0"))
        (address,) = (row for row in session.ask_kernel(add) if row.agrees is False and row.kind == "address")
        assert str(address).startswith("address 10.88.0.2/16 in the pod")
        session.rerun(add, 0)
        with pytest.raises(InputError, match="the place that this trace was run in is gone"):
            session.ask_kernel(add)
