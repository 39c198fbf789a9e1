"""The facts of calls: places in the tree, codes, and how much a result has."""

import json
from dataclasses import replace

import pytest

from tests.support.traces import MULTUS, failing_add, recorded, simple_call
from traces.cni.call_facts import error_message, facts_of, facts_of_call, result_part, time_of
from traces.model.call import Outcome


def test_a_delegate_is_deeper_than_its_caller() -> None:
    trace = recorded(MULTUS)
    depths = {call.id: facts.depth for call, (facts, _) in zip(trace.calls, facts_of(trace), strict=True)}
    assert max(depths.values()) > 1
    for call in trace.calls:
        assert depths[call.id] == (depths[call.parent] + 1 if call.parent else 0)


def test_a_call_that_is_not_in_the_trace_yet_is_below_its_parent() -> None:
    trace = recorded()
    call = replace(simple_call(9, "late"), id="late", parent=trace.calls[0].id)
    assert facts_of_call(call, trace).depth == 1
    assert facts_of_call(replace(call, parent="nobody"), trace).depth == 0


def test_a_failure_has_its_code_and_message() -> None:
    call = failing_add().calls[-1]
    assert facts_of_call(call, failing_add()).code == 11
    assert error_message(call) == "iptables: chain exists"
    assert time_of(call) == (51.0, 51.0)


@pytest.mark.parametrize(
    ("result", "counts"),
    [
        ({"ips": [1, 2], "interfaces": [1], "routes": []}, (2, 1, 0, 0)),
        ({"dns": {"nameservers": ["a", "b"], "domain": "c", "search": ["d"]}}, (0, 0, 0, 4)),
        ({"ip4": {"ip": "10.1.0.1/16", "routes": [{}, {}]}, "ip6": {"ip": "fe80::1/64"}}, (2, 0, 2, 0)),
        ({"ips": "no", "dns": [], "ip4": 3, "routes": None}, (0, 0, 0, 0)),
        ([], (0, 0, 0, 0)),
    ],
)
def test_what_a_result_has_is_counted(result: object, counts: tuple[int, ...]) -> None:
    call = simple_call(0, "x", stdout=json.dumps(result).encode())
    assert facts_of_call(call, recorded()).counts == counts


def test_only_an_add_that_went_well_has_a_result() -> None:
    call = simple_call(0, "x")
    for other in (replace(call, verb="DEL"), replace(call, outcome=Outcome.ERROR), replace(call, stdout=b"[" * 99_999)):
        assert facts_of_call(other, recorded()).counts in (None, (0, 0, 0, 0))
    assert result_part(replace(call, verb="CHECK"), "ips") is None
