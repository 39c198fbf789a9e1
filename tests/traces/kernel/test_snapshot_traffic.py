"""Qdiscs, classes and filters are what `tc` says they are."""

import pytest

from tests.support.kernel_look import look
from traces.model.snapshot import Qdisc

pytestmark = pytest.mark.sandbox

SETUP = """
ip link add v0 type veth peer name v1
ip link add ifb1 type ifb
ip link set v0 up
ip link set v1 up
ip link set ifb1 up
tc qdisc add dev v0 root handle 1: tbf rate 8mbit burst 20000 latency 25ms
tc qdisc add dev v0 ingress
tc filter add dev v0 parent ffff: protocol ip prio 3 u32 match ip dst 10.1.0.0/16 flowid 1:1 \
    action mirred egress redirect dev ifb1
"""


def test_disciplines_are_those_of_tc() -> None:
    seen = look(SETUP, ["tc -j qdisc show"])
    listed = [(item["dev"], item["kind"], item["handle"]) for item in seen.json(0)]
    assert [(qdisc.device, qdisc.kind, qdisc.handle) for qdisc in seen.host.qdiscs] == listed
    assert {qdisc.by_kernel for qdisc in seen.host.qdiscs if qdisc.handle == "0:"} == {True}


def test_a_token_bucket_is_read_as_tc_reads_it() -> None:
    seen = look(SETUP, ["tc -j qdisc show dev v0 root"])
    options = seen.json(0)[0]["options"]
    assert (
        Qdisc(
            device="v0",
            kind="tbf",
            handle="1:",
            parent="root",
            details=(f"rate {options['rate']}", f"burst {options['burst']}", f"latency {options['lat']}"),
        )
        in seen.host.qdiscs
    )


def test_classes_and_filters_are_read_with_what_they_do() -> None:
    host = look(SETUP).host
    assert [(found.device, found.kind, found.handle, found.parent) for found in host.classes] == [
        ("v0", "tbf", "1:1", "1:")
    ]
    (rule,) = (found for found in host.filters if not found.by_kernel)
    assert (rule.device, rule.kind, rule.parent, rule.protocol, rule.priority) == ("v0", "u32", "ffff:", "0x800", 3)
    assert rule.handle == "800::800"
    assert rule.details[-1] == "mirred egress redirect to ifb1 stolen"


def test_nothing_is_asked_of_devices_with_the_default() -> None:
    host = look("ip link add v0 type veth peer name v1; ip link set v0 up").host
    assert (host.classes, host.filters) == ((), ())
    assert all(qdisc.by_kernel for qdisc in host.qdiscs)
