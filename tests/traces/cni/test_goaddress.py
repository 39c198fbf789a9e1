"""Addresses as Go reads and prints them."""

import pytest

from traces.cni.goaddress import NO_NETWORK, is_ipv4, parse_cidr, parse_ip
from traces.cni.gojson import DecodeError


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("10.1.0.5/16", "10.1.0.5/16"),
        ("10.0.0.1/008", "10.0.0.1/8"),
        ("2001:DB8:0:0::1/64", "2001:db8::1/64"),
        ("1:0:0:2:0:0:0:3/64", "1:0:0:2::3/64"),
        ("::ffff:10.1.0.5/112", "10.1.0.5/16"),
        ("::ffff:10.1.0.5/64", "10.1.0.5/0"),
    ],
)
def test_a_network_keeps_its_host_bits(text: str, printed: str) -> None:
    assert parse_cidr(text) == printed


@pytest.mark.parametrize(
    "text", ["", "bad", "10.0.0.1", "10.0.0.1/33", "10.0.0.1/+8", "01.2.3.4/8", "fe80::1%e/64", "::/129"]
)
def test_what_is_no_network_is_refused_by_name(text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        parse_cidr(text)
    assert str(caught.value) == f"invalid CIDR address: {text}"


def test_an_empty_address_is_none() -> None:
    assert parse_ip("") == ""
    assert parse_ip("FD00::A") == "fd00::a"
    assert parse_ip("::ffff:1.2.3.4") == "1.2.3.4"


def test_what_is_no_address_is_refused_by_name() -> None:
    with pytest.raises(DecodeError, match="invalid IP address: fe80::1%eth0"):
        parse_ip("fe80::1%eth0")


def test_families_are_told_apart() -> None:
    assert [is_ipv4(printed) for printed in ("1.2.3.4/8", "::1/128", NO_NETWORK)] == [True, False, False]
