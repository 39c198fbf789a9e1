"""A failure that is a plugin's own fault is said to be one, and no other is."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.support.traces import made, network, simple_call
from traces.diagnosis.known_faults import known_fault
from traces.model.call import Outcome
from traces.model.trace import Failure, Trace

TEXT = "could not check ipv6 dnat: chain CNI-DN-0d5bad170a66c83886512 not found in iptables table nat"


def failed_check(*addresses: str, **changes: Any) -> Trace:
    """A CHECK that portmap failed, for a pod with these addresses."""
    ips = [{"address": address} for address in addresses]
    stdin = json.dumps({"name": "n", "prevResult": {"cniVersion": "1.0.0", "ips": ips}}).encode()
    call = simple_call(0, "portmap", verb="CHECK", stdin=stdin, exit_code=1, outcome=Outcome.ERROR)
    trace = replace(made(network("portmap"), (call,)), verb="CHECK", failure=Failure(text=TEXT, code=999, link=0))
    return replace(trace, **changes)


def test_portmap_that_looks_for_another_family_is_to_blame() -> None:
    said = known_fault(failed_check("10.1.0.2/16"))
    assert said and said.startswith("a fault of this portmap, not of the chain")


CRASH = b"""panic: runtime error: invalid memory address or nil pointer dereference
goroutine 1 [running]:
main.cmdCheck(0xc0000c0770)
\tgithub.com/containernetworking/plugins/plugins/meta/bandwidth/main.go:301 +0x2d6
"""


def crashed_check(**config: Any) -> Trace:
    """A CHECK at which bandwidth crashed, as Debian's does."""
    stdin = json.dumps({"name": "n", **config}).encode()
    call = simple_call(0, "bandwidth", verb="CHECK", stdin=stdin, stdout=b"", stderr=CRASH, exit_code=2)
    call = replace(call, outcome=Outcome.FAILED)
    return replace(made(network("bandwidth"), (call,)), verb="CHECK", failure=Failure(text="netplugin failed", link=0))


def test_bandwidth_that_crashes_without_rates_is_to_blame() -> None:
    assert (known_fault(crashed_check()) or "").startswith("a fault of this bandwidth, not of the chain")
    assert known_fault(crashed_check(runtimeConfig={"bandwidth": {"ingressRate": 1000}})) is None
    assert known_fault(crashed_check(egressRate=1000)) is None
    assert known_fault(replace(crashed_check(), simulated=("bandwidth",))) is None


@pytest.mark.parametrize(
    "trace",
    [
        failed_check("10.1.0.2/16", "fd00::2/64"),
        failed_check("10.1.0.2/16", simulated=("portmap",)),
        failed_check("10.1.0.2/16", verb="ADD"),
        failed_check("10.1.0.2/16", failure=None),
        failed_check("10.1.0.2/16", failure=Failure(text="could not check ipv4 dnat: x", link=0)),
        failed_check("10.1.0.2/16", failure=Failure(text=TEXT, link=1)),
    ],
)
def test_no_other_failure_is_excused(trace: Trace) -> None:
    assert known_fault(trace) is None
