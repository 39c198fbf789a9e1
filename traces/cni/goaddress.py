"""Addresses as Go's net package reads and prints them (net/ip.go, net/parse.go)."""

import ipaddress
import re
from functools import lru_cache

from traces.cni.goscan import DecodeError

NO_NETWORK = "<nil>"
"""How an empty net.IPNet prints; libcni writes it where a result has no address."""

_LENGTH = re.compile("0*([0-9]{1,3})")


@lru_cache(maxsize=4096)
def parse_cidr(text: str) -> str:
    """An address with its prefix length as libcni prints it again: types.IPNet, the host's bits kept.

    An IPv4 address written as IPv6 prints as IPv4, with what is left of its mask. Raises DecodeError.
    """
    host, slash, length = text.partition("/")
    address = _parse(host)
    digits = _LENGTH.fullmatch(length)
    if not slash or address is None or digits is None or int(digits.group(1)) > address.max_prefixlen:
        raise DecodeError(f"invalid CIDR address: {text}")
    prefix = int(digits.group(1))
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        prefix = max(0, prefix - 96)
    return f"{_printed(address)}/{prefix}"


@lru_cache(maxsize=4096)
def parse_ip(text: str) -> str:
    """An address as net.IP prints it again; an empty text is no address. Raises DecodeError."""
    if not text:
        return ""
    address = _parse(text)
    if address is None:
        raise DecodeError(f"invalid IP address: {text}")
    return _printed(address)


def is_ipv4(printed: str) -> bool:
    """Whether a printed address or network is one of IPv4 (net.IP.To4)."""
    return "." in printed


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    if "%" in text or "/" in text:
        return None
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _printed(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or address)
    return str(address)
