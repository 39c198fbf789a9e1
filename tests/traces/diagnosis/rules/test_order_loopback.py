"""A pod without lo, where nobody brings it up."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.support.scripted import found, kinds
from tests.support.traces import recorded
from traces.diagnosis.case import Case
from traces.diagnosis.facts import ConfigFile, Node
from traces.diagnosis.rules.order_loopback import RULE
from traces.model.snapshot import Device, Moment, Namespace, Snapshot
from traces.model.trace import Trace


def added(*flags: str, place: str = "node") -> Trace:
    """An ADD after which lo of the pod is as said."""
    lo = Device(index=1, name="lo", state="up" if "UP" in flags else "down", flags=("LOOPBACK", *flags))
    moment = Moment(call=None, when="end", snapshot=Snapshot(pod=Namespace(links=(lo,))))
    return replace(recorded(), place=place, snapshots=(moment,))


def test_lo_that_stays_down_is_told_of() -> None:
    (finding,) = found(RULE, added())
    assert finding.kind == "order/loopback-missing" and "state down" in finding.evidence[0].quote


@pytest.mark.parametrize("trace", [added("UP"), added(place="sandbox"), recorded()])
def test_lo_that_is_up_or_of_a_sandbox_is_well(trace: Trace) -> None:
    assert kinds(RULE, trace) == []


@pytest.mark.parametrize(("runtime", "expected"), [("libcni", 1), ("containerd", 0), ("crio", 0), ("podman", 0)])
def test_a_file_alone_is_judged_by_its_runtime(runtime: str, expected: int) -> None:
    document: dict[str, Any] = {"cniVersion": "1.0.0", "name": "podman", "plugins": [{"type": "bridge"}]}
    config = ConfigFile(path="/etc/cni/net.d/10-n.conflist", content=json.dumps(document).encode())
    findings = list(RULE.check(Case(node=Node(configs=(config,), runtime=runtime))))
    assert len(findings) == expected
    assert not any(finding.is_proven for finding in findings)
