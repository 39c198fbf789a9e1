"""What changed between two snapshots, told by side and by kind."""

from dataclasses import replace

from hypothesis import given

from tests.support.any_snapshot import any_value
from traces.kernel.difference import How, differences
from traces.model.snapshot import (
    Device,
    DeviceAddress,
    Namespace,
    Neighbour,
    NetfilterLine,
    Reservation,
    RouteEntry,
    Snapshot,
    Sysctl,
    Unread,
)

ETH0 = Device(index=2, name="eth0", kind="veth", mtu=1500, state="up", flags=("UP", "LOWER_UP"))
POD = Namespace(netns="/run/netns/pod", links=(ETH0,), addresses=(DeviceAddress(device="eth0", address="10.1.0.2/24"),))
BEFORE = Snapshot(pod=POD, host=Namespace())


def told(before: Snapshot, after: Snapshot) -> list[str]:
    """The changes in words."""
    return [
        f"{change.side} {change.kind} {change.name} {change.how}: {change.before} -> {change.after}"
        for change in differences(before, after)
    ]


def in_pod(**fields: object) -> Snapshot:
    """The snapshot with another pod."""
    return replace(BEFORE, pod=replace(POD, **fields))  # type: ignore[arg-type]


def test_what_changed_of_a_link_stands_alone() -> None:
    changed = replace(ETH0, mtu=1400, state="down")
    assert told(BEFORE, in_pod(links=(changed,))) == [
        "pod link eth0 (2) changed: mtu 1500, state up -> mtu 1400, state down"
    ]


def test_added_and_removed_say_all_of_it() -> None:
    moved = in_pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/24", flags=("nodad",)),))
    assert told(BEFORE, moved) == [
        "pod address 10.1.0.2/24 on eth0 removed:  -> ",
        "pod address 10.1.0.3/24 on eth0 added:  -> nodad",
    ]
    assert differences(BEFORE, moved)[1].how is How.ADDED


def test_what_passes_by_itself_is_no_change() -> None:
    before = in_pod(
        links=(replace(ETH0, flags=("UP", "NO-CARRIER")),),
        neighbours=(Neighbour(device="eth0", address="10.1.0.1", mac="02::", state="reachable"),),
        addresses=(replace(POD.addresses[0], flags=("tentative",)),),
    )
    after = in_pod(neighbours=(Neighbour(device="eth0", address="10.1.0.1", mac="02::", state="stale"),))
    assert told(before, after) == []


def test_the_kernels_own_doings_come_when_asked_for() -> None:
    route = RouteEntry(family=4, dst="10.1.0.0/24", device="eth0", protocol="kernel", by_kernel=True)
    after = in_pod(routes=(route,))
    assert told(BEFORE, after) == []
    assert [change.name for change in differences(BEFORE, after, by_kernel=True)] == ["10.1.0.0/24 dev eth0"]


def test_equal_rules_are_counted() -> None:
    line = NetfilterLine(family="ipv4", table="nat", line="-A X -j Y")
    before, after = (replace(BEFORE, host=Namespace(netfilter=(line,) * count)) for count in (1, 3))
    assert told(before, after) == ["host netfilter ipv4 nat -A X -j Y added:  -> "] * 2
    assert told(after, before) == ["host netfilter ipv4 nat -A X -j Y removed:  -> "] * 2


def test_routes_of_two_tables_are_two() -> None:
    before = in_pod(routes=(RouteEntry(family=4, dst="0.0.0.0/0", gateway="10.1.0.1"),))
    after = in_pod(routes=(RouteEntry(family=4, dst="0.0.0.0/0", gateway="10.1.0.1", table=100),))
    assert told(before, after) == [
        "pod route 0.0.0.0/0 via 10.1.0.1 removed:  -> ",
        "pod route 0.0.0.0/0 via 10.1.0.1 table 100 added:  -> ",
    ]


def test_settings_and_reservations_are_compared() -> None:
    before = replace(BEFORE, host=Namespace(sysctls=(Sysctl(name="net.ipv4.ip_forward", value="0"),)))
    after = replace(
        BEFORE,
        host=Namespace(sysctls=(Sysctl(name="net.ipv4.ip_forward", value="1"),)),
        reservations=(Reservation(path="/n/10.1.0.2", container_id="c0ffee", ifname="eth0"),),
    )
    assert told(before, after) == [
        "host sysctl net.ipv4.ip_forward changed: 0 -> 1",
        "host reservation /n/10.1.0.2 added:  -> for c0ffee eth0",
    ]


def test_what_was_not_read_is_not_called_gone() -> None:
    unread = (Unread(side="pod", part="links", reason="refused"),)
    assert told(BEFORE, replace(in_pod(links=()), unread=unread)) == []
    assert told(BEFORE, replace(BEFORE, pod=None)) == []


@given(any_value(Snapshot))
def test_nothing_differs_from_itself(snapshot: Snapshot) -> None:
    assert differences(snapshot, snapshot, by_kernel=True) == ()
