"""Netlink over pyroute2."""

import pytest

from tests.support.sandbox_namespace import in_own_namespaces

pytestmark = pytest.mark.sandbox


def test_links_addresses_and_routes_are_made_once() -> None:
    script = """
import subprocess
from traces.kernel.netlink import Netlink
with Netlink() as net:
    net.add_link("br0", "bridge")
    net.set_link("br0", state="up")
    for _ in range(2):
        net.add_address("br0", "10.0.0.1/24")
        net.add_route("br0", "10.9.0.0/16", "10.0.0.2")
    print(net.index("br0") is not None, net.index("none"))
print(subprocess.run(["ip", "route"], capture_output=True, text=True).stdout)
"""
    printed = in_own_namespaces(script).split("\n")
    assert printed[0] == "True None"
    assert "10.9.0.0/16 via 10.0.0.2 dev br0 " in printed


def test_refusals_are_oserrors() -> None:
    script = """
from traces.kernel.netlink import Netlink
with Netlink() as net:
    net.set_link("lo", state="up")
    for attempt in (
        lambda: net.remove_link("none"),
        lambda: net.add_link("lo", "bridge"),
        lambda: net.add_route("lo", "1.0.0.0/8", "10.9.9.9"),
        lambda: net.prepend_route("lo", "1.0.0.9/8", "", scope=0, table=0, priority=0),
    ):
        try:
            attempt()
        except OSError as error:
            print(error.errno)
"""
    assert in_own_namespaces(script) == "19\n17\n101\n22\n"
