"""One thing that a result says, beside what the kernel has of it."""

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_interface, ip_network

from traces.model.result import Address, Interface, Result
from traces.model.snapshot import ELSEWHERE, HOST, POD, Snapshot

WHERE = {POD: "in the pod", HOST: "on the host", ELSEWHERE: "in another netns"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """A row of the comparison."""

    kind: str
    """interface, mac, mtu, peer, bridge, address, gateway, route or port."""
    subject: str
    """What it is about: an interface, an address, the destination of a route."""
    side: str
    """Where it was looked for: pod, host or elsewhere."""
    claimed: str
    kernel: str
    """What the kernel has instead, or the same; why nobody knows, where `agrees` is None."""
    agrees: bool | None
    """None where it could not be looked up, or where the kernel can't tell."""

    def __str__(self) -> str:
        verdict = {True: "is so", False: f"but the kernel has {self.kernel}", None: f"not known: {self.kernel}"}
        return f"{self.kind} {self.subject} {WHERE[self.side]}: {self.claimed}: {verdict[self.agrees]}"


def side_of(interface: Interface, netns: str) -> str:
    """Where an interface of the result is said to be."""
    if not interface.sandbox:
        return HOST
    return POD if _normal(interface.sandbox) == _normal(netns) else ELSEWHERE


def interface_of(result: Result, address: Address) -> Interface | None:
    """The interface that an address is said to be on; None where the result has none of that number, or names none."""
    number = address.interface
    return result.interfaces[number] if number is not None and 0 <= number < len(result.interfaces) else None


def side_of_address(result: Result, address: Address, netns: str) -> str:
    """Where an address is said to be: with its interface. Before 0.3.0 results name none: it is in the pod."""
    interface = interface_of(result, address)
    return side_of(interface, netns) if interface else POD


def why_unknown(snapshot: Snapshot, side: str, *parts: str) -> str:
    """Why nothing can be said of these parts of that side; empty where it can."""
    if side == ELSEWHERE:
        return "it is in another netns, which was not read"
    missing = [entry for entry in snapshot.unread if entry.side == side and entry.part in (*parts, "netns")]
    if snapshot.on(side) is None or missing:
        said = "; ".join(f"{entry.part}: {entry.reason}" for entry in missing)
        return f"{'the pod' if side == POD else 'the host'} was not read{f' ({said})' if said else ''}"
    return ""


def same_network(one: str, other: str) -> bool:
    """Whether both are the same destination; what is no network is only the same as itself."""
    return _network(one) == _network(other)


def bare(address: str) -> str:
    """An address without its prefix length, in its usual spelling."""
    try:
        return str(ip_interface(address).ip)
    except ValueError:
        return address


def family(address: str) -> int:
    """4 or 6."""
    return 6 if ":" in address else 4


def listed(names: Sequence[str], nothing: str) -> str:
    """«a, b», or the words for none."""
    return ", ".join(names) or nothing


def _network(text: str) -> str:
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        return text


def _normal(path: str) -> str:
    """A path by its spelling alone: /var/run is /run wherever there is systemd."""
    normal = posixpath.normpath(path)
    return normal.removeprefix("/var") if normal.startswith("/var/run/") else normal
