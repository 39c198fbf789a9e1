from typing import Any

from tests.support.results import POD, result
from traces.cni.result_codec import read_any
from traces.timeline.result_entries import entries, field_at


def words(**fields: Any) -> list[str]:
    return [entry.what for entry in entries(read_any(result(**fields)), POD)]


def test_an_interface_says_where_it_is() -> None:
    found = [{"name": "lo", "sandbox": POD}, {"name": "cni0"}, {"name": "eth0", "sandbox": "/run/netns/other"}]
    assert words(interfaces=found) == [
        "interface lo in the pod",
        "interface cni0 on the host",
        "interface eth0 in /run/netns/other",
    ]


def test_an_address_names_its_interface_not_its_index() -> None:
    ips = [{"address": "127.0.0.1/8", "interface": 0}, {"address": "10.1.0.2/16"}]
    assert words(interfaces=[{"name": "lo"}], ips=ips)[1:] == ["address 127.0.0.1/8 on lo", "address 10.1.0.2/16"]


def test_an_index_that_points_nowhere_is_told() -> None:
    ips = [{"address": "10.1.0.2/16", "interface": index} for index in (1, -1)]
    assert words(interfaces=[{"name": "lo"}], ips=ips)[1:] == [
        "address 10.1.0.2/16 on number 1, which is not there",
        "address 10.1.0.2/16 on number -1, which is not there",
    ]


def test_a_route_is_told_with_gateway_and_table() -> None:
    routes = [{"dst": "0.0.0.0/0", "gw": "10.1.0.1"}, {"dst": "10.0.0.0/8", "table": 100}]
    assert words(cniVersion="1.1.0", routes=routes) == ["route 0.0.0.0/0 via 10.1.0.1", "route 10.0.0.0/8 in table 100"]


def test_every_piece_of_dns_is_an_entry() -> None:
    dns = {"nameservers": ["10.96.0.10"], "domain": "cluster.local", "search": ["svc"], "options": ["ndots:5"]}
    assert words(dns=dns) == [
        "DNS domain cluster.local",
        "nameserver 10.96.0.10",
        "DNS search domain svc",
        "DNS option ndots:5",
    ]


def test_an_old_result_has_its_routes_with_its_addresses() -> None:
    ip4 = {"ip": "10.1.0.2/16", "gateway": "10.1.0.1", "routes": [{"dst": "0.0.0.0/0"}]}
    found = entries(read_any(result(cniVersion="0.2.0", ip4=ip4)), POD)
    assert [(entry.what, entry.at) for entry in found] == [
        ("address 10.1.0.2/16", "/ip4"),
        ("route 0.0.0.0/0", "/ip4/routes/0"),
    ]


def test_fields_are_those_that_the_version_knows() -> None:
    interfaces = [{"name": "eth0", "mac": "aa", "mtu": 1450, "socketPath": "/s", "pciID": "0000:00:1f.6"}]
    old, new = (entries(read_any(result(cniVersion=v, interfaces=interfaces)), POD)[0] for v in ("0.4.0", "1.0.0"))
    assert old.fields == {"mac": "aa"}
    assert new.fields == {"mac": "aa", "mtu": "1450", "socketPath": "/s", "pciID": "0000:00:1f.6"}


def test_a_null_in_a_list_keeps_the_places_of_the_others() -> None:
    found = entries(read_any(result(interfaces=[None, {"name": "b"}], ips=[None], routes=[None])), POD)
    assert [field_at(entry, "mac") for entry in found] == ["/interfaces/1/mac"]


def test_hostile_names_are_made_harmless() -> None:
    assert words(interfaces=[{"name": "\x1b[2J\u202e", "sandbox": "\x07"}]) == ["interface ␛[2J<U+202E> in ␇"]
