import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.any_trace import json_values
from tests.support.results import POD, link, result
from tests.support.traces import FIVE_LINKS, LOOPBACK_FIRST, MULTUS, PORTMAP_FIRST, hostile, recorded
from traces.model.call import Call, Outcome
from traces.timeline.changes import Change, ChangeKind, changes, dropped, why_incomparable

ETH0 = {"name": "eth0", "sandbox": POD}
VETH = {"name": "veth1"}
IP = {"address": "10.1.0.2/16", "interface": 0}


def real(plugin: str, recording: str) -> Call:
    return next(call for call in recorded(recording).calls if call.plugin == plugin)


def told(call: Call) -> list[tuple[str, str, str, str]]:
    return [(change.kind.value, change.what, change.before, change.after) for change in changes(call)]


def compared(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    return told(link(result(**before), result(**after)))


@pytest.mark.parametrize("recording", [LOOPBACK_FIRST, MULTUS])
def test_bridge_drops_loopbacks_part(recording: str) -> None:
    found = changes(real("bridge", recording))
    assert [(change.what, change.before_at) for change in found if change.kind is ChangeKind.DROPPED] == [
        ("interface lo in the pod", "/interfaces/0"),
        ("address 127.0.0.1/8 on lo", "/ips/0"),
        ("address ::1/128 on lo", "/ips/1"),
    ]
    assert [change.what for change in found if change.kind is ChangeKind.ADDED][2:] == [
        "interface eth0 in the pod",
        "address 10.89.9.3/24 on eth0",
        "route 0.0.0.0/0",
    ]


def test_bandwidth_adds_its_ifb_interface() -> None:
    assert changes(real("bandwidth", FIVE_LINKS)) == (
        Change(
            kind=ChangeKind.ADDED,
            what="interface bwp7f69a2e36d1b on the host",
            short="interface bwp7f69a2e36d1b",
            after="mac 26:f7:24:8b:d1:57",
            after_at="/interfaces/3",
        ),
    )


@pytest.mark.parametrize("plugin", ["portmap", "firewall", "tuning"])
def test_who_passes_prev_result_on_changes_nothing(plugin: str) -> None:
    assert changes(real(plugin, FIVE_LINKS)) == ()
    assert why_incomparable(real(plugin, FIVE_LINKS)) == ""


def test_an_index_that_shifted_is_no_change() -> None:
    before = {"interfaces": [ETH0, VETH], "ips": [IP]}
    assert compared(before, {"interfaces": [VETH, ETH0], "ips": [IP | {"interface": 1}]}) == []


def test_an_index_that_points_elsewhere_now_is_a_change() -> None:
    before = {"interfaces": [ETH0, VETH], "ips": [IP]}
    assert compared(before, {"interfaces": [VETH, ETH0], "ips": [IP]}) == [
        ("changed", "interface of address 10.1.0.2/16 on eth0", "eth0 in the pod", "veth1 on the host")
    ]


def test_an_index_whose_interface_is_gone_is_a_change() -> None:
    assert compared({"interfaces": [ETH0], "ips": [IP]}, {"ips": [IP]}) == [
        ("dropped", "interface eth0 in the pod", "", ""),
        ("changed", "interface of address 10.1.0.2/16 on eth0", "eth0 in the pod", "number 0, which is not there"),
    ]


def test_one_address_on_two_interfaces_finds_its_own() -> None:
    address = {"address": "fe80::1/64"}
    before = {
        "interfaces": [ETH0, VETH],
        "ips": [address | {"interface": 0}, address | {"interface": 1, "gateway": "fe80::2"}],
    }
    after = {"interfaces": [ETH0, VETH], "ips": [address | {"interface": 1, "gateway": "fe80::3"}]}
    assert compared(before, after) == [
        ("dropped", "address fe80::1/64 on eth0", "", ""),
        ("changed", "gateway of address fe80::1/64 on veth1", "fe80::2", "fe80::3"),
    ]


def test_an_address_is_the_same_however_it_is_written() -> None:
    assert compared({"ips": [{"address": "FD00:0::2/64"}]}, {"ips": [{"address": "fd00::2/64"}]}) == []


def test_a_changed_field_has_both_its_places() -> None:
    call = link(result(interfaces=[ETH0 | {"mac": "aa"}]), result(interfaces=[VETH, ETH0 | {"mac": "bb"}]))
    (change,) = (change for change in changes(call) if change.kind is ChangeKind.CHANGED)
    assert (change.what, change.before, change.after) == ("mac of interface eth0 in the pod", "aa", "bb")
    assert (change.before_at, change.after_at) == ("/interfaces/0/mac", "/interfaces/1/mac")


@pytest.mark.parametrize(("field", "value"), [("mac", "aa"), ("mtu", 1450), ("socketPath", "/s"), ("pciID", "0000:00")])
def test_a_field_can_be_dropped_and_added_alone(field: str, value: object) -> None:
    whole, bare = {"interfaces": [ETH0 | {field: value}]}, {"interfaces": [ETH0]}
    what = f"{field} of interface eth0 in the pod"
    assert compared(whole, bare) == [("dropped", what, str(value), "")]
    assert compared(bare, whole) == [("added", what, "", str(value))]


def test_a_route_by_another_way_is_another_route() -> None:
    before = {"routes": [{"dst": "0.0.0.0/0", "gw": "10.1.0.1", "mtu": 1400}, {"dst": "10.0.0.0/8"}]}
    after = {"routes": [{"dst": "10.0.0.0/8", "priority": 5}, {"dst": "0.0.0.0/0", "gw": "10.1.0.9"}]}
    assert compared(before, after) == [
        ("dropped", "route 0.0.0.0/0 via 10.1.0.1", "mtu 1400", ""),
        ("added", "priority of route 10.0.0.0/8", "", "5"),
        ("added", "route 0.0.0.0/0 via 10.1.0.9", "", ""),
    ]


def test_routes_that_are_there_twice_are_counted() -> None:
    route = {"dst": "10.0.0.0/8"}
    assert compared({"routes": [route, route]}, {"routes": [route]}) == [("dropped", "route 10.0.0.0/8", "", "")]


def test_dns_is_compared_piece_by_piece() -> None:
    before = {"dns": {"nameservers": ["10.96.0.10", "1.1.1.1"], "search": ["svc"]}}
    assert compared(before, {"dns": {"nameservers": ["1.1.1.1"], "search": ["svc"], "domain": "x"}}) == [
        ("dropped", "nameserver 10.96.0.10", "", ""),
        ("added", "DNS domain x", "", ""),
    ]


def test_another_order_of_nameservers_is_a_change() -> None:
    before, after = {"dns": {"nameservers": ["a", "b"]}}, {"dns": {"nameservers": ["b", "a"]}}
    assert compared(before, after) == [("changed", "order of nameservers", "a, b", "b, a")]


def test_a_mere_conversion_is_one_change_of_its_own() -> None:
    routes = [{"dst": "0.0.0.0/0"}]
    new = {"interfaces": [ETH0 | {"mac": "aa", "mtu": 1450}], "ips": [IP], "routes": routes}
    old = {"interfaces": [ETH0 | {"mac": "aa"}], "ips": [IP | {"version": "4"}], "routes": routes}
    assert compared(new, {"cniVersion": "0.4.0"} | old) == [("version", "version of the result", "1.0.0", "0.4.0")]
    assert compared({"cniVersion": "0.4.0"} | old, new)[0] == ("version", "version of the result", "0.4.0", "1.0.0")


def test_what_the_oldest_version_has_no_place_for_is_dropped() -> None:
    flat = {"cniVersion": "0.2.0", "ip4": {"ip": "10.1.0.2/16", "routes": [{"dst": "0.0.0.0/0"}]}}
    before = {"interfaces": [ETH0], "ips": [IP], "routes": [{"dst": "0.0.0.0/0"}]}
    assert compared(before, flat) == [
        ("version", "version of the result", "1.0.0", "0.2.0"),
        ("dropped", "interface eth0 in the pod", "", ""),
    ]


def test_an_empty_family_of_ip_versions_is_no_change() -> None:
    before = {"cniVersion": "0.4.0", "ips": [{"version": "", "address": "10.1.0.2/16"}]}
    assert compared(before, {"cniVersion": "0.4.0", "ips": [{"version": "4", "address": "10.1.0.2/16"}]}) == []


def test_results_without_a_version_are_of_the_networks() -> None:
    call = link(b'{"ips":[{"address":"10.1.0.2/16"}]}', b'{"ips":[]}')
    assert [change.short for change in dropped(call)] == ["10.1.0.2/16"]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (real("loopback", LOOPBACK_FIRST), "the plugin was given no prevResult"),
        (real("host-local", LOOPBACK_FIRST), "an IPAM plugin answers its caller, not the chain"),
        (real("portmap", PORTMAP_FIRST), "the plugin answered no result"),
        (recorded(LOOPBACK_FIRST, "DEL").calls[0], "only ADD is answered with a result"),
        (real("bridge", LOOPBACK_FIRST).as_asked(), "the plugin has not answered yet"),
        (link(result(), result(), truncated=("stdout",)), "the recorder kept only the beginning of stdout"),
        (
            link(result(), b"log line\n{}"),
            "the answer can't be read: failed to unmarshal raw result: invalid character",
        ),
        (link(b'"x"', result()), "prevResult can't be read: failed to unmarshal raw result: json: cannot unmarshal"),
        (link(result(), result(), stdin=b"{"), "stdin can't be read as JSON"),
        (link(b"null", result()), "the plugin was given no prevResult"),
    ],
)
def test_without_two_results_it_is_told_why(call: Call, why: str) -> None:
    assert changes(call) == ()
    assert why_incomparable(call).startswith(why)


def test_a_link_of_an_ipam_plugins_name_is_compared() -> None:
    stdin = json.dumps({"prevResult": {"cniVersion": "1.0.0", "ips": [IP]}, "ipam": {"type": "x"}}).encode()
    assert len(dropped(link(b"", result(), stdin=stdin))) == 1
    assert dropped(link(b"", result(), stdin=stdin, parent="caller")) == ()


results = st.fixed_dictionaries(
    {"cniVersion": st.sampled_from(["", "0.2.0", "0.4.0", "1.0.0", "1.1.0", "9.9.9"])},
    optional={
        "interfaces": st.lists(st.sampled_from([ETH0, VETH, None]), max_size=3) | json_values,
        "ips": st.lists(st.sampled_from([IP, IP | {"interface": 2}, {"address": "x"}, None]), max_size=3) | json_values,
        "ip4": st.sampled_from([{"ip": "10.1.0.2/16"}, {}, None]) | json_values,
        "dns": st.sampled_from([{"nameservers": ["a", "a"]}, {}]) | json_values,
    },
)


@given(before=results | json_values, after=results | json_values)
def test_any_json_is_compared_without_a_fault(before: object, after: object) -> None:
    call = link(json.dumps(before).encode(), json.dumps(after).encode())
    assert all(change.what.isprintable() and change.before.isprintable() for change in changes(call))
    assert not (changes(call) and why_incomparable(call))


@given(both=results)
def test_the_same_result_is_never_a_change(both: object) -> None:
    raw = json.dumps(both).encode()
    assert changes(link(raw, raw)) == ()


@pytest.mark.parametrize("raw", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff", b'{"ips":[{"interface":1e999}]}', b""])
def test_hostile_bytes_give_no_changes(raw: bytes) -> None:
    assert changes(link(raw, result())) == changes(link(result(), raw)) == ()
    assert [changes(call) for call in hostile().calls] == [(), ()]


def test_ten_thousand_entries_are_paired_at_once() -> None:
    before = [{"name": f"eth{index}"} for index in range(10_000)]
    assert changes(link(result(interfaces=before), result(interfaces=before[::-1]))) == ()


def test_a_call_under_way_is_compared_once_it_ends() -> None:
    call = real("bridge", LOOPBACK_FIRST)
    assert dropped(replace(call, outcome=Outcome.RUNNING)) == ()
    assert len(dropped(call)) == 3


def test_what_is_very_large_is_not_compared() -> None:
    call = link(result(), result())
    large = replace(call, stdout=call.stdout + b" " * 600_000)
    assert changes(large) == ()
    assert why_incomparable(large).endswith("its prevResult and its answer are too large to be compared")
