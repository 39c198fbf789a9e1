"""Entries in ip's words."""

from traces.kernel.wording import facts_of, in_words, name_of
from traces.model.snapshot import Device, Peer, RouteEntry, RuleEntry, TrafficFilter


def test_a_device_is_told_with_its_other_end() -> None:
    device = Device(
        index=3,
        name="veth1",
        kind="veth",
        mac="02:00:00:00:00:01",
        mtu=1500,
        state="up",
        flags=("UP", "LOWER_UP"),
        master="cni0",
        peer=Peer(index=2, side="pod", name="eth0"),
        details=("hairpin",),
    )
    said = "veth, mac 02:00:00:00:00:01, mtu 1500, state up, flags UP, master cni0, peer eth0 in the pod, hairpin"
    assert in_words(facts_of(device)) == said


def test_an_unnamed_end_is_told_by_its_index() -> None:
    device = Device(index=3, name="v", peer=Peer(index=7, side="elsewhere"))
    assert ("peer", "device 7 elsewhere") in facts_of(device)


def test_a_route_is_named_by_where_it_goes() -> None:
    route = RouteEntry(family=4, dst="10.0.0.0/8", kind="local", gateway="10.1.0.1", device="eth0", table=255, metric=9)
    assert name_of(route) == "local 10.0.0.0/8 via 10.1.0.1 dev eth0 table local metric 9"


def test_rules_of_the_two_families_have_two_names() -> None:
    names = {name_of(RuleEntry(family=n, priority=0, selector="from all", action="lookup local")) for n in (4, 6)}
    assert names == {"0: from all lookup local", "-6 0: from all lookup local"}


def test_a_filter_is_told_with_what_it_does() -> None:
    rule = TrafficFilter(
        device="v", kind="u32", handle="800::800", parent="ffff:", protocol="all", priority=1, details=("a", "b")
    )
    assert (name_of(rule), in_words(facts_of(rule))) == ("u32 800::800 pref 1 all on v parent ffff:", "a, b")
