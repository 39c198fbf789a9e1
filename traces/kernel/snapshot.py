"""Takes a snapshot: what the kernel has at this moment, in the pod's network namespace and in one's own.

Runs in the sandbox in a process of its own (snapshot_wire), or on the host in the caller's namespaces (take).
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from traces.kernel.netlink import inside
from traces.kernel.snapshot_dump import Dumper, Unreadable, dumper, said
from traces.kernel.snapshot_files import read_reservations, read_sysctl
from traces.kernel.snapshot_links import name_peers, read_addresses, read_links
from traces.kernel.snapshot_netfilter import read_netfilter
from traces.kernel.snapshot_routes import read_neighbours, read_routes, read_rules
from traces.kernel.snapshot_traffic import read_classes, read_filters, read_qdiscs
from traces.model.plain import plain
from traces.model.snapshot import HOST, POD, Namespace, NetfilterLine, Reservation, Snapshot, Sysctl

_OWN = "/proc/self/ns/net"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a snapshot is to have."""

    pod: str | None = None
    """The file that the pod's netns is kept on."""
    host: bool = True
    """Whether the host's side is read too."""
    pod_sysctls: tuple[str, ...] = ()
    """Names as sysctl(8) takes them."""
    host_sysctls: tuple[str, ...] = ()
    reservations: tuple[str, ...] = ()
    """Folders of host-local, one for each network: /var/lib/cni/networks/NAME."""


def to_wire(wanted: Wanted) -> dict[str, Any]:
    """The argument of snapshot_wire."""
    return dict(plain(wanted))


def snapshot_wire(argument: Mapping[str, Any]) -> Any:
    """take, with what is wanted as to_wire made it; the snapshot in its plain form (traces.model.plain)."""
    fields: dict[str, Any] = {name: tuple(held) if isinstance(held, list) else held for name, held in argument.items()}
    return plain(take(Wanted(**fields)))


def take(wanted: Wanted) -> Snapshot:
    """The state now. Nothing that can't be read raises: it stands in the snapshot's `unread`."""
    missing = Unreadable()
    with ExitStack() as stack:
        open_ = {}
        for side, netns, asked in ((HOST, None, wanted.host), (POD, wanted.pod, wanted.pod is not None)):
            if asked:
                with _noting(missing, side, netns):
                    open_[side] = stack.enter_context(_opened(netns))
        others = _descriptors(stack, wanted.pod)
        sysctls = {POD: wanted.pod_sysctls, HOST: wanted.host_sysctls}
        read = {side: _namespace(side, at, others, sysctls[side], missing) for side, at in open_.items()}
    named = _with_names(read)
    reservations = missing.attempt(HOST, "reservations", lambda: _reservations(wanted.reservations))
    return Snapshot(pod=named.get(POD), host=named.get(HOST), reservations=reservations, unread=tuple(missing.found))


@dataclass(frozen=True, slots=True)
class _Open:
    """A namespace that can be asked."""

    netns: str | None
    dumper: Dumper


@contextmanager
def _opened(netns: str | None) -> Iterator[_Open]:
    with dumper(netns) as asked:
        yield _Open(netns, asked)


@contextmanager
def _noting(missing: Unreadable, side: str, netns: str | None) -> Iterator[None]:
    """A namespace that can't be entered is missing as a whole."""
    try:
        yield
    except OSError as error:
        missing.note(side, "netns", f"{netns}: {said(error)}" if netns else said(error))


def _descriptors(stack: ExitStack, pod: str | None) -> dict[str, int]:
    """The namespaces that a peer may be in, open, by side; where both are the same it is the host's."""
    found: dict[str, int] = {}
    for side, path in ((POD, pod), (HOST, _OWN)):
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC) if path else None
        except OSError:
            continue
        if descriptor is not None:
            stack.callback(os.close, descriptor)
            found[side] = descriptor
    return found


def _namespace(
    side: str, at: _Open, others: Mapping[str, int], sysctls: Sequence[str], missing: Unreadable
) -> Namespace:
    asked = at.dumper
    elsewhere = {other: descriptor for other, descriptor in others.items() if other != side}
    links = missing.attempt(side, "links", lambda: read_links(asked, side, elsewhere))
    names = {device.index: device.name for device in links}
    qdiscs = missing.attempt(side, "qdiscs", lambda: read_qdiscs(asked, names))
    netfilter, settings = _entered(side, at.netns, sysctls, missing)
    return Namespace(
        netns=at.netns or "",
        links=links,
        addresses=missing.attempt(side, "addresses", lambda: read_addresses(asked, names)),
        routes=missing.attempt(side, "routes", lambda: read_routes(asked, names)),
        rules=missing.attempt(side, "rules", lambda: read_rules(asked)),
        neighbours=missing.attempt(side, "neighbours", lambda: read_neighbours(asked, names)),
        qdiscs=qdiscs,
        classes=missing.attempt(side, "classes", lambda: read_classes(asked, names, qdiscs)),
        filters=missing.attempt(side, "filters", lambda: read_filters(asked, names, qdiscs)),
        netfilter=netfilter,
        sysctls=settings,
    )


def _entered(
    side: str, netns: str | None, sysctls: Sequence[str], missing: Unreadable
) -> tuple[tuple[NetfilterLine, ...], tuple[Sysctl, ...]]:
    """What one must be in the namespace for."""
    lines: tuple[NetfilterLine, ...] = ()
    settings: list[Sysctl] = []
    with _noting(missing, side, netns), inside(netns):
        lines = missing.attempt(side, "netfilter", lambda: _netfilter(side, missing))
        for name in sysctls:
            settings += missing.attempt(side, "sysctls", partial(_setting, name))
    return lines, tuple(settings)


def _netfilter(side: str, missing: Unreadable) -> list[NetfilterLine]:
    lines, complaints = read_netfilter()
    for complaint in complaints:
        missing.note(side, "netfilter", complaint)
    return lines


def _setting(name: str) -> tuple[Sysctl]:
    return (read_sysctl(name),)


def _reservations(folders: Sequence[str]) -> Iterator[Reservation]:
    for folder in folders:
        yield from read_reservations(folder)


def _with_names(read: dict[str, Namespace]) -> dict[str, Namespace]:
    """Each side's devices with the names of their peers on the other."""
    named = dict(read)
    for side, other in ((POD, HOST), (HOST, POD)):
        if side in read and other in read:
            named[side] = replace(read[side], links=name_peers(read[side].links, other, read[other].links))
    return named
