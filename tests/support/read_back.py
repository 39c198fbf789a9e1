"""A result built in a sandbox, and read back: what the kernel has is held to it."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from traces.kernel.claim import ClaimRow
from traces.kernel.claims import claims
from traces.kernel.snapshot import Wanted, to_wire
from traces.model.result import Address, Interface, Result, Route
from traces.model.snapshot import MAIN, Snapshot
from traces.runner.sandbox import Sandbox
from traces.store.snapshot_codec import snapshot_of

POD, OTHER = "/run/netns/pod", "/run/netns/other"


def seen(box: Sandbox, netns: str) -> Snapshot:
    """What the kernel has in the sandbox, and in one netns of it."""
    return snapshot_of(box.call("snapshot", "snapshot_wire", to_wire(Wanted(pod=netns))), "the sandbox")


def differing(box: Sandbox, result: Result, netns: str = POD) -> list[ClaimRow]:
    """The claims that do not agree, of the attachment's netns and of every other one that the result names."""
    rows = [row for row in claims(result, seen(box, netns), netns) if not row.agrees]
    others = {interface.sandbox for interface in result.interfaces if interface.sandbox} - {netns}
    known = [row for row in rows if row.side != "elsewhere"]
    for other in sorted(others):
        found = claims(result, seen(box, other), other)
        known += [row for row in found if row.side == "pod" and row.kind != "route" and not row.agrees]
    return known


def cleared(box: Sandbox, names: Sequence[str] = (POD, OTHER)) -> None:
    """The sandbox as it was: no interfaces of the host, none of these netns, no address reserved."""
    for netns in names:
        box.remove_netns(netns)
    box.run(
        ("/bin/sh", "-c", "for one in $(ls /sys/class/net); do ip link del $one; done; rm -rf /var/lib/cni/networks")
    )


_MACS = st.integers(1, 250).map(lambda number: f"02:00:00:00:00:{number:02x}")
_METRICS = st.sampled_from((0, 0, 7, 4096))


@st.composite
def sensible_results(draw: st.DrawFn) -> Result:
    """Results such as plugins give: bridges and pairs in one netns or two, addresses of both families, and routes."""
    macs = iter(draw(st.lists(_MACS, min_size=12, max_size=12, unique=True)))
    interfaces: list[Interface] = []
    for number in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            interfaces.append(Interface(name=f"br{number}", mac=_maybe(draw, next(macs)), mtu=_mtu(draw)))
        if draw(st.sampled_from((True, True, True, False))):
            interfaces.append(Interface(name=f"veth{number}", mac=_maybe(draw, next(macs)), mtu=_mtu(draw)))
        sandbox = draw(st.sampled_from((POD, POD, OTHER))) if number else POD
        name = f"net{number}" if number else "eth0"
        interfaces.append(Interface(name=name, mac=_maybe(draw, next(macs)), mtu=_mtu(draw), sandbox=sandbox))
    if draw(st.booleans()):
        interfaces.append(Interface(name="bwp0", mac=_maybe(draw, next(macs))))
    ips = tuple(_address(draw, interfaces, number) for number in range(1, draw(st.integers(1, 5))))
    return Result(cni_version="1.1.0", interfaces=tuple(interfaces), ips=ips, routes=_routes(draw, interfaces, ips))


def _maybe(draw: st.DrawFn, text: str) -> str:
    return text if draw(st.booleans()) else ""


def _mtu(draw: st.DrawFn) -> int:
    return draw(st.sampled_from((0, 0, 1280, 1450, 9000)))


def _address(draw: st.DrawFn, interfaces: Sequence[Interface], number: int) -> Address:
    """An address of a network of its own, its gateway in it or nowhere near."""
    interface = draw(st.sampled_from([at for at, each in enumerate(interfaces) if each.sandbox]))
    near, far, lengths = (
        (f"10.{number}.0.", f"10.9{number}.0.1", (16, 24, 32))
        if draw(st.booleans())
        else (f"fd00:{number}::", f"fd00:9{number}::1", (48, 64, 128))
    )
    gateway = draw(st.sampled_from(("", f"{near}1", far)))
    return Address(address=f"{near}7/{draw(st.sampled_from(lengths))}", gateway=gateway, interface=interface)


def _routes(draw: st.DrawFn, interfaces: Sequence[Interface], ips: Sequence[Address]) -> tuple[Route, ...]:
    """Routes of the families that the pod has addresses of, no two to the same place."""
    own = [ip.address for ip in ips if interfaces[ip.interface or 0].sandbox == POD]
    wanted = [family for family in ("10.200", "fd00:200") if any(family[0] == address[0] for address in own)]
    routes = [draw(_route(family, number)) for family in wanted for number in range(draw(st.integers(0, 3)))]
    return tuple({(route.dst, route.table or MAIN): route for route in routes}.values())


@st.composite
def _route(draw: st.DrawFn, family: str, number: int) -> Route:
    is_4 = "." in family
    nets = ("0.0.0.0/0", f"{family}.{number}.0/24") if is_4 else ("::/0", f"{family}:{number}::/64")
    gateways = ("", "10.1.0.1", "10.250.0.1", "169.254.1.1") if is_4 else ("", "fd00:1::1", "fd00:250::1", "fe80::1")
    fields: dict[str, Any] = {
        "mtu": draw(st.sampled_from((0, 0, 1300))),
        "advmss": draw(st.sampled_from((0, 0, 1240))),
        "priority": draw(_METRICS),
        "table": draw(st.sampled_from((None, None, 100, 1000, 0))),
    }
    return Route(dst=draw(st.sampled_from(nets)), gw=draw(st.sampled_from(gateways)), **fields)
