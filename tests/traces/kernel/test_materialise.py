"""What was built is read back by iproute2, and real plugins run on it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.sandbox_chain import BANDWIDTH, CHAIN, NETNS, PLUGINS, PORTMAP, call
from tests.support.sandbox_place import fresh_sandbox, sh
from traces.model.result import Address, Interface, Result, Route
from traces.runner.sandbox import Sandbox

pytestmark = pytest.mark.sandbox

RESULT = Result(
    cni_version="1.0.0",
    interfaces=(
        Interface(name="cni0", mac="02:00:00:00:00:01"),
        Interface(name="veth1a2b", mac="02:00:00:00:00:02"),
        Interface(name="eth0", mac="02:00:00:00:00:03", mtu=1400, sandbox=NETNS),
    ),
    ips=(
        Address(address="10.22.0.7/16", gateway="10.22.0.1", interface=2),
        Address(address="fd00::7/64", gateway="fd00::1", interface=2),
    ),
    routes=(
        Route(dst="0.0.0.0/0"),
        Route(dst="10.96.0.0/12", gw="10.22.0.9", mtu=1300, advmss=1260, priority=50),
        Route(dst="::/0"),
    ),
)

VETH9, ETH0 = Interface(name="veth9"), Interface(name="eth0", sandbox=NETNS)


@pytest.fixture
def box() -> Iterator[Sandbox]:
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as sandbox:
        yield sandbox


def _json(box: Sandbox, command: str) -> Any:
    return json.loads(sh(box, command) or "[]")


def _link(box: Sandbox, name: str, where: str = "") -> dict[str, Any]:
    return dict(_json(box, f"ip {where} -d -j addr show dev {name}")[0])


def _addresses(link: dict[str, Any]) -> set[str]:
    return {f"{a['local']}/{a['prefixlen']}" for a in link["addr_info"] if a["scope"] == "global"}


def test_the_pods_interface_is_as_recorded(box: Sandbox) -> None:
    assert box.materialise(RESULT, netns=NETNS, ifname="eth0") == ()
    eth0 = _link(box, "eth0", "-n pod")
    assert (eth0["address"], eth0["mtu"], eth0["operstate"]) == ("02:00:00:00:00:03", 1400, "UP")
    assert _addresses(eth0) == {"10.22.0.7/16", "fd00::7/64"}
    assert [link.get("txqlen", 0) for link in (eth0, _link(box, "veth1a2b"))] == [0, 0]


def test_the_hosts_side_is_as_recorded(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    cni0, veth = _link(box, "cni0"), _link(box, "veth1a2b")
    assert (cni0["address"], cni0["linkinfo"]["info_kind"]) == ("02:00:00:00:00:01", "bridge")
    assert _addresses(cni0) == {"10.22.0.1/16", "fd00::1/64"}
    assert (veth["address"], veth["master"], veth["operstate"]) == ("02:00:00:00:00:02", "cni0", "UP")
    assert veth["link_index"] == _link(box, "eth0", "-n pod")["ifindex"]


def test_routes_are_as_recorded(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    routes = {route["dst"]: route for route in _json(box, "ip -n pod -j route")}
    assert routes["default"]["gateway"] == "10.22.0.1"
    service = routes["10.96.0.0/12"]
    assert (service["gateway"], service["metric"]) == ("10.22.0.9", 50)
    assert service["metrics"] == [{"mtu": 1300, "advmss": 1260}]
    assert _json(box, "ip -n pod -6 -j route show default")[0]["gateway"] == "fd00::1"


def test_pod_and_host_reach_each_other(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    listen = "import socket; s = socket.create_server(('10.22.0.1', 8000)); s.accept()[0].sendall(b'heard')"
    ask = "import socket; print(socket.create_connection(('10.22.0.1', 8000), 10).recv(9).decode())"
    ready = "until ss -ltn | grep -q 10.22.0.1:8000; do sleep 0.05; done"
    script = f'/usr/bin/python3 -c "{listen}" & {ready}; ip netns exec pod /usr/bin/python3 -c "{ask}"; wait'
    assert sh(box, script) == "heard\n"


@pytest.mark.plugins
def test_every_later_plugin_runs_alone_on_it(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    for link in CHAIN[1:]:
        completed = call(box, "ADD", link, _previous())
        assert completed.exit_code == 0, (link["type"], completed)


@pytest.mark.plugins
def test_portmap_takes_the_edited_address(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    previous = _previous()
    previous["ips"][0]["address"] = "10.22.0.99/16"
    assert call(box, "ADD", PORTMAP, previous).exit_code == 0
    assert "--to-destination 10.22.0.99:80" in sh(box, "iptables-save")


@pytest.mark.plugins
def test_bandwidth_shapes_the_recorded_veth(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    answer = json.loads(call(box, "ADD", BANDWIDTH, _previous()).stdout)
    assert "tbf" in sh(box, "tc qdisc show dev veth1a2b")
    ifb = Interface(name=answer["interfaces"][-1]["name"])
    with fresh_sandbox(plugin_dirs=(PLUGINS,)) as other:
        whole = Result(cni_version="1.0.0", interfaces=(*RESULT.interfaces, ifb), ips=RESULT.ips)
        other.materialise(whole, netns=NETNS, ifname="eth0")
        assert _link(other, ifb.name)["linkinfo"]["info_kind"] == "ifb"
        assert call(other, "DEL", BANDWIDTH, answer).exit_code == 0
        assert ifb.name not in sh(other, "ip -brief link")


def _previous() -> dict[str, Any]:
    interfaces = [
        {"name": i.name, "mac": i.mac, **({"sandbox": i.sandbox} if i.sandbox else {})} for i in RESULT.interfaces
    ]
    ips = [{"address": a.address, "gateway": a.gateway, "interface": a.interface} for a in RESULT.ips]
    return {"cniVersion": "1.0.0", "interfaces": interfaces, "ips": ips, "routes": [], "dns": {}}


def test_without_a_bridge_the_peer_has_the_gateway(box: Sandbox) -> None:
    result = Result(
        cni_version="1.0.0",
        interfaces=(Interface(name="veth9"), Interface(name="eth0", sandbox=NETNS)),
        ips=(Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=1),),
        routes=(Route(dst="0.0.0.0/0"),),
    )
    assert box.materialise(result, netns=NETNS, ifname="eth0") == ()
    assert _addresses(_link(box, "veth9")) == {"10.1.0.1/32"}
    assert [(route["dst"], route["dev"]) for route in _json(box, "ip -j route")] == [("10.1.0.2", "veth9")]


def test_a_gateway_outside_is_reached_on_link(box: Sandbox) -> None:
    result = Result(
        cni_version="1.0.0",
        interfaces=(Interface(name="cali1"), Interface(name="eth0", sandbox=NETNS)),
        ips=(Address(address="10.1.0.2/32", interface=1),),
        routes=(Route(dst="0.0.0.0/0", gw="169.254.1.1"),),
    )
    assert box.materialise(result, netns=NETNS, ifname="eth0") == ()
    assert _json(box, "ip -n pod -j route")[0]["gateway"] == "169.254.1.1"


def test_a_netns_that_can_not_be_made_is_mapped(box: Sandbox) -> None:
    interfaces = (*RESULT.interfaces[:2], Interface(name="eth0", sandbox="/proc/4711/ns/net"))
    notes = box.materialise(Result(cni_version="1.0.0", interfaces=interfaces), netns=NETNS, ifname="eth0")
    assert notes == (f"the netns /proc/4711/ns/net can't be made in the sandbox: {NETNS} stands for it",)
    assert _link(box, "eth0", "-n pod")["operstate"] == "UP"


def test_another_netns_is_made_where_it_was(box: Sandbox) -> None:
    interfaces = (Interface(name="veth1"), Interface(name="eth0", sandbox="/var/run/netns/cni-1"))
    assert box.materialise(Result(cni_version="1.0.0", interfaces=interfaces), netns=NETNS, ifname="eth0") == ()
    assert box.has_netns("/run/netns/cni-1")
    assert _link(box, "eth0", "-n cni-1")["operstate"] == "UP"


def test_lo_is_raised_where_the_result_has_it(box: Sandbox) -> None:
    result = Result(
        cni_version="1.0.0",
        interfaces=(Interface(name="lo", mac="00:00:00:00:00:00", sandbox=NETNS),),
        ips=(Address(address="127.0.0.1/8", interface=0),),
    )
    assert box.materialise(result, netns=NETNS, ifname="lo") == ()
    assert "UP" in _link(box, "lo", "-n pod")["flags"]


def test_what_is_there_already_is_made_anew(box: Sandbox) -> None:
    box.materialise(RESULT, netns=NETNS, ifname="eth0")
    assert box.materialise(RESULT, netns=NETNS, ifname="eth0") == ("veth1a2b was there already: it was made anew",)
    assert _addresses(_link(box, "eth0", "-n pod")) == {"10.22.0.7/16", "fd00::7/64"}


def test_what_the_kernel_refuses_is_noted(box: Sandbox) -> None:
    routes = (Route(dst="10.9.0.0/16", gw="10.1.0.9", scope=253), Route(dst="10.9.0.0/16", gw="10.1.0.1", table=0))
    ips = (Address(address="10.1.0.2/24", gateway="10.1.0.1", interface=1),)
    result = Result(cni_version="1.0.0", interfaces=(VETH9, ETH0), ips=ips, routes=routes)
    assert box.materialise(result, netns=NETNS, ifname="eth0") == (
        "the route to 10.9.0.0/16 by way of 10.1.0.9 was left out: nothing leads to its gateway",
    )
    assert [route["gateway"] for route in _json(box, "ip -n pod -j route show 10.9.0.0/16")] == ["10.1.0.1"]


def test_names_that_no_interface_can_have_are_noted(box: Sandbox) -> None:
    interfaces = (Interface(name="veth1"), Interface(name="name-that-is-too-long", sandbox=NETNS))
    notes = box.materialise(Result(cni_version="1.0.0", interfaces=interfaces), netns=NETNS, ifname="eth0")
    assert notes == (
        "name-that-is-too-long was left out: its name has 21 bytes, and the kernel takes 15 at most",
        "the result names no interface in a netns: eth0 was made for its addresses",
    )
    assert _link(box, "veth1")["link_index"] == _link(box, "eth0", "-n pod")["ifindex"]


def test_ipv6_is_switched_on_where_it_is_off(box: Sandbox) -> None:
    box.add_netns(NETNS)
    sh(box, "ip netns exec pod sysctl -qw net.ipv6.conf.default.disable_ipv6=1")
    assert box.materialise(RESULT, netns=NETNS, ifname="eth0") == ()
    assert _addresses(_link(box, "eth0", "-n pod")) == {"10.22.0.7/16", "fd00::7/64"}


def test_calicos_end_of_the_host_answers_for_the_gateway(box: Sandbox) -> None:
    ips = (Address(address="10.1.0.2/32"), Address(address="fd00::2/128"))
    result = Result(cni_version="1.0.0", interfaces=(Interface(name="cali1"),), ips=ips)
    box.materialise(result, netns=NETNS, ifname="eth0")
    assert [(route["dst"], route["dev"]) for route in _json(box, "ip -j route")] == [("10.1.0.2", "cali1")]
    assert "fd00::2" in [route["dst"] for route in _json(box, "ip -6 -j route show dev cali1")]
    settings = "net.ipv4.conf.cali1.proxy_arp net.ipv6.conf.cali1.proxy_ndp net.ipv4.ip_forward"
    assert sh(box, f"sysctl -n {settings}").split() == ["1", "1", "1"]


def test_a_bridge_keeps_its_mtu_when_it_has_ports(box: Sandbox) -> None:
    interfaces = (Interface(name="cni0", mtu=9000), VETH9, ETH0)
    box.materialise(Result(cni_version="1.1.0", interfaces=interfaces), netns=NETNS, ifname="eth0")
    assert (_link(box, "cni0")["mtu"], _link(box, "veth9")["mtu"]) == (9000, 1500)


def test_a_host_interface_of_another_kind_is_made_anew(box: Sandbox) -> None:
    sh(box, "ip link add cni0 type ifb; ip link add br1 type bridge")
    interfaces = (Interface(name="br1", mac="02:00:00:00:00:0a"), Interface(name="cni0"), VETH9, ETH0)
    notes = box.materialise(Result(cni_version="1.0.0", interfaces=interfaces), netns=NETNS, ifname="eth0")
    assert "cni0 was there already: it was made anew" in notes
    assert _link(box, "cni0")["linkinfo"]["info_kind"] == "bridge"
    assert _link(box, "br1")["address"] == "02:00:00:00:00:0a"
