"""A plugin's stdout to a result and back, in every version."""

import pytest

from traces.cni.gojson import DecodeError
from traces.cni.result_codec import decode, read_any, read_result
from traces.cni.result_types import encode_result
from traces.model.result import Address, Interface, Result, Route


def again(stdout: str, version: str = "1.0.0") -> str:
    return encode_result(read_result(stdout.encode(), version)).decode()


def test_a_flat_result_keeps_the_order_of_the_struct() -> None:
    stdout = '{"dns": {}, "ip4": {"routes": [{"dst": "::/0"}], "gateway": "10.0.0.1", "ip": "10.0.0.2/8"}, "x": 1}'
    ip4 = '{"ip":"10.0.0.2/8","gateway":"10.0.0.1","routes":[{"dst":"::/0"}]}'
    assert again(stdout, "0.2.0") == f'{{"cniVersion":"0.2.0","ip4":{ip4},"dns":{{}}}}'


def test_a_listed_result_knows_no_mtu_of_an_interface() -> None:
    stdout = (
        '{"cniVersion": "0.3.1", "interfaces": [{"mtu": 9, "sandbox": "s", "name": "a"}], "ips": [{"version": "4"}]}'
    )
    rest = '"ips":[{"version":"4","address":"\\u003cnil\\u003e"}],"dns":{}'
    assert again(stdout) == f'{{"cniVersion":"0.3.1","interfaces":[{{"name":"a","sandbox":"s"}}],{rest}}}'


def test_a_modern_result_is_sorted_and_drops_an_empty_dns() -> None:
    stdout = (
        '{"ips": [{"address": "1.2.3.4/8", "interface": 0}], "interfaces": [{"name": "a", "mtu": 9, "pciID": "p"}]}'
    )
    interfaces = '[{"mtu":9,"name":"a","pciID":"p"}]'
    assert (
        again(stdout)
        == f'{{"cniVersion":"1.0.0","interfaces":{interfaces},"ips":[{{"address":"1.2.3.4/8","interface":0}}]}}'
    )


def test_a_route_keeps_its_zeros_only_where_they_were_written() -> None:
    stdout = '{"routes": [{"dst": "10.1.2.3/8", "mtu": 0, "table": 0, "scope": null, "gw": ""}, null]}'
    assert again(stdout, "1.1.0") == '{"cniVersion":"1.1.0","routes":[{"dst":"10.1.2.3/8","table":0},null]}'


def test_a_result_without_version_has_the_list_s() -> None:
    assert again("{}", "0.4.0") == '{"cniVersion":"0.4.0","dns":{}}'
    assert again('{"cniVersion": ""}', "") == '{"cniVersion":"0.1.0","dns":{}}'
    assert again("null") == again('{"cniVersion": 1}') == '{"cniVersion":"1.0.0"}'


@pytest.mark.parametrize(
    ("stdout", "error"),
    [
        ("", "failed to unmarshal raw result: unexpected end of JSON input"),
        ("[]", "failed to unmarshal raw result: json: cannot unmarshal array into Go value of type "
         "map[string]interface {}"),
        ('{"cniVersion": "2"}', 'unsupported CNI result version "2"'),
        ('{"ips": [{"address": "1.2.3.4"}]}', "invalid CIDR address: 1.2.3.4"),
        ('{"ips": [{"address": "::/0", "gateway": "x"}]}', "invalid IP address: x"),
        ('{"ips": [{"address": null}]}', "invalid CIDR address: "),
        ('{"interfaces": [{"mtu": 1.5}]}', "json: cannot unmarshal number 1.5 into Go struct field "
         "Result.interfaces.0.mtu of type int"),
        ('{"cniVersion": "1.0.0", "CNIVersion": "0.4.0"}', "result type supports [1.0.0 1.1.0] but unmarshalled "
         'CNIVersion is "0.4.0"'),
    ],
)  # fmt: skip
def test_what_is_no_result_is_refused_in_libcni_s_words(stdout: str, error: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_result(stdout.encode(), "1.0.0")
    assert str(caught.value) == error


def test_a_bare_result_without_version_is_of_0_1_0() -> None:
    assert encode_result(read_any(b"{}")) == b'{"dns":{}}'
    with pytest.raises(DecodeError, match=r"^decoding version from network config: unexpected end"):
        read_any(b"{")


def test_any_version_is_decoded_to_today_s_words() -> None:
    modern = b"""{"cniVersion": "1.1.0", "interfaces": [{"name": "a", "mac": "m", "mtu": 9, "sandbox": "s"}],
        "ips": [{"address": "1.2.3.4/8", "gateway": "1.0.0.1", "interface": 0}],
        "routes": [{"dst": "0.0.0.0/0", "gw": "1.0.0.1", "mtu": 1, "advmss": 2, "priority": 3, "table": 4, "scope": 5}],
        "dns": {"nameservers": ["9.9.9.9"]}}"""
    assert decode(modern) == Result(
        cni_version="1.1.0",
        interfaces=(Interface(name="a", mac="m", mtu=9, sandbox="s"),),
        ips=(Address(address="1.2.3.4/8", gateway="1.0.0.1", interface=0),),
        routes=(Route(dst="0.0.0.0/0", gw="1.0.0.1", mtu=1, advmss=2, priority=3, table=4, scope=5),),
        nameservers=("9.9.9.9",),
    )


def test_a_flat_result_is_decoded_with_both_families() -> None:
    flat = b'{"cniVersion": "0.2.0", "ip6": {"ip": "::1/64"}, "ip4": {"ip": "1.2.3.4/8", "routes": [{"dst": "::/0"}]}}'
    found = decode(flat)
    assert [ip.address for ip in found.ips] == ["1.2.3.4/8", "::1/64"]
    assert [route.dst for route in found.routes] == ["::/0"]
