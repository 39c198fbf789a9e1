"""A bridge with the gateway of another subnet: by the kernel, by subnet.env, by a plugin's words."""

import json
from pathlib import Path

import pytest

from tests.support.chains import BRIDGE as REAL_BRIDGE
from tests.support.cli import cnistep, conflist, plugin
from tests.support.needs import needs_namespaces, needs_plugins
from tests.support.node_state import BRIDGE
from tests.support.node_trees import NodeTree, check, kinds, quotes
from tests.support.scripted import failing, found, run_chain
from traces.diagnosis.rules.link_bridge_address import RULE
from traces.store.archive import read_file

SAID = 'failed to set bridge addr: "br-demo0" already has an IP address different from 192.0.2.1/29'
ENV = "FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.1.1/24\nFLANNEL_MTU=1450\nFLANNEL_IPMASQ=true\n"


def _devices(tree: NodeTree, *addresses: str, name: str = "br-demo0", port: bool = False) -> None:
    rows = [
        {
            "ifindex": 7,
            "ifname": name,
            "linkinfo": {"info_kind": "bridge"},
            "addr_info": [
                {"local": each.partition("/")[0], "prefixlen": int(each.partition("/")[2])} for each in addresses
            ],
        }
    ]
    rows += [{"ifindex": 8, "ifname": "veth1", "master": name}] if port else []
    tree.says("ip-addr.json", json.dumps(rows))


@pytest.fixture
def tree(tmp_path: Path) -> NodeTree:
    """A node whose bridge is to have 192.0.2.1/29."""
    made = NodeTree(tmp_path)
    made.conflist("10-demo.conflist", BRIDGE)
    return made


def test_a_bridge_of_another_subnet(tree: NodeTree) -> None:
    _devices(tree, "198.51.100.1/24")
    (finding,) = check(RULE, tree.node())
    assert (finding.kind, finding.link, finding.is_proven) == ("link/bridge-address-conflict", 0, True)
    assert "198.51.100.1/24" in quotes(finding) and finding.next_step == "ip link delete br-demo0"
    _devices(tree, "198.51.100.1/24", port=True)
    (busy,) = check(RULE, tree.node())
    assert "delete" not in busy.next_step and "veth1" in quotes(busy)


@pytest.mark.parametrize("addresses", [("192.0.2.1/29",), (), ("192.0.2.1/29", "10.9.9.9/32"), ("fe80::1/64",)])
def test_bridges_that_fit_are_well(tree: NodeTree, addresses: tuple[str, ...]) -> None:
    _devices(tree, *addresses)
    assert kinds(RULE, tree.node()) == []


def test_a_bridge_that_is_no_gateway_needs_no_address(tree: NodeTree) -> None:
    tree.conflist("10-demo.conflist", {key: value for key, value in BRIDGE.items() if key != "isGateway"})
    _devices(tree, "198.51.100.1/24")
    assert kinds(RULE, tree.node()) == []


def test_flannel_s_bridge_follows_its_subnet_file(tree: NodeTree) -> None:
    tree.conflist("10-demo.conflist", "flannel")
    tree.put("/run/flannel/subnet.env", ENV)
    _devices(tree, "10.244.7.1/24", name="cni0")
    (finding,) = check(RULE, tree.node())
    assert "10.244.1.1/24" in finding.cause and "subnet.env" in quotes(finding)
    _devices(tree, "10.244.1.1/24", name="cni0")
    assert kinds(RULE, tree.node()) == []


def test_a_plugin_s_own_words(tmp_path: Path) -> None:
    (trace,) = run_chain(tmp_path, {"main": failing(SAID)})
    (finding,) = found(RULE, trace)
    assert finding.is_proven and "192.0.2.1/29" in finding.cause
    (told,) = check(RULE, text=SAID, verb="ADD")
    assert not told.is_proven


@needs_namespaces
@needs_plugins
def test_the_real_bridge_meets_its_old_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(tmp_path / "state"))
    file = tmp_path / "traces.json"
    makes = "cat >/dev/null; ip link add cni0 type bridge; ip addr add 198.51.100.1/24 dev cni0; printf '{}'"
    plugin(tmp_path / "bin", "earlier", makes)
    dirs = ("--plugins-dir", str(tmp_path / "bin"), "--plugins-dir", "/usr/lib/cni", "-o", file)
    cnistep("run", conflist(tmp_path, {"type": "earlier"}, REAL_BRIDGE), "ADD", *dirs)
    (trace,) = read_file(file)
    (finding,) = found(RULE, trace)
    assert (finding.kind, finding.verb, finding.link) == ("link/bridge-address-conflict", "ADD", 1)
    assert "198.51.100.1/24" in quotes(finding) and "10.88.0.1/16" in quotes(finding)
    cnistep("run", conflist(tmp_path, REAL_BRIDGE), "ADD", *dirs)
    (healthy,) = read_file(file)
    assert found(RULE, healthy) == []
