"""Builds in the kernel what a result claims to have built, so that a later plugin of the chain can run alone.

Runs in the sandbox, in a process of its own, in the network namespace that plays the host.
"""

import contextlib
import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from traces.kernel.blueprint import BRIDGE, LO, Blueprint, HostLink, Pair, draw
from traces.kernel.buildable import buildable, with_gateway
from traces.kernel.host_side import allow_ipv6, join_bridge, lead_to
from traces.kernel.namespaces import is_netns, keep_new_netns
from traces.kernel.netlink import Netlink, inside
from traces.kernel.next_hops import hops
from traces.model.result import Address, Interface, Result, Route

_SAID = {
    errno.EAFNOSUPPORT: "IPv6 is switched off there",
    errno.EEXIST: "one like it is there already",
    errno.ENETUNREACH: "nothing leads to its gateway",
    errno.EHOSTUNREACH: "nothing leads to its gateway",
}

_VETH = {"txqlen": 0}
"""What the reference plugins ask for without saying so (pkg/ip/link_linux.go leaves TxQLen at Go's zero), where the
kernel would give 1000; bandwidth looks at it, and sets it where it is 0."""


def materialise(result: Result, *, netns: str, ifname: str) -> tuple[str, ...]:
    """Build the result's interfaces, addresses and routes; what was guessed or had to be left out, for the user.

    A sandbox path of the result at which no network namespace can be kept is mapped to `netns`, which is made too if it
    is missing. Raises OSError where not even that can be.
    """
    stands, mapped = _namespaces([netns, *(interface.sandbox for interface in result.interfaces)], netns)
    sound, missing = buildable(result, stands)
    blueprint = draw(sound, netns=stands[netns], ifname=ifname)
    builder = _Builder((*mapped, *missing, *blueprint.notes))
    with Netlink() as host, contextlib.ExitStack() as stack:
        places = dict.fromkeys(pair.inside.sandbox for pair in blueprint.pairs)
        builder.build(blueprint, host, {path: stack.enter_context(Netlink(path)) for path in places})
    return tuple(dict.fromkeys(builder.notes))


def to_wire(result: Result, netns: str, ifname: str) -> dict[str, Any]:
    """The arguments of materialise as JSON."""
    return {"result": asdict(result), "netns": netns, "ifname": ifname}


def materialise_wire(argument: Mapping[str, Any]) -> Sequence[str]:
    """materialise, with its arguments as to_wire made them."""
    fields: dict[str, Any] = {
        name: tuple(held) if isinstance(held, list) else held for name, held in argument["result"].items()
    }
    for name, kind in (("interfaces", Interface), ("ips", Address), ("routes", Route)):
        fields[name] = tuple(kind(**item) for item in fields[name])
    return materialise(Result(**fields), netns=argument["netns"], ifname=argument["ifname"])


class _Builder:
    """Builds one blueprint and keeps the notes."""

    def __init__(self, notes: Sequence[str]) -> None:
        self.notes = list(notes)

    def build(self, blueprint: Blueprint, host: Netlink, pods: Mapping[str, Netlink]) -> None:
        """Interfaces first, then addresses, and routes when all addresses are there: gateways must be in reach.

        lo is up wherever a pod has interfaces: runtimes see to it before a chain runs.
        """
        for pod in pods.values():
            pod.set_link(LO, state="up")
        for link in blueprint.host_links:
            self._make_host_link(host, link)
        for pair in blueprint.pairs:
            self._make_pair(host, pods[pair.inside.sandbox], pair)
        for link in blueprint.host_links:
            self._settle(host, link)
        for name, address in blueprint.host_addresses:
            self._add_address(host, None, name, address)
        for pair in blueprint.pairs:
            for address in pair.addresses:
                self._add_address(pods[pair.inside.sandbox], pair.inside.sandbox, pair.inside.name, address)
                self._lead_to(host, pair, address)
        for pair in blueprint.pairs:
            self._add_routes(pods[pair.inside.sandbox], pair, blueprint.gateways)

    def _make_host_link(self, host: Netlink, link: HostLink) -> None:
        name = link.interface.name
        there = host.link(name)
        with self._noting(name):
            if there is not None and there["kind"] != link.kind and link.kind != LO:
                self._remove(host, name)
                there = None
            if there is None:
                host.add_link(name, link.kind, **_traits(link.interface))
            host.set_link(name, state="up")
        if there is not None:
            self._dress(host, link.interface)

    def _settle(self, host: Netlink, link: HostLink) -> None:
        """A bridge takes the MTU of its ports, unless it is told its own when it has them."""
        if link.kind == BRIDGE and link.interface.mtu:
            with self._noting(f"the MTU of {link.interface.name}"):
                host.set_link(link.interface.name, mtu=link.interface.mtu)

    def _make_pair(self, host: Netlink, pod: Netlink, pair: Pair) -> None:
        inner, peer = pair.inside, pair.peer
        with self._noting(inner.name):
            if inner.name != LO:
                self._add_pair(host, pod, pair)
            pod.set_link(inner.name, state="up")
        if inner.name == LO:
            self._dress(pod, inner)
            return
        with self._noting(f"the place of {peer.name} in {pair.bridge}"):
            join_bridge(host, pair)

    def _add_pair(self, host: Netlink, pod: Netlink, pair: Pair) -> None:
        inner, peer = pair.inside, pair.peer
        for side, name in ((host, peer.name), (pod, inner.name)):
            if side.index(name) is not None:
                self._remove(side, name)
        descriptor = os.open(inner.sandbox, os.O_RDONLY)
        try:
            other = {"ifname": inner.name, "net_ns_fd": descriptor, **_VETH, **_traits(inner)}
            host.add_link(peer.name, "veth", peer=other, **_VETH, **_traits(_like(peer, inner)))
        finally:
            os.close(descriptor)
        host.set_link(peer.name, state="up")

    def _remove(self, side: Netlink, name: str) -> None:
        self.notes.append(f"{name} was there already: it was made anew")
        side.remove_link(name)

    def _dress(self, side: Netlink, interface: Interface) -> None:
        for what, traits in (("MAC address", {"address": interface.mac}), ("MTU", {"mtu": interface.mtu})):
            if any(traits.values()):
                with self._noting(f"the {what} of {interface.name}"):
                    side.set_link(interface.name, **traits)

    def _add_address(self, side: Netlink, netns: str | None, name: str, address: Address) -> None:
        with self._noting(f"{with_gateway(address)} on {name}"):
            if ":" in address.address:
                allow_ipv6(netns, name)
            side.add_address(name, address.address)

    def _lead_to(self, host: Netlink, pair: Pair, address: Address) -> None:
        if pair.inside.name != LO:
            with self._noting(f"the host's way to {with_gateway(address)}"):
                lead_to(host, pair, address)

    def _add_routes(self, pod: Netlink, pair: Pair, gateways: Sequence[str]) -> None:
        networks = [address.address for address in pair.addresses]
        for hop in hops(pair.routes, networks, gateways):
            way = f" by way of {hop.gateway}" if hop.gateway else ""
            with self._noting(f"the route to {hop.dst}{way}"):
                pod.append_route(pair.inside.name, hop.dst, hop.gateway, onlink=hop.onlink, **dict(hop.fields))

    @contextlib.contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        """What the kernel refuses is left out, and said."""
        try:
            yield
        except OSError as error:
            why = _SAID.get(error.errno or 0) or f"the kernel says «{(error.strerror or str(error)).lower()}»"
            self.notes.append(f"{what} was left out: {why}")


def _namespaces(paths: Sequence[str], fallback: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Make a netns at each path, the fallback first; for each path the one that stands for it, and notes of those.

    Paths that lead to the same netns have the same. Raises OSError.
    """
    stands: dict[str, str] = {}
    notes: list[str] = []
    known: dict[int, str] = {}
    for path in dict.fromkeys(paths):
        if path.startswith("/") and (is_netns(path) or _kept(path)) and _is_open(path):
            stands[path] = known.setdefault(os.stat(path).st_ino, path)
        elif path == fallback:
            raise OSError(22, "no network namespace can be made here", path)
        elif path.startswith("/"):
            stands[path] = stands[fallback]
            notes.append(f"the netns {path} can't be made in the sandbox: {fallback} stands for it")
    return stands, tuple(notes)


def _is_open(path: str) -> bool:
    """Whether we may enter the network namespace on the file."""
    try:
        with inside(path):
            return True
    except OSError:
        return False


def _kept(path: str) -> bool:
    """Make a network namespace on the file in a child, since whoever makes it is in it; False where it can't be."""
    child = os.fork()
    if child == 0:
        with contextlib.suppress(OSError):
            keep_new_netns(path)
            os._exit(0)
        os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def _traits(interface: Interface) -> dict[str, Any]:
    """The MAC address and the MTU, where the result has them."""
    return {
        **({"address": interface.mac} if interface.mac else {}),
        **({"mtu": interface.mtu} if interface.mtu else {}),
    }


def _like(peer: Interface, inside_: Interface) -> Interface:
    """A peer of which the MTU is not known has that of the other end."""
    return Interface(name=peer.name, mac=peer.mac, mtu=peer.mtu or inside_.mtu)
