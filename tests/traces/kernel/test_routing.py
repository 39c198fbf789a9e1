"""Rules and routes by source, in a namespace of one's own."""

import json
from typing import Any

import pytest

from tests.support.sandbox_namespace import in_own_namespaces

pytestmark = pytest.mark.sandbox

_START = """
import json, subprocess
from traces.kernel.routing import LinkRoute, Routing
subprocess.run(["sh", "-ec", '''
ip link add one type veth peer name two
ip link set one up; ip link set two up
ip addr add 10.1.0.5/24 dev one; ip addr add fd00::5/64 dev one nodad
ip route add default via 10.1.0.1; ip route add 10.9.0.0/16 via 10.1.0.7 dev one metric 50
ip rule add from 192.0.2.1 table 1000
'''], check=True)
def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=True).stdout
routing = Routing("/proc/self/ns/net")
"""


def seen(script: str) -> Any:
    """What a script puts into `found`."""
    return json.loads(in_own_namespaces(f"{_START}{script}\nprint(json.dumps(found))"))


def test_routes_of_the_main_table_are_seen_with_all_they_say() -> None:
    found = seen("found = [[r.dst, r.gateway, r.source, r.scope, r.priority] for r in routing.routes('one')]")
    assert ["0.0.0.0/0", "10.1.0.1", "", 0, 0] in found
    assert ["10.1.0.0/24", "", "10.1.0.5", 253, 0] in found
    assert ["10.9.0.0/16", "10.1.0.7", "", 0, 50] in found
    assert [entry[0] for entry in found if ":" in entry[0]] == ["fd00::/64", "fe80::/64"]


def test_rules_of_both_families_are_made_and_taken_away() -> None:
    found = seen("""
before = sorted(routing.tables())
routing.add_rule("10.1.0.5", 100)
routing.add_rule("fd00::5", 77777)
made = [sorted(routing.tables()), ip("rule"), ip("-6", "rule")]
routing.remove_rules(["10.1.0.5", "fd00::5"], 100)
some = sorted(routing.tables())
routing.remove_rules(["10.1.0.5", "fd00::5"])
found = [before, made, some, sorted(routing.tables())]
""")
    before, made, some, after = found
    assert before == after == [253, 254, 255, 1000]
    assert made[0] == [100, 253, 254, 255, 1000, 77777]
    assert "from 10.1.0.5 lookup 100\n" in made[1]
    assert "from fd00::5 lookup 77777\n" in made[2]
    assert some == [253, 254, 255, 1000, 77777]


def test_a_route_goes_to_another_table_as_it_is() -> None:
    found = seen("""
routes = routing.routes("one")
routing.put("one", LinkRoute.default("10.1.0.9"), 300, replace=False)
for route in routes:
    routing.put("one", route, 300, replace=True)
for route in routes:
    routing.remove("one", route)
found = [ip("route", "show", "table", "300"), ip("-6", "route", "show", "table", "300"), ip("route"), ip("-6", "route")]
""")
    table, table_6, main, main_6 = found
    assert "default via 10.1.0.1 dev one \n" in table and "10.1.0.9" not in table
    assert "10.9.0.0/16 via 10.1.0.7 dev one metric 50" in table
    assert "fd00::/64 dev one proto kernel metric 256" in table_6
    assert (main, "one" in main_6) == ("", False)


def test_what_the_kernel_refuses_is_an_error() -> None:
    found = seen("""
found = []
for attempt in (lambda: routing.put("one", LinkRoute.default("192.0.2.9"), 300, replace=False),
                lambda: routing.remove("one", LinkRoute.default("fd00::9"))):
    try:
        attempt()
    except OSError as error:
        found.append(error.strerror)
found.append([routing.has("one"), routing.has("none"), routing.addresses("one")[:1]])
""")
    assert found == ["Network is unreachable", "No such process", [True, False, ["10.1.0.5"]]]
