"""The host's end of a pair, as the plugins that make such pairs leave it."""

import errno
from ipaddress import ip_interface
from pathlib import Path

from traces.kernel.blueprint import Pair
from traces.kernel.netlink import Netlink, inside
from traces.model.result import Address

_LINK_SCOPE = 253
_PROXY = {4: "ipv4/conf/{}/proxy_arp", 6: "ipv6/conf/{}/proxy_ndp"}
_FORWARDING = {4: "ipv4/ip_forward", 6: "ipv6/conf/all/forwarding"}
_SETTINGS = Path("/proc/sys/net")


def join_bridge(host: Netlink, pair: Pair) -> None:
    """Enslave the host's end, if it has a bridge. Raises OSError."""
    if pair.bridge:
        host.set_link(pair.peer.name, master=host.index_of(pair.bridge))


def lead_to(host: Netlink, pair: Pair, address: Address) -> None:
    """Give the host its part of one of the pod's addresses. Raises OSError.

    On a bridge the gateway has the network's prefix length (plugins, bridge). Without one the host's end has the
    gateway alone, and a route leads to the pod (plugins, ptp); where there is no gateway it answers for any, and
    neighbours are asked through it (projectcalico/calico, dataplane/linux).
    """
    ip, _, length = address.address.partition("/")
    version = ip_interface(address.address).version
    if address.gateway:
        prefix = f"/{length}" if pair.bridge and ip_interface(address.gateway).version == version else ""
        _add_address(host, pair.bridge or pair.peer.name, address.gateway + prefix)
    if not pair.bridge and not ip_interface(address.address).is_link_local:
        if version == 6:
            allow_ipv6(None, pair.peer.name)
        host.add_route(pair.peer.name, ip, scope=_LINK_SCOPE)
        if not address.gateway:
            _set(None, _PROXY[version].format(pair.peer.name))
    _set(None, _FORWARDING[version])


def _add_address(host: Netlink, name: str, address: str) -> None:
    if ":" in address:
        allow_ipv6(None, name)
    host.add_address(name, address)


def allow_ipv6(netns: str | None, name: str) -> None:
    """Let an interface have IPv6 addresses, as the reference plugins do (plugins, pkg/ipam). Raises OSError."""
    setting = f"ipv6/conf/{name}/disable_ipv6"
    with inside(netns):
        try:
            allowed = (_SETTINGS / setting).read_text(encoding="ascii").strip() == "0"
        except FileNotFoundError:
            raise OSError(errno.EAFNOSUPPORT, "the kernel has no IPv6 there") from None
    if not allowed:
        _set(netns, setting, "0")


def _set(netns: str | None, setting: str, value: str = "1") -> None:
    with inside(netns):
        (_SETTINGS / setting).write_text(value, encoding="ascii")
