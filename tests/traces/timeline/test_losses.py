import json
from typing import Any

from tests.support.calls import ended_call
from traces.cni.anyjson import any_object
from traces.model.call import Outcome
from traces.timeline.losses import loss_words


def lost(before: Any, after: dict[str, Any], version: str = "1.0.0", **changes: Any) -> str:
    stdin = json.dumps({"cniVersion": version, "prevResult": {"cniVersion": version, **before}}).encode()
    stdout = json.dumps({"cniVersion": version, **after}).encode()
    call = ended_call(stdin=stdin, stdout=stdout, **changes)
    return loss_words(call, any_object(stdin), any_object(stdout))


TWO = [{"name": "eth0", "sandbox": "/ns"}, {"name": "veth1"}]


def test_an_interface_of_two_is_counted() -> None:
    assert lost({"interfaces": TWO}, {"interfaces": TWO[1:]}) == "1 of 2 interfaces: eth0"


def test_every_kind_is_told_in_the_results_order() -> None:
    before = {
        "dns": {"nameservers": ["10.0.0.1", "10.0.0.2"], "domain": "x"},
        "routes": [{"dst": "0.0.0.0/0", "gw": "10.1.0.1"}],
        "ips": [{"address": "10.1.0.5/24"}, {"address": "fd00::5/64"}],
        "interfaces": TWO,
    }
    assert lost(before, {"dns": {"nameservers": ["10.0.0.1"]}}) == (
        "2 of 2 interfaces: eth0, veth1; 2 of 2 ips: 10.1.0.5/24, fd00::5/64; "
        "1 of 1 route: 0.0.0.0/0 via 10.1.0.1; 2 of 3 dns entries: DNS domain x, nameserver 10.0.0.2"
    )


def test_a_field_of_an_entry_is_named() -> None:
    before = {"interfaces": [{"name": "eth0", "mac": "0a:58:0a:01:00:05"}]}
    assert lost(before, {"interfaces": [{"name": "eth0"}]}) == "the mac of interface eth0"


def test_of_many_the_first_are_named() -> None:
    routes = [{"dst": f"10.{number}.0.0/16"} for number in range(7)]
    assert lost({"routes": routes}, {}) == "7 of 7 routes: 10.0.0.0/16, 10.1.0.0/16, 10.2.0.0/16 and 4 more"


def test_a_flat_result_counts_its_families() -> None:
    before = {"ip4": {"ip": "10.1.0.5/24", "routes": [{"dst": "0.0.0.0/0"}]}, "ip6": {"ip": "fd00::5/64"}}
    words = lost(before, {"ip6": {"ip": "fd00::5/64"}}, version="0.2.0")
    assert words == "1 of 2 ips: 10.1.0.5/24; 1 of 1 route: 0.0.0.0/0"


def test_nothing_is_lost_where_all_is_carried_over() -> None:
    assert lost({"interfaces": TWO}, {"interfaces": TWO, "ips": [{"address": "10.1.0.5/24"}]}) == ""
    assert lost({"interfaces": TWO}, {}, verb="CHECK") == ""
    assert lost({"interfaces": TWO}, {}, outcome=Outcome.ERROR) == ""
