"""What flannel's daemon leaves for its plugin: subnet.env (flannel-io/cni-plugin, loadFlannelSubnetEnv)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_interface
from typing import Any

from traces.cni.goaddress import parse_cidr
from traces.cni.gojson import DecodeError
from traces.cni.goquote import quote

_UNSIGNED = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubnetEnv:
    """The node's part of the pod network."""

    networks: tuple[str, ...]
    """The whole pod network, IPv4 before IPv6."""
    subnets: tuple[str, ...]
    """The node's share of it: at most one of each family, IPv4 before IPv6."""
    mtu: int
    ip_masq: bool
    """Whether flannel's daemon masquerades, so that the delegate need not."""


def read_subnet_env(raw: bytes, path: str) -> SubnetEnv:
    """Read the file; the path is for the words of an error. Raises DecodeError in those of the real one."""
    found: dict[str, Any] = {}
    for line in raw.decode(errors="replace").splitlines():
        name, _, value = line.partition("=")
        if name in _READ:
            found[name] = _READ[name](value)
    missing = [name for names in _NEEDED if not any(name in found for name in names) for name in names]
    if missing:
        raise DecodeError(f"{path} is missing {', '.join(missing)}")
    return SubnetEnv(
        networks=(*found.get("FLANNEL_NETWORK", ()), *found.get("FLANNEL_IPV6_NETWORK", ())),
        subnets=tuple(found[name] for name in ("FLANNEL_SUBNET", "FLANNEL_IPV6_SUBNET") if name in found),
        mtu=found["FLANNEL_MTU"],
        ip_masq=found["FLANNEL_IPMASQ"],
    )


def _network(text: str) -> str:
    """The network that an address lies in."""
    return str(ip_interface(parse_cidr(text)).network)


def _networks(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_network(part) for part in text.split(",")))


def _unsigned(text: str) -> int:
    if not _UNSIGNED.fullmatch(text):
        raise DecodeError(f"strconv.ParseUint: parsing {quote(text)}: invalid syntax")
    number = int(text[:20])
    if len(text) > 20 or number >= 2**32:
        raise DecodeError(f"strconv.ParseUint: parsing {quote(text)}: value out of range")
    return number


_NEEDED = (
    ("FLANNEL_NETWORK", "FLANNEL_IPV6_NETWORK"),
    ("FLANNEL_SUBNET", "FLANNEL_IPV6_SUBNET"),
    ("FLANNEL_MTU",),
    ("FLANNEL_IPMASQ",),
)
_READ: dict[str, Callable[[str], Any]] = {
    "FLANNEL_NETWORK": _networks,
    "FLANNEL_IPV6_NETWORK": _networks,
    "FLANNEL_SUBNET": _network,
    "FLANNEL_IPV6_SUBNET": _network,
    "FLANNEL_MTU": _unsigned,
    "FLANNEL_IPMASQ": lambda text: text == "true",
}
