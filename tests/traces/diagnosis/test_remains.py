"""What plugins leave by design is never called a leak, and what is one attachment's own always is."""

import pytest

from traces.diagnosis.remains import remains

CLEAN = [
    "bridge cni0",
    "ipv4 nat :PREROUTING",
    "ipv4 nat :CNI-HOSTPORT-DNAT",
    "ipv4 nat :CNI-HOSTPORT-SETMARK",
    "ipv4 nat -A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT",
    "ipv4 nat -A CNI-HOSTPORT-SETMARK -m comment --comment x -j MARK --set-xmark 0x2000/0x2000",
    "ipv4 filter :CNI-FORWARD",
    "ipv4 filter -A CNI-FORWARD -m comment --comment x -j CNI-ADMIN",
    "ipv4 filter -A CNI-ISOLATION-STAGE-1 -i cni0 ! -o cni0 -j CNI-ISOLATION-STAGE-2",
    "/var/lib/cni/networks/demo/lock",
    "/var/lib/cni/networks/demo/last_reserved_ip.0",
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
        ("link veth1", "link veth1"),
        ("ifb bwp1", "ifb bwp1"),
        ("ipv4 nat :CNI-DN-abc", "ipv4 chain CNI-DN-abc in nat"),
        (
            "ipv4 filter -A CNI-FORWARD -s 10.88.0.2/32 -j ACCEPT",
            "ipv4 rule -A CNI-FORWARD -s 10.88.0.2/32 -j ACCEPT in filter",
        ),
        ("ipv6 nat -A CNI-HOSTPORT-DNAT -j CNI-DN-abc", "ipv6 rule -A CNI-HOSTPORT-DNAT -j CNI-DN-abc in nat"),
        (
            "ipv4 nat -A POSTROUTING -s 10.88.0.2/32 -j CNI-abc",
            "ipv4 rule -A POSTROUTING -s 10.88.0.2/32 -j CNI-abc in nat",
        ),
        (
            "ipv4 nat -A CNI-DN-abc -s 10.88.0.0/16 -p tcp -j CNI-HOSTPORT-SETMARK",
            "ipv4 rule -A CNI-DN-abc -s 10.88.0.0/16 -p tcp -j CNI-HOSTPORT-SETMARK in nat",
        ),
        ("qdisc tbf on bwp1", "qdisc tbf on bwp1"),
        ("/var/lib/cni/networks/demo/10.88.0.2", "reservation /var/lib/cni/networks/demo/10.88.0.2"),
    ],
)
def test_each_kind_of_leak_is_named(leak: str, said: str) -> None:
    assert remains([*CLEAN, leak]).leaked == ((leak, said),)
