import json
from dataclasses import replace

import pytest

from tests.support.claimed import POD, SNAPSHOT, pod
from tests.support.kernel_trace import ANSWER, asked_for_ports, bridge_call, kernel_trace, portmap_call
from traces.errors import InputError
from traces.model.call import Call, Outcome
from traces.model.snapshot import DeviceAddress, Snapshot
from traces.timeline.claimed import answer_claims, present_claims
from traces.timeline.kernel_steps import disputed

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))


def wrong(call: Call, snapshot: Snapshot) -> list[tuple[str, str]]:
    return [(row.kind, row.subject) for row in disputed(answer_claims(kernel_trace(), call, snapshot))]


def test_an_answer_is_held_to_the_kernel() -> None:
    assert len(answer_claims(kernel_trace(), bridge_call(), SNAPSHOT)) == 16
    assert wrong(bridge_call(), SNAPSHOT) == []
    assert wrong(bridge_call(), BROKEN) == [("address", "10.1.0.2/16")]


def test_port_mappings_are_claims_of_the_real_portmap() -> None:
    stand_in, other = kernel_trace(simulated=("portmap",)), replace(asked_for_ports(), plugin="cilium-cni")
    assert disputed(answer_claims(stand_in, asked_for_ports(), SNAPSHOT)) == ()
    assert wrong(other, SNAPSHOT) == []
    assert wrong(portmap_call(), SNAPSHOT) == []
    assert wrong(asked_for_ports(), SNAPSHOT) == [("port", "8080/tcp"), ("port", "8080/tcp")]


def test_a_result_without_a_version_is_of_the_networks() -> None:
    versionless = bridge_call(stdout=json.dumps({"ips": [{"address": "10.1.0.9/16"}]}).encode())
    assert wrong(versionless, SNAPSHOT) == [("address", "10.1.0.9/16")]


@pytest.mark.parametrize(
    "changes",
    [
        {"verb": "DEL"},
        {"link": None},
        {"outcome": Outcome.ERROR},
        {"truncated": ("stdout",)},
        {"stdout": b"not a result"},
        {"stdout": b'{"cniVersion":"1.0.0","ips":[{"address":"nowhere"}]}'},
        {"stdout": b"", "stdin": b"\xff"},
    ],
    ids=str,
)
def test_what_is_no_answer_claims_nothing(changes: dict[str, object]) -> None:
    assert answer_claims(kernel_trace(), bridge_call(**changes), BROKEN) == ()


def test_a_trace_claims_what_it_ended_with() -> None:
    other = ANSWER.replace(b"10.1.0.2/16", b"10.1.0.4/16")
    trace = kernel_trace(result=other)
    assert ("address", "10.1.0.4/16") in [(row.kind, row.subject) for row in present_claims(trace, SNAPSHOT)]


def test_a_failed_add_claims_what_its_last_good_link_answered() -> None:
    trace = kernel_trace(result=None)
    failed = replace(trace, calls=(*trace.calls[:2], replace(trace.calls[2], outcome=Outcome.ERROR, stdout=b"{}")))
    assert [row.subject for row in disputed(present_claims(failed, BROKEN))] == ["10.1.0.2/16"]


def test_another_verb_claims_its_prev_result() -> None:
    checked = kernel_trace(verb="CHECK", result=None)
    calls = (replace(bridge_call(), verb="CHECK", stdout=b""), replace(asked_for_ports(), verb="CHECK", stdout=b""))
    rows = present_claims(replace(checked, calls=calls), SNAPSHOT)
    assert {(row.kind, row.subject) for row in disputed(rows)} == {("port", "8080/tcp")}
    assert len(rows) == 18


def test_without_any_result_there_is_nothing_to_ask() -> None:
    with pytest.raises(InputError, match="this GC has no result"):
        present_claims(kernel_trace(verb="GC", result=None, calls=()), SNAPSHOT)
