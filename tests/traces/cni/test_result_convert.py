"""A result from one version to another."""

from itertools import product

import pytest

from traces.cni.gojson import DecodeError
from traces.cni.result_codec import read_any
from traces.cni.result_convert import as_version
from traces.cni.result_types import encode_result
from traces.cni.versions import FLAT, KNOWN, LISTED

MODERN = b"""{"cniVersion": "1.0.0", "interfaces": [{"name": "a", "mtu": 9}], "ips": [{"address": "1.2.3.4/8",
    "interface": 0}, {"address": "fd00::1/64"}], "routes": [{"dst": "::/0", "mtu": 5}, {"dst": "2.0.0.0/8"}]}"""


def convert(raw: bytes, version: str) -> str:
    return encode_result(as_version(read_any(raw), version)).decode()


def test_a_modern_result_loses_what_0_4_0_has_no_field_for() -> None:
    ips = '[{"version":"4","interface":0,"address":"1.2.3.4/8"},{"version":"6","address":"fd00::1/64"}]'
    routes = '[{"dst":"::/0","mtu":5},{"dst":"2.0.0.0/8"}]'
    converted = f'{{"cniVersion":"0.4.0","interfaces":[{{"name":"a"}}],"ips":{ips},"routes":{routes},"dns":{{}}}}'
    assert convert(MODERN, "0.4.0") == converted


def test_a_flat_result_has_one_address_of_each_family() -> None:
    ip4 = '{"ip":"1.2.3.4/8","routes":[{"dst":"2.0.0.0/8"}]}'
    ip6 = '{"ip":"fd00::1/64","routes":[{"dst":"::/0"}]}'
    assert convert(MODERN, "0.2.0") == f'{{"cniVersion":"0.2.0","ip4":{ip4},"ip6":{ip6},"dns":{{}}}}'


def test_a_flat_result_becomes_a_list() -> None:
    flat = b'{"ip6": {"ip": "::1/64"}, "ip4": {"ip": "1.2.3.4/8", "routes": [{"dst": "2.0.0.0/8"}]}}'
    ips = '"ips":[{"address":"1.2.3.4/8"},{"address":"::1/64"}]'
    assert convert(flat, "1.1.0") == f'{{"cniVersion":"1.1.0",{ips},"routes":[{{"dst":"2.0.0.0/8"}}]}}'


@pytest.mark.parametrize(("old", "new"), list(product(KNOWN, KNOWN)))
def test_every_version_converts_to_every_other(old: str, new: str) -> None:
    there = as_version(as_version(read_any(MODERN), old), new)
    assert there.cni_version == new
    assert f'"cniVersion":"{new}"' in encode_result(there).decode()
    assert (b'"ip4"' in encode_result(there)) == (new in FLAT)
    assert (b'"version"' in encode_result(there)) == (new in LISTED)


@pytest.mark.parametrize("version", ["1", "9.9.9", ""])
def test_an_unknown_version_has_no_converter(version: str) -> None:
    with pytest.raises(DecodeError, match=f"^no converter for CNI result version 1.0.0 to {version}$"):
        as_version(read_any(MODERN), version)


def test_a_result_without_addresses_cannot_be_flat() -> None:
    with pytest.raises(DecodeError, match=r"^cannot convert: no valid IP addresses$"):
        convert(b'{"cniVersion": "0.4.0"}', "0.1.0")


def test_a_null_in_a_list_is_go_s_undoing() -> None:
    with pytest.raises(DecodeError, match="nil pointer dereference"):
        convert(b'{"cniVersion": "1.0.0", "interfaces": [null]}', "0.4.0")
