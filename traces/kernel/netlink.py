"""Netlink, as far as building needs it: one object for one network namespace. pyroute2 stays behind these methods."""

import contextlib
import errno
import os
from collections.abc import Iterator
from ipaddress import ip_interface, ip_network
from types import TracebackType
from typing import Any, Self

from traces.kernel.syscalls import CLONE_NEWNET, setns

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
        from pyroute2 import IPRoute

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

    def add_link(self, name: str, kind: str, **fields: Any) -> None:
        """Make a link of that kind: bridge, veth (with `peer`), ifb, dummy."""
        with _kernel_answers():
            self._route.link("add", ifname=name, kind=kind, **fields)

    def remove_link(self, name: str) -> None:
        """Take a link away; of a veth pair both ends go."""
        with _kernel_answers():
            self._route.link("del", index=self._index(name))

    def set_link(self, name: str, **fields: Any) -> None:
        """Change a link: address, mtu, master (an index), state (up or down)."""
        with _kernel_answers():
            self._route.link("set", index=self._index(name), **fields)

    def add_address(self, name: str, address: str) -> None:
        """Give a link an address (with its prefix length), unless it has it."""
        interface = ip_interface(address)
        flags = {"flags": _NODAD} if interface.version == 6 else {}
        with _kernel_answers(errno.EEXIST):
            self._route.addr(
                "add",
                index=self._index(name),
                address=str(interface.ip),
                prefixlen=interface.network.prefixlen,
                **flags,
            )

    def add_route(self, name: str, dst: str, gateway: str = "", *, onlink: bool = False, **fields: Any) -> None:
        """Add a route over a link; fields are pyroute2's: priority, table, scope, metrics. One that is there stays."""
        network = ip_network(dst, strict=False)
        if gateway:
            fields["gateway"] = gateway
        if onlink:
            fields["flags"] = ["onlink"]
        with _kernel_answers(errno.EEXIST):
            self._route.route(
                "add", dst=str(network), oif=self._index(name), proto=_BOOT, family=_family(network.version), **fields
            )

    def _index(self, name: str) -> int:
        index = self.index(name)
        if index is None:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), name)
        return index


def _family(version: int) -> int:
    return 2 if version == 4 else 10


@contextlib.contextmanager
def _kernel_answers(*welcome: int) -> Iterator[None]:
    """The kernel's refusal as an OSError; the errors that are welcome are none."""
    from pyroute2.netlink.exceptions import NetlinkError

    try:
        yield
    except NetlinkError as error:
        if error.code not in welcome:
            raise OSError(error.code, os.strerror(error.code)) from error
