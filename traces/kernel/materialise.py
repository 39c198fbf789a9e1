"""Builds in the kernel what a result claims to have built, so that a later plugin of the chain can run alone.

Runs in the sandbox, in a process of its own, in the network namespace that plays the host.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from traces.kernel.blueprint import Blueprint, Pair, default_gateway, draw, reaches
from traces.kernel.namespaces import is_netns, keep_new_netns
from traces.kernel.netlink import Netlink
from traces.model.result import Address, Interface, Result, Route

_LINK_SCOPE = 253


def materialise(result: Result, *, netns: str, ifname: str) -> tuple[str, ...]:
    """Build the result's interfaces, addresses and routes; what was guessed or could not be built, for the user.

    A sandbox path of the result at which no network namespace can be kept is mapped to `netns`, which is made too if it
    is missing. Raises OSError where not even that can be.
    """
    blueprint = draw(result, netns=netns, ifname=ifname)
    builder = _Builder(blueprint.notes)
    builder.make_namespaces([netns, *(pair.inside.sandbox for pair in blueprint.pairs)], netns)
    with Netlink() as host:
        builder.build(blueprint, host)
    return tuple(dict.fromkeys(builder.notes))


def to_wire(result: Result, netns: str, ifname: str) -> dict[str, Any]:
    """The arguments of materialise as JSON."""
    return {"result": asdict(result), "netns": netns, "ifname": ifname}


def materialise_wire(argument: Mapping[str, Any]) -> Sequence[str]:
    """materialise, with its arguments as to_wire made them."""
    fields = dict(argument["result"])
    for name, kind in (("interfaces", Interface), ("ips", Address), ("routes", Route)):
        fields[name] = tuple(kind(**item) for item in fields[name])
    result = Result(**{**fields, "nameservers": tuple(fields["nameservers"])})
    return materialise(result, netns=argument["netns"], ifname=argument["ifname"])


class _Builder:
    """Builds one blueprint and keeps the notes."""

    def __init__(self, notes: Sequence[str]) -> None:
        self.notes = list(notes)
        self._netns: dict[str, str] = {}

    def make_namespaces(self, paths: Sequence[str], fallback: str) -> None:
        """Make each of them, or map it to the fallback, which comes first."""
        for path in dict.fromkeys(paths):
            if is_netns(path) or _kept(path):
                self._netns[path] = path
            elif path == fallback:
                raise OSError(22, "no network namespace can be made here", path)
            else:
                self._netns[path] = fallback
                self.notes.append(f"the netns {path} can't be made in the sandbox: {fallback} stands for it")

    def build(self, blueprint: Blueprint, host: Netlink) -> None:
        """Bridges first, then what hangs on them."""
        for bridge in blueprint.bridges:
            self._make_host_link(host, bridge, "bridge")
        for ifb in blueprint.ifbs:
            self._make_host_link(host, ifb, "ifb")
        for pair in blueprint.pairs:
            with Netlink(self._netns[pair.inside.sandbox]) as pod:
                if pair.inside.name != "lo":
                    self._make_pair(host, pod, pair)
                    self._join_host(host, pair)
                self._furnish(pod, pair)

    def _make_host_link(self, host: Netlink, interface: Interface, kind: str) -> None:
        with self._noting(f"{interface.name} ({kind})"):
            if host.index(interface.name) is None:
                host.add_link(interface.name, kind, **_traits(interface))
            host.set_link(interface.name, state="up")

    def _make_pair(self, host: Netlink, pod: Netlink, pair: Pair) -> None:
        inner, peer = pair.inside, pair.peer
        with self._noting(f"{inner.name} and its peer {peer.name}"):
            for side, name in ((host, peer.name), (pod, inner.name)):
                if side.index(name) is not None:
                    self.notes.append(f"{name} was there already: it was made anew")
                    side.remove_link(name)
            descriptor = os.open(self._netns[inner.sandbox], os.O_RDONLY)
            try:
                other = {"ifname": inner.name, "net_ns_fd": descriptor, **_traits(inner)}
                host.add_link(peer.name, "veth", peer=other, **_traits(_like(peer, inner)))
            finally:
                os.close(descriptor)
            host.set_link(peer.name, state="up")

    def _join_host(self, host: Netlink, pair: Pair) -> None:
        """Enslave the peer and give the bridge the gateways; without a bridge do as ptp does."""
        with self._noting(f"the host's side of {pair.inside.name}"):
            if pair.bridge:
                host.set_link(pair.peer.name, master=host.index(pair.bridge))
            for address in pair.addresses:
                ip, length = address.address.split("/")
                if address.gateway and pair.bridge:
                    host.add_address(pair.bridge, f"{address.gateway}/{length}")
                elif address.gateway:
                    host.add_address(pair.peer.name, address.gateway)
                if not pair.bridge:
                    host.add_route(pair.peer.name, ip, scope=_LINK_SCOPE)

    def _furnish(self, pod: Netlink, pair: Pair) -> None:
        name = pair.inside.name
        with self._noting(f"{name} up"):
            pod.set_link(name, state="up")
        for address in pair.addresses:
            with self._noting(f"{address.address} on {name}"):
                pod.add_address(name, address.address)
        for route in pair.routes:
            with self._noting(f"the route to {route.dst}"):
                gateway = route.gw or default_gateway(pair, route.dst)
                onlink = bool(gateway) and not reaches(pair, gateway)
                pod.add_route(name, route.dst, gateway, onlink=onlink, **_route_fields(route))

    @contextlib.contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        """What the kernel or the record's own words forbid is left out, and said."""
        try:
            yield
        except (OSError, ValueError) as error:
            reason = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
            self.notes.append(f"{what} could not be made: {reason}")


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


def _route_fields(route: Route) -> dict[str, Any]:
    metrics = {name: value for name, value in (("mtu", route.mtu), ("advmss", route.advmss)) if value}
    priority = route.priority or None
    fields = {"priority": priority, "table": route.table, "scope": route.scope, "metrics": metrics or None}
    return {name: value for name, value in fields.items() if value is not None}
