"""Netlink, as far as building needs it: one object for one network namespace. pyroute2 stays behind these methods."""

import contextlib
import errno
import os
from collections.abc import Iterator, Mapping
from ipaddress import IPv4Interface, IPv6Interface, ip_address, ip_interface, ip_network
from types import TracebackType
from typing import Any, Self

from traces.kernel.syscalls import CLONE_NEWNET, setns

_EVERYWHERE = {2: "0.0.0.0/0", 10: "::/0"}  # by address family
_MAIN = 254
_PREPEND, _APPEND = (24, 0x405), (24, 0xC05)  # RTM_NEWROUTE with NLM_F_REQUEST, ACK and CREATE, the latter with APPEND
_UNICAST, _ANY_SCOPE = 1, 255  # RTN_UNICAST, RT_SCOPE_NOWHERE
_NO_BROADCAST = 31  # the shortest prefix of a subnet that has none (RFC 3021)
_BOOT, _NODAD = 3, 2  # the protocol of routes that plugins add; IPv6 addresses that are usable at once


@contextlib.contextmanager
def inside(netns: str | None) -> Iterator[None]:
    """Be in the network namespace kept on that file for a while; in one's own for None. Raises OSError."""
    if netns is None:
        yield
        return
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        other = os.open(netns, os.O_RDONLY)
        try:
            setns(other, CLONE_NEWNET)
        finally:
            os.close(other)
        yield
    finally:
        setns(own, CLONE_NEWNET)
        os.close(own)


class Netlink:
    """Changes the links, addresses and routes of one network namespace. Every method raises OSError."""

    def __init__(self, netns: str | None = None) -> None:
        """Of the namespace on that file, or of one's own."""
        from pyroute2.iproute import IPRoute

        with inside(netns):
            self._route = IPRoute()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._route.close()

    def index(self, name: str) -> int | None:
        """The index of a link, or None where there is none of that name."""
        found = self._route.link_lookup(ifname=name)
        return found[0] if found else None

    def index_of(self, name: str) -> int:
        """The index of a link. Raises OSError where there is none of that name."""
        index = self.index(name)
        if index is None:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), name)
        return index

    def link(self, name: str) -> Mapping[str, Any] | None:
        """What a link is, or None where there is none of that name.

        Its `index`, `address` (MAC), `mtu`, `kind`, `flags` (IFF_*), `promiscuity` (a count), `txqlen`, the `master`
        that it is a port of, the `mode` of a macvlan, and as `link` the index of what it lies on:
        of a veth its other end.
        """
        index = self.index(name)
        if index is None:
            return None
        found = self._route.get_links(index)[0]
        info = found.get_attr("IFLA_LINKINFO")
        kind = info.get_attr("IFLA_INFO_KIND") if info else None
        data = info.get_attr("IFLA_INFO_DATA") if kind == "macvlan" else None
        wanted = ("address", "mtu", "promiscuity", "txqlen", "link", "master")
        fields = {field: found.get_attr(f"IFLA_{field.upper()}") for field in wanted}
        mode = data.get_attr("IFLA_MACVLAN_MODE") if data else None
        return {**fields, "index": index, "flags": found["flags"], "kind": kind, "mode": mode}

    def name_of(self, index: int) -> str | None:
        """The name of the link with that index, or None where there is none."""
        found = [link for link in self._route.get_links() if link["index"] == index]
        return str(found[0].get_attr("IFLA_IFNAME")) if found else None

    def addresses(self, name: str) -> tuple[str, ...]:
        """The addresses of a link with their prefix lengths, IPv4 first, link-local ones left out."""
        found = self._route.get_addr(index=self.index_of(name))
        texts = [f"{item.get_attr('IFA_LOCAL') or item.get_attr('IFA_ADDRESS')}/{item['prefixlen']}" for item in found]
        kept = (ip_interface(text) for text in texts)
        return tuple(str(address) for address in sorted(kept, key=_by_family) if not address.ip.is_link_local)

    def add_link(self, name: str, kind: str, **fields: Any) -> None:
        """Make a link of that kind: bridge, veth (with `peer`), ifb, dummy."""
        with kernel_answers():
            self._route.link("add", ifname=name, kind=kind, **fields)

    def remove_link(self, name: str) -> None:
        """Take a link away; of a veth pair both ends go."""
        with kernel_answers():
            self._route.link("del", index=self.index_of(name))

    def set_link(self, name: str, **fields: Any) -> None:
        """Change a link: address, mtu, master (an index), state (up or down)."""
        with kernel_answers():
            self._route.link("set", index=self.index_of(name), **fields)

    def set_bridge_port(self, name: str, **fields: Any) -> None:
        """Change what a link is to its bridge: mode (1 is hairpin)."""
        with kernel_answers():
            self._route.brport("set", index=self.index_of(name), **fields)

    def add_address(self, name: str, address: str) -> None:
        """Give a link an address (with its prefix length), unless it has it."""
        interface = ip_interface(address)
        fields: dict[str, Any] = {"flags": _NODAD} if interface.version == 6 else {}
        if interface.version == 4 and interface.network.prefixlen < _NO_BROADCAST:
            fields["broadcast"] = str(interface.network.broadcast_address)
        with kernel_answers(errno.EEXIST):
            self._route.addr(
                "add",
                index=self.index_of(name),
                address=str(interface.ip),
                prefixlen=interface.network.prefixlen,
                **fields,
            )

    def remove_address(self, name: str, address: str) -> None:
        """Take an address (with its prefix length) from a link."""
        interface = ip_interface(address)
        with kernel_answers():
            length = interface.network.prefixlen
            self._route.addr("del", index=self.index_of(name), address=str(interface.ip), prefixlen=length)

    def routes(self) -> tuple[tuple[str, str], ...]:
        """The destinations of the main table with their gateways, which may be empty."""
        found = []
        for family in _EVERYWHERE:
            for item in self._route.get_routes(family=family, table=_MAIN):
                dst = f"{item.get_attr('RTA_DST')}/{item['dst_len']}" if item["dst_len"] else _EVERYWHERE[family]
                found.append((dst, item.get_attr("RTA_GATEWAY") or ""))
        return tuple(found)

    def default_link(self) -> str | None:
        """The link of the first default route, or None where there is none."""
        for family in _EVERYWHERE:
            for item in self._route.get_routes(family=family, table=_MAIN):
                if not item["dst_len"] and item.get_attr("RTA_OIF"):
                    return self.name_of(item.get_attr("RTA_OIF"))
        return None

    def remove_route(self, name: str, dst: str) -> None:
        """Take the route over a link to a destination away."""
        network = ip_network(dst, strict=False)
        with kernel_answers():
            way = {"dst": str(network), "oif": self.index_of(name), "family": _family(network.version)}
            self._route.route("del", **way, scope=_ANY_SCOPE)

    def prepend_route(self, name: str, dst: str, gateway: str, *, scope: int, table: int, priority: int) -> None:
        """Add a route over a link before the others to the same destination; one just like it is an error (EEXIST).

        Nor may an IPv4 destination have host bits (EINVAL).
        """
        network = ip_interface(dst)
        given = {"gateway": gateway, "table": table, "priority": priority}
        fields = {key: value for key, value in given.items() if value}
        with kernel_answers():
            self._route.route(
                _PREPEND,
                dst=str(network),
                oif=self.index_of(name),
                proto=_BOOT,
                type=_UNICAST,
                scope=scope,
                family=_family(network.version),
                **fields,
            )

    def add_route(self, name: str, dst: str, gateway: str = "", *, onlink: bool = False, **fields: Any) -> None:
        """Add a route over a link; fields are pyroute2's: priority, table, scope, metrics. One that is there stays."""
        network = ip_network(dst, strict=False)
        if gateway:
            fields["gateway"] = gateway
        if onlink:
            fields["flags"] = ["onlink"]
        with kernel_answers(errno.EEXIST):
            self._route.route(
                "add", dst=str(network), oif=self.index_of(name), proto=_BOOT, family=_family(network.version), **fields
            )

    def append_route(self, name: str, dst: str, gateway: str = "", *, onlink: bool = False, **fields: Any) -> None:
        """Add a route over a link behind the others to the same destination; one just like it is an error (EEXIST).

        The gateway of an IPv4 route may be of IPv6. The fields are those of add_route.
        """
        network = ip_network(dst, strict=False)
        if gateway and ip_address(gateway).version != network.version:
            fields["via"] = {"family": _family(ip_address(gateway).version), "addr": gateway}
        elif gateway:
            fields["gateway"] = gateway
        flags = {"flags": ["onlink"]} if onlink else {}
        way = {"dst": str(network), "oif": self.index_of(name), "family": _family(network.version)}
        with kernel_answers():
            self._route.route(_APPEND, **way, proto=_BOOT, type=_UNICAST, **{"scope": 0, **fields, **flags})


def _by_family(address: IPv4Interface | IPv6Interface) -> int:
    return address.version


def _family(version: int) -> int:
    return 2 if version == 4 else 10


@contextlib.contextmanager
def kernel_answers(*welcome: int) -> Iterator[None]:
    """The kernel's refusal as an OSError; the errors that are welcome are none."""
    from pyroute2.netlink.exceptions import NetlinkError

    try:
        yield
    except NetlinkError as error:
        if error.code not in welcome:
            raise OSError(error.code, os.strerror(error.code)) from error
