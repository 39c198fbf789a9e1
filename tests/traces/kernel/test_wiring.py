"""What stand-ins make in the kernel."""

import pytest

from tests.support.sandbox_namespace import in_own_namespaces

pytestmark = pytest.mark.sandbox

_START = """
import os
from traces.kernel.mounts import tmpfs
from traces.kernel.namespaces import keep_new_netns
from traces.kernel.wiring import Wiring
import subprocess
def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True).stdout
if os.fork() == 0:
    keep_new_netns("/run/pod")
    os._exit(0)
os.wait()
wires = Wiring()
POD = "/run/pod"
"""


def printed(script: str) -> list[str]:
    """The lines that a script prints in namespaces of its own, with a pod's netns at hand."""
    return in_own_namespaces("from traces.kernel.mounts import tmpfs\ntmpfs('/run', 0o755)\n" + _START + script).split(
        "\n"
    )


def test_a_pair_a_bridge_and_their_addresses_are_made() -> None:
    lines = printed("""
bridge = wires.add_bridge("cni0", mtu=1400)
peer, inner = wires.add_pair(POD, "eth0", "veth1", mtu=1400, mac="02:00:00:00:00:01")
wires.join("veth1", "cni0", hairpin=True)
wires.add_address(POD, "eth0", "10.1.0.2/24")
wires.add_address(POD, "eth0", "fd00::2/64")
wires.add_route(POD, "eth0", "0.0.0.0/0", "10.1.0.1")
wires.add_route(POD, "eth0", "10.9.0.0/16")
print(len(bridge) == 17, wires.mac(None, "veth1") == peer, inner)
print(wires.mtu(POD, "eth0"), wires.mtu(None, "cni0"), *wires.addresses(POD, "eth0"))
print("master cni0" in ip("link", "show", "veth1"), "hairpin on" in ip("-d", "link", "show", "veth1"))
print(wires.opens(POD), wires.opens("/run/none"), wires.mac(POD, "none"), wires.mtu(POD, "none"))
""")
    assert lines[0] == "True True 02:00:00:00:00:01"
    assert lines[1] == "1400 1400 10.1.0.2/24 fd00::2/64"
    assert lines[2] == "True True"
    assert lines[3] == "True False None 0"


def test_what_is_removed_is_gone_and_said_once() -> None:
    lines = printed("""
wires.add_pair(POD, "eth0", "veth1")
wires.add_ifb("bwp0", mtu=1400)
print(wires.remove(POD, "eth0"), wires.remove(POD, "eth0"))
print(wires.remove("/run/none", "eth0"), wires.remove(None, "bwp0"))
print(wires.mac(None, "veth1"), wires.mac(None, "bwp0"))
""")
    assert lines[:3] == ["True False", "False True", "None None"]


def test_sysctls_and_links_are_set_in_their_namespace() -> None:
    lines = printed("""
wires.add_pair(POD, "eth0", "veth1")
wires.set_sysctl(POD, "net.ipv4.conf.eth0.arp_filter", "1")
wires.set_link(POD, "eth0", up=False, mtu=1300, mac="02:00:00:00:00:09")
print(wires.sysctl(POD, "net.ipv4.conf.eth0.arp_filter"), wires.sysctl(None, "net/ipv4/conf/veth1/arp_filter"))
print(wires.mtu(POD, "eth0"), wires.mac(POD, "eth0"))
for attempt in (lambda: wires.add_pair(POD, "eth0", "veth2"), lambda: wires.set_sysctl(POD, "net.none", "1"),
                lambda: wires.join("veth1", "none"), lambda: wires.add_macvlan(POD, "eth1", "none", mode="bridge")):
    try:
        attempt()
    except OSError as error:
        print(error.errno)
print(wires.mac(None, "veth2"))
""")
    assert lines[:2] == ["1 0", "1300 02:00:00:00:00:09"]
    assert lines[2:6] == ["17", "2", "19", "19"]
    assert lines[6] == "None"


def test_an_interface_s_traits_and_the_end_of_a_pair_are_seen() -> None:
    lines = printed("""
wires.add_pair(POD, "eth0", "veth1")
wires.add_bridge("cni0")
before = wires.traits(POD, "eth0")
wires.set_traits(POD, "eth0", promisc=True, allmulti=True, txqlen=7)
after = wires.traits(POD, "eth0")
wires.set_traits(POD, "eth0", promisc=False)
last = wires.traits(POD, "eth0")
print([(one.promiscuity, one.allmulti) for one in (before, after, last)], after.txqlen, last.txqlen)
print(wires.peer(POD, "eth0").name, wires.peer("/proc/self/ns/net", "cni0").index, wires.traits(POD, "none"))
try:
    wires.peer(POD, "none")
except OSError as error:
    print(error.strerror)
""")
    assert lines[0] == "[(0, False), (1, True), (0, True)] 7 7"
    assert lines[1:3] == ["veth1 0 None", "No such device"]
