"""Snapshots of the real chain, held to what ip, tc, nft and the plugins' documentation say."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.chains import FIVE
from tests.support.kernel_look import look
from tests.support.needs import PLUGIN_DIR, needs_plugins
from tests.support.sandbox_chain import CHAIN as BY_HAND
from tests.support.sandbox_chain import NETNS, PLUGINS, call
from tests.support.sandbox_namespace import in_own_namespaces
from tests.support.sandbox_place import fresh_sandbox, sh
from traces import Attachment, Session, load_network
from traces.kernel.difference import KernelChange, differences
from traces.kernel.snapshot import Wanted, take, to_wire
from traces.model.snapshot import Peer, Snapshot, Sysctl
from traces.runner.sandbox import Sandbox
from traces.store.snapshot_codec import snapshot_of

pytestmark = pytest.mark.sandbox

RESERVED = "/var/lib/cni/networks/test"
WANTED = Wanted(
    pod=NETNS,
    pod_sysctls=("net.ipv4.conf.eth0.arp_filter", "net.ipv4.conf.eth0.accept_redirects"),
    host_sysctls=("net.ipv4.ip_forward",),
    reservations=(RESERVED,),
)
PORTS = [{"hostPort": 18080, "containerPort": 80, "protocol": "tcp"}]
RATES = {"ingressRate": 1000000, "ingressBurst": 1000000, "egressRate": 2000000, "egressBurst": 1000000}


def seen(box: Sandbox, wanted: Wanted = WANTED) -> Snapshot:
    """What the kernel has in the sandbox."""
    return snapshot_of(box.call("snapshot", "snapshot_wire", to_wire(wanted)), "the sandbox")


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A session's sandbox in which the chain of five was added."""
    folder = tmp_path_factory.mktemp("chain")
    text = json.dumps({"cniVersion": "1.0.0", "name": "test", "plugins": FIVE})
    Path(folder, "test.conflist").write_text(text)
    attachment = Attachment(
        container_id="c0ffee", netns=NETNS, capability_args={"portMappings": PORTS, "bandwidth": RATES}
    )
    with Session(plugin_dirs=[str(PLUGIN_DIR)], state_dir=folder / "state", sandbox=True) as session:
        trace = session.run("ADD", load_network(str(folder), "test"), attachment)
        assert trace.error is None, trace.error
        yield session.place.sandbox


def ask(box: Sandbox, command: str) -> Any:
    """What a command prints in the sandbox, as JSON."""
    return json.loads(sh(box, command) or "[]")


@needs_plugins
@pytest.mark.parametrize(("side", "where"), [("host", ""), ("pod", "-n pod")])
def test_a_chains_links_and_addresses_are_those_of_ip(box: Sandbox, side: str, where: str) -> None:
    snapshot = seen(box)
    space = snapshot.on(side)
    assert space is not None and snapshot.unread == ()
    links = ask(box, f"ip {where} -j -d addr")
    assert [
        (link.index, link.name, link.kind, link.mac, link.mtu, link.state, list(link.flags), link.master)
        for link in space.links
    ] == [
        (
            *(link["ifindex"], link["ifname"], link.get("linkinfo", {}).get("info_kind", ""), link["address"]),
            *(link["mtu"], link["operstate"].lower(), link["flags"], link.get("master", "")),
        )
        for link in links
    ]
    assert {(held.device, held.address) for held in space.addresses} == {
        (link["ifname"], f"{held['local']}/{held['prefixlen']}") for link in links for held in link["addr_info"]
    }


@needs_plugins
def test_the_two_ends_of_a_pods_veth_name_each_other(box: Sandbox) -> None:
    snapshot = seen(box)
    assert snapshot.pod and snapshot.host
    eth0 = snapshot.pod.link("eth0")
    end = next(link for link in snapshot.host.links if link.kind == "veth")
    assert eth0 and eth0.peer == Peer(index=end.index, side="host", name=end.name)
    assert end.peer == Peer(index=eth0.index, side="pod", name="eth0")


@needs_plugins
@pytest.mark.parametrize(("side", "where"), [("host", ""), ("pod", "-n pod")])
def test_a_chains_routes_are_those_of_ip(box: Sandbox, side: str, where: str) -> None:
    space = seen(box).on(side)
    assert space is not None
    found = {(route.dst, route.gateway, route.device) for route in space.routes if route.family == 4}
    listed = ask(box, f"ip {where} -j route show table all")
    assert found >= {("0.0.0.0/0", "10.88.0.1", "eth0")} if side == "pod" else found
    assert len(found) == len(
        [route for route in listed if ":" not in route["dst"] and not route["dst"].startswith("ff")]
    )


@needs_plugins
def test_a_chains_shaping_is_that_of_tc(box: Sandbox) -> None:
    host = seen(box).host
    assert host is not None
    shaped = [(qdisc.device, qdisc.details[:2]) for qdisc in host.qdiscs if qdisc.kind == "tbf"]
    assert shaped == [
        (item["dev"], (f"rate {item['options']['rate']}", f"burst {item['options']['burst']}"))
        for item in ask(box, "tc -j qdisc show")
        if item["kind"] == "tbf"
    ]
    (rule,) = (found for found in host.filters if not found.by_kernel)
    ifb = next(link.name for link in host.links if link.kind == "ifb")
    assert f"mirred egress redirect to {ifb} stolen" in rule.details


@needs_plugins
def test_a_chains_rules_are_as_many_as_nfts(box: Sandbox) -> None:
    snapshot = seen(box)
    assert snapshot.host and snapshot.pod
    rules = [item for item in ask(box, "nft -j list ruleset")["nftables"] if "rule" in item]
    lines = [line.line for line in snapshot.host.netfilter]
    assert len([line for line in lines if line.startswith("-A ")]) == len(rules)
    assert any(line.endswith("--dport 18080 -j DNAT --to-destination 10.88.0.2:80") for line in lines)
    assert snapshot.pod.netfilter == ()


@needs_plugins
def test_a_chains_settings_and_reservations_are_read(box: Sandbox) -> None:
    snapshot = seen(box)
    assert snapshot.pod and snapshot.host
    assert snapshot.pod.sysctls[0] == Sysctl(name="net.ipv4.conf.eth0.arp_filter", value="1")
    assert snapshot.host.sysctls == (Sysctl(name="net.ipv4.ip_forward", value="1"),)
    assert [(held.path, held.container_id, held.ifname) for held in snapshot.reservations] == [
        (f"{RESERVED}/10.88.0.2", "c0ffee", "eth0"),
        (f"{RESERVED}/last_reserved_ip.0", "", ""),
        (f"{RESERVED}/lock", "", ""),
    ]


@needs_plugins
def test_each_link_changes_what_its_documentation_says() -> None:
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as box:
        box.add_netns(NETNS)
        changes, answer, before = {}, None, seen(box)
        for link in BY_HAND:
            answer = json.loads(call(box, "ADD", link, answer).stdout)
            after = seen(box)
            changes[link["type"]] = sorted({_told(change) for change in differences(before, after)})
            before = after
    assert changes == {
        "bridge": [
            *("host address added", "host link added", "host netfilter added", "host reservation added"),
            *("host sysctl changed", "pod address added", "pod link added", "pod route added", "pod sysctl changed"),
        ],
        "portmap": ["host netfilter added"],
        "bandwidth": [
            *("host class added", "host filter added", "host link added", "host link changed", "host qdisc added"),
        ],
        "firewall": ["host netfilter added"],
        "tuning": ["pod sysctl changed"],
    }


def _told(change: KernelChange) -> str:
    return f"{change.side} {change.kind} {change.how}"


def test_a_netns_that_is_not_there_is_said() -> None:
    seen_ = look("ip link set lo up", pod="/run/netns/none")
    assert seen_.snapshot.pod is None
    assert [str(entry) for entry in seen_.snapshot.unread] == ["pod: netns: /run/netns/none: no such file or directory"]


def test_the_pod_alone_is_read_where_that_is_asked() -> None:
    setup = "mount -t tmpfs tmpfs /run; ip netns add pod; ip link add v0 type veth peer name eth0 netns pod"
    script = f"""
import json, subprocess
from traces.kernel.snapshot import snapshot_wire
subprocess.run({setup!r}, shell=True, check=True)
print(json.dumps(snapshot_wire({{"pod": "/run/netns/pod", "host": False}})))
"""
    snapshot = snapshot_of(json.loads(in_own_namespaces(script)), "the helper")
    assert snapshot.host is None and snapshot.pod
    eth0 = snapshot.pod.link("eth0")
    assert eth0 and eth0.peer and (eth0.peer.side, eth0.peer.name) == ("host", "")


def test_one_setting_that_is_none_does_not_hide_the_others() -> None:
    snapshot = look("true", host_sysctls=["net.ipv4.ip_forward", "../etc/passwd"]).snapshot
    assert snapshot.host and [setting.name for setting in snapshot.host.sysctls] == ["net.ipv4.ip_forward"]
    assert [str(entry) for entry in snapshot.unread] == ["host: sysctls: '../etc/passwd' is no name of a setting"]


def test_a_folder_that_can_not_be_read_is_said(tmp_path: Path) -> None:
    Path(tmp_path, "10.1.0.2").mkdir()
    snapshot = take(Wanted(host=False, reservations=(str(tmp_path),)))
    (missing,) = snapshot.unread
    assert (missing.side, missing.part) == ("host", "reservations")
    assert missing.reason == f"{tmp_path}/10.1.0.2 is not a regular file"


def test_what_is_wanted_travels_as_json() -> None:
    argument: Mapping[str, Any] = json.loads(json.dumps(to_wire(WANTED)))
    assert argument["pod"] == NETNS
    assert "host" not in argument
