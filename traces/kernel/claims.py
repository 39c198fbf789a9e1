"""A result is a claim: each thing that it says is looked up in what the kernel has.

What the fields of a result mean is the CNI specification's (section 5).
"""

from collections.abc import Iterator

from traces.kernel.claim import (
    WHERE,
    ClaimRow,
    bare,
    family,
    interface_of,
    listed,
    side_of,
    side_of_address,
    why_unknown,
)
from traces.kernel.claims_routes import gateway_row, route_rows
from traces.kernel.wording import peer_text
from traces.model.result import Address, Interface, Result
from traces.model.snapshot import ELSEWHERE, HOST, POD, Device, Snapshot


def claims(result: Result, snapshot: Snapshot, netns: str) -> tuple[ClaimRow, ...]:
    """Every interface, MAC, MTU, address, gateway and route of the result, in its order, and what the kernel has.

    `netns` is the attachment's. A veth's other end and the bridge that it hangs on are looked up too: a result says
    them by the order of its interfaces.
    """
    rows: list[ClaimRow] = []
    for number, interface in enumerate(result.interfaces):
        rows += _interface_rows(result, number, interface, snapshot, netns)
    for address in result.ips:
        rows += _address_rows(result, address, snapshot, netns)
    return (*rows, *route_rows(result, snapshot))


def _interface_rows(
    result: Result, number: int, interface: Interface, snapshot: Snapshot, netns: str
) -> Iterator[ClaimRow]:
    side, name = side_of(interface, netns), interface.name
    claimed = f"it is {WHERE[side]}"
    unknown = why_unknown(snapshot, side, "links")
    if unknown:
        yield ClaimRow(kind="interface", subject=name, side=side, claimed=claimed, kernel=unknown, agrees=None)
        return
    device = _device(snapshot, side, name)
    if device is None:
        other = HOST if side == POD else POD
        found = f"it {WHERE[other]}" if _device(snapshot, other, name) else "no such interface"
        yield ClaimRow(kind="interface", subject=name, side=side, claimed=claimed, kernel=found, agrees=False)
        return
    said = ", ".join(filter(None, (device.kind, device.state)))
    yield ClaimRow(kind="interface", subject=name, side=side, claimed=claimed, kernel=said, agrees=True)
    yield from _trait_rows(interface, device, side)
    if side == POD and device.kind == "veth":
        yield from _peer_rows(result, number, device, snapshot)


def _trait_rows(interface: Interface, device: Device, side: str) -> Iterator[ClaimRow]:
    """What the result says of the interface itself."""
    for kind, claimed, found in (
        ("mac", interface.mac.lower(), device.mac.lower()),
        ("mtu", str(interface.mtu or ""), str(device.mtu)),
    ):
        if claimed:
            yield ClaimRow(
                kind=kind, subject=device.name, side=side, claimed=claimed, kernel=found, agrees=claimed == found
            )


def _peer_rows(result: Result, number: int, device: Device, snapshot: Snapshot) -> Iterator[ClaimRow]:
    """The host's interface before a container's is its other end; the bridge stands before that (plugins, bridge)."""
    before = result.interfaces[number - 1] if number else None
    if before is None or before.sandbox or why_unknown(snapshot, HOST, "links"):
        return
    end = _device(snapshot, HOST, before.name)
    if end is None or end.kind != "veth":
        return
    peer = device.peer
    agrees = peer is not None and (peer.side, peer.name) == (HOST, end.name)
    claimed, found = f"{end.name} {WHERE[HOST]}", peer_text(peer) if peer else "no other end"
    yield ClaimRow(kind="peer", subject=device.name, side=POD, claimed=claimed, kernel=found, agrees=agrees)
    bridge = _bridge_before(result, number - 1, snapshot)
    if bridge:
        found = f"it in {end.master}" if end.master else "it in no bridge"
        agrees = end.master == bridge
        yield ClaimRow(kind="bridge", subject=end.name, side=HOST, claimed=f"in {bridge}", kernel=found, agrees=agrees)


def _bridge_before(result: Result, number: int, snapshot: Snapshot) -> str:
    """The last bridge of the host that the result names before that interface."""
    names = [interface.name for interface in result.interfaces[:number] if not interface.sandbox]
    devices = [_device(snapshot, HOST, name) for name in names]
    bridges = [device.name for device in devices if device and device.kind == "bridge"]
    return bridges[-1] if bridges else ""


def _address_rows(result: Result, address: Address, snapshot: Snapshot, netns: str) -> Iterator[ClaimRow]:
    interface, side = interface_of(result, address), side_of_address(result, address, netns)
    if interface is None and address.interface is not None:
        claimed, found = (
            f"on interface {address.interface}",
            f"no such interface: the result names {len(result.interfaces)}",
        )
        yield ClaimRow(kind="address", subject=address.address, side=POD, claimed=claimed, kernel=found, agrees=False)
        return
    yield _address_row(address, interface.name if interface else "", side, snapshot)
    if address.gateway and side != ELSEWHERE:
        device = _device(snapshot, side, interface.name) if interface else None
        yield gateway_row(address.gateway, device, snapshot)


def _address_row(address: Address, name: str, side: str, snapshot: Snapshot) -> ClaimRow:
    claimed = f"on {name}" if name else f"it is {WHERE[side]}"
    unknown = why_unknown(snapshot, side, "addresses")
    space = snapshot.on(side)
    if unknown or space is None:
        return ClaimRow(
            kind="address", subject=address.address, side=side, claimed=claimed, kernel=unknown, agrees=None
        )
    held = [(entry.device, entry.address) for entry in space.addresses]
    exact = [device for device, has in held if has == address.address and name in ("", device)]
    alike = [f"{has} on {device}" for device, has in held if bare(has) == bare(address.address)]
    instead = [
        f"{entry.address} on {entry.device}"
        for entry in space.addresses
        if not entry.by_kernel and family(entry.address) == family(address.address) and name in ("", entry.device)
    ]
    found = (
        f"it on {exact[0]}" if exact else listed(alike or instead, f"no such address{f' on {name}' if name else ''}")
    )
    return ClaimRow(
        kind="address", subject=address.address, side=side, claimed=claimed, kernel=found, agrees=bool(exact)
    )


def _device(snapshot: Snapshot, side: str, name: str) -> Device | None:
    space = snapshot.on(side)
    return space.link(name) if space else None
