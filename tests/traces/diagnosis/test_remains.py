"""What plugins leave by design is never called a leak, and what is one attachment's own always is."""

import pytest

from traces.diagnosis.remains import remains
from traces.kernel.difference import How, KernelChange


def added(kind: str, name: str, after: str = "", side: str = "host") -> KernelChange:
    """An entry that an ADD added."""
    return KernelChange(side=side, kind=kind, how=How.ADDED, name=name, after=after)


CLEAN = [
    added("link", "cni0 (2)", "bridge, mac 02:00:00:00:00:01"),
    added("address", "10.88.0.1/16 on cni0"),
    *(
        added("netfilter", line)
        for line in (
            "ipv4 nat :PREROUTING ACCEPT",
            "ipv4 nat :CNI-HOSTPORT-DNAT -",
            "ipv4 nat :CNI-HOSTPORT-SETMARK -",
            "ipv4 nat -A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT",
            "ipv4 nat -A CNI-HOSTPORT-SETMARK -m comment --comment x -j MARK --set-xmark 0x2000/0x2000",
            "ipv4 filter :CNI-FORWARD -",
            "ipv4 filter -A CNI-FORWARD -m comment --comment x -j CNI-ADMIN",
            "ipv4 filter -A CNI-ISOLATION-STAGE-1 -i cni0 ! -o cni0 -j CNI-ISOLATION-STAGE-2",
        )
    ),
    added("reservation", "/var/lib/cni/networks/demo/lock"),
    added("reservation", "/var/lib/cni/networks/demo/last_reserved_ip.0"),
]


def test_a_clean_host_has_only_what_is_left_by_design() -> None:
    left = remains(CLEAN)
    assert left.leaked == ()
    assert left.by_design == (
        "bridge cni0",
        "chains CNI-FORWARD, CNI-HOSTPORT-DNAT, CNI-HOSTPORT-SETMARK",
        "host-local's /var/lib/cni/networks/demo/lock, /var/lib/cni/networks/demo/last_reserved_ip.0",
    )


@pytest.mark.parametrize(
    ("leak", "said"),
    [
        (added("link", "veth1 (7)", "veth, mac 02:00:00:00:00:01, peer eth0 in the pod"), "link veth1"),
        (added("link", "bwp1 (8)", "ifb, mtu 1500"), "ifb bwp1"),
        (added("link", "eth1 (3)", "macvlan", side="pod"), "macvlan eth1 in the pod"),
        (added("netfilter", "ipv4 nat :CNI-DN-abc -"), "ipv4 chain CNI-DN-abc in nat"),
        (
            added("netfilter", "ipv4 filter -A CNI-FORWARD -s 10.88.0.2/32 -j ACCEPT"),
            "ipv4 rule -A CNI-FORWARD -s 10.88.0.2/32 -j ACCEPT in filter",
        ),
        (
            added("netfilter", "ipv6 nat -A CNI-HOSTPORT-DNAT -j CNI-DN-abc"),
            "ipv6 rule -A CNI-HOSTPORT-DNAT -j CNI-DN-abc in nat",
        ),
        (
            added("netfilter", "ipv4 nat -A POSTROUTING -s 10.88.0.2/32 -j CNI-abc"),
            "ipv4 rule -A POSTROUTING -s 10.88.0.2/32 -j CNI-abc in nat",
        ),
        (
            added("netfilter", "ipv4 nat -A CNI-DN-abc -s 10.88.0.0/16 -p tcp -j CNI-HOSTPORT-SETMARK"),
            "ipv4 rule -A CNI-DN-abc -s 10.88.0.0/16 -p tcp -j CNI-HOSTPORT-SETMARK in nat",
        ),
        (added("qdisc", "tbf 1: on bwp1 root", "rate 125000"), "qdisc tbf on bwp1"),
        (added("route", "10.88.0.2/32 dev other"), "route 10.88.0.2/32 dev other"),
        (added("rule", "100: from 10.88.0.2 lookup 100", side="pod"), "rule 100: from 10.88.0.2 lookup 100 in the pod"),
        (
            added("reservation", "/var/lib/cni/networks/demo/10.88.0.2", "for c0ffee eth0"),
            "reservation /var/lib/cni/networks/demo/10.88.0.2",
        ),
    ],
)
def test_each_kind_of_leak_is_named(leak: KernelChange, said: str) -> None:
    assert remains([*CLEAN, leak]).leaked == ((leak, said),)


def test_what_lies_on_a_device_is_told_with_it() -> None:
    veth = added("link", "cali1 (7)", "veth, peer eth0 in the pod")
    pod = [
        added("link", "eth0 (2)", "veth, peer cali1 on the host", side="pod"),
        added("address", "10.88.0.2/32 on eth0", side="pod"),
        added("route", "0.0.0.0/0 via 169.254.1.1 dev eth0", side="pod"),
    ]
    qdisc = added("qdisc", "tbf 1: on cali1 root", "rate 125000")
    traffic = [
        qdisc,
        added("class", "tbf 1:1 on cali1 parent 1:"),
        added("filter", "u32 800:: pref 1 all on cali1 parent 1:"),
    ]
    left = remains([veth, added("route", "10.88.0.2/32 dev cali1"), *pod, *traffic])
    assert left.leaked == ((veth, "link cali1"), (qdisc, "qdisc tbf on cali1"))
    assert [said for _, said in remains(pod).leaked] == ["link eth0 in the pod"]
