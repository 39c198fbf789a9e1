"""What is said of a prevResult while it is typed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.traces.cni.test_gojson import VALUES
from traces.cni.complaints import complaint, json_error
from traces.cni.gojson import DecodeError
from traces.cni.result_codec import decode

GOOD: dict[str, Any] = {
    "cniVersion": "1.0.0",
    "interfaces": [{"name": "eth0", "mac": "0a:00:00:00:00:05", "sandbox": "/run/netns/pod"}],
    "ips": [{"address": "10.22.0.7/16", "gateway": "10.22.0.1", "interface": 0}],
    "routes": [{"dst": "0.0.0.0/0", "gw": "10.22.0.1", "mtu": 1400, "table": 0}],
    "dns": {"nameservers": ["9.9.9.9"], "domain": "x"},
    "unknown": {"is": "fine"},
}


def said(version: str = "1.0.0", **changes: Any) -> str | None:
    fields = {key: value for key, value in (GOOD | changes).items() if value is not ...}
    found = complaint(json.dumps(fields), version)
    return f"{found.pointer} {found.message}" if found else None


def test_a_good_result_has_nothing_to_complain_of() -> None:
    assert said() is None
    assert said(ips=None, interfaces=None, routes=[], dns=None) is None
    assert said("1.1.0") is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cniVersion": ...}, ' "cniVersion" is missing: add "cniVersion": "1.0.0"'),
        ({"cniVersion": 1}, "/cniVersion cniVersion: must be text, not a number"),
        ({"cniVersion": "9"}, "/cniVersion cniVersion: «9» is no version of the specification; this list is of 1.0.0"),
        ({"cniVersion": "0.4.0"}, "/cniVersion cniVersion: «0.4.0» is not read by plugins of a list of 1.0.0, only "
         "1.0.0 and 1.1.0"),
        ({"ip4": {}}, "/ip4 ip4: belongs to versions 0.1.0 and 0.2.0; in 1.0.0 it is «ips», a list"),
        ({"ips": {}}, "/ips ips: must be a list, not an object"),
        ({"ips": [None]}, "/ips/0 ips[0]: must be an object, not null"),
        ({"ips": [{}]}, '/ips/0 ips[0]: "address" is missing'),
        ({"ips": [{"address": "10.22.0.7"}]}, "/ips/0/address ips[0].address: «10.22.0.7» is not an address with a "
         "prefix length, as 10.22.0.7/16"),
        ({"ips": [{"address": "fd00::1"}]}, "/ips/0/address ips[0].address: «fd00::1» is not an address with a prefix "
         "length, as fd00::1/64"),
        ({"ips": [{"address": "::/0", "gateway": "x"}]}, "/ips/0/gateway ips[0].gateway: «x» is not an address, as "
         "10.22.0.1"),
        ({"ips": [{"address": "::/0", "interface": 1}]}, "/ips/0/interface ips[0].interface: 1 is the index of no "
         "interface; there is only 0"),
        ({"ips": [{"address": "::/0", "interface": ""}]}, "/ips/0/interface ips[0].interface: must be a number, "
         "not text"),
        ({"interfaces": [{"mac": ""}]}, '/interfaces/0 interfaces[0]: "name" is missing'),
        ({"interfaces": [{"name": "a", "mac": "0a"}]}, "/interfaces/0/mac interfaces[0].mac: «0a» is not a MAC "
         "address, as 0a:58:0a:16:00:07"),
        ({"interfaces": [{"name": "a", "mtu": -1}]}, "/interfaces/0/mtu interfaces[0].mtu: «-1» must not be negative"),
        ({"routes": [{"dst": "default"}]}, "/routes/0/dst routes[0].dst: «default» is not an address with a prefix "
         "length, as 10.22.0.7/16"),
        ({"routes": [{"dst": "::/0", "priority": 1.5}]}, "/routes/0/priority routes[0].priority: «1.5» is not a whole "
         "number of 64 bits"),
        ({"dns": {"search": "x"}}, "/dns/search dns.search: must be a list, not text"),
        ({"dns": {"search": [True]}}, "/dns/search/0 dns.search[0]: must be text, not true or false"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(changes: dict[str, Any], message: str) -> None:
    assert said(**changes) == message


def test_addresses_of_0_4_0_say_their_family() -> None:
    listed = {"cniVersion": "0.4.0", "ips": [{"address": "10.0.0.1/8", "version": "4"}]}
    assert said("0.4.0", **listed) is None
    listed["ips"] = [{"address": "10.0.0.1/8"}]
    assert said("0.4.0", **listed) == '/ips/0 ips[0]: "version" is missing'
    listed["ips"] = [{"address": "10.0.0.1/8", "version": 4}]
    assert said("0.4.0", **listed) == '/ips/0/version ips[0].version: must be "4" or "6", in double quotes'
    listed["ips"] = [{"address": "10.0.0.1/8", "version": "6"}]
    assert said("0.4.0", **listed) == '/ips/0/version ips[0].version: says "6", but 10.0.0.1/8 is an address of IPv4'


def test_a_flat_result_has_ip4_and_ip6() -> None:
    assert complaint('{"cniVersion": "0.2.0", "ip4": {"ip": "1.2.3.4/8"}}', "0.1.0") is None
    found = complaint('{"cniVersion": "0.2.0", "ip6": {"ip": "1"}}', "")
    assert found is not None
    assert found.pointer == "/ip6/ip"


@pytest.mark.parametrize("text", ["[]", "null", "1", '"x"'])
def test_what_is_no_object_is_refused(text: str) -> None:
    found = complaint(text, "1.0.0")
    assert found is not None
    assert found.message.startswith("must be an object, not ")


def test_a_place_is_counted_in_characters_and_in_bytes() -> None:
    found = complaint('{\n "é": 1, "cniVersion": "1.0.0",\n "é": "é", "ips": 1}', "1.0.0")
    assert found is not None
    assert (found.line, found.column, found.offset, found.pointer) == (3, 19, 55, "/ips")


def test_text_that_is_no_json_says_where_and_why() -> None:
    found = complaint('{\n "a": 1,\n}', "1.0.0")
    assert found is not None
    words = "invalid character '}' looking for beginning of object key string: remove the comma before it"
    assert (found.line, found.column, found.offset, found.message) == (3, 1, 11, words)


def test_bytes_that_are_no_json_have_an_offset() -> None:
    found = json_error(b'{"a": \xff}')
    assert found is not None
    assert (found.offset, found.line, found.column) == (6, 1, 7)
    assert json_error(b"{}") is None


@given(st.text(max_size=40) | VALUES.map(json.dumps), st.sampled_from(["", "0.4.0", "1.0.0", "nonsense"]))
def test_any_text_gets_an_answer(text: str, version: str) -> None:
    found = complaint(text, version)
    assert found is None or (found.line >= 1 and found.column >= 1 and found.message)


FIELD: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, -1, 1.5, "", "x", "10.0.0.1/8", "10.0.0.1", [], {}, True, "0a:00:00:00:00:05"]
)
ITEM = (
    st.dictionaries(st.sampled_from(["name", "mac", "address", "gateway", "interface", "dst", "gw", "mtu"]), FIELD)
    | FIELD
)
RESULT = st.fixed_dictionaries(
    {"cniVersion": st.just("1.0.0")},
    optional={name: st.lists(ITEM, max_size=3) | FIELD for name in ("interfaces", "ips", "routes", "dns")},
)


@given(RESULT)
def test_what_passes_can_be_read_by_libcni(result: dict[str, Any]) -> None:
    text = json.dumps(result)
    if complaint(text, "1.0.0") is None:
        decode(text.encode())
    else:
        try:
            decode(text.encode())
        except DecodeError:
            return
