from dataclasses import replace
from typing import Any

import pytest

from tests.support.claimed import POD, SNAPSHOT, pod
from tests.support.kernel_trace import EMPTY, kernel_trace, reserved
from traces.kernel.difference import How
from traces.model.snapshot import Device, DeviceAddress, Moment, Namespace, Snapshot
from traces.timeline.glyphs import ASCII, UNICODE
from traces.timeline.kernel_moments import snapshots_around
from traces.timeline.kernel_steps import (
    comparable_changes,
    disputed,
    disputed_mark,
    end_claims,
    kernel_changes,
    kernel_step,
)

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))


def test_a_links_snapshots_are_those_around_its_call() -> None:
    trace = kernel_trace(SNAPSHOT, reserved(SNAPSHOT))
    assert snapshots_around(trace, "call-0") == (EMPTY, SNAPSHOT)
    assert snapshots_around(trace, "call-1") == (SNAPSHOT, reserved(SNAPSHOT))


def test_changes_are_those_of_the_one_call() -> None:
    trace = kernel_trace(SNAPSHOT, reserved(SNAPSHOT))
    assert len(kernel_changes(trace, "call-0")) == 10
    assert [(change.how, change.kind) for change in kernel_changes(trace, "call-1")] == [(How.ADDED, "reservation")]


def test_the_kernels_own_doings_are_kept_apart() -> None:
    step = kernel_step(kernel_trace(), "call-0")
    assert len(step.changes) == len(step.own_changes) + 1


def test_the_same_snapshots_are_compared_only_once() -> None:
    trace = kernel_trace()
    assert kernel_step(trace, "call-0").changes is kernel_step(replace(trace, id="grown"), "call-0").changes


def test_a_disputed_claim_is_counted_beside_the_answer() -> None:
    trace = kernel_trace(BROKEN, SNAPSHOT)
    assert [row.subject for row in kernel_step(trace, "call-0").disputed] == ["10.1.0.2/16"]
    assert disputed_mark(trace, trace.calls[0], UNICODE) == "1 not in kernel"
    assert disputed_mark(trace, trace.calls[0], UNICODE, short=True) == "≠1"
    assert disputed_mark(trace, trace.calls[0], ASCII, short=True) == "?1"
    assert disputed_mark(kernel_trace(), trace.calls[0], UNICODE) == ""


@pytest.mark.parametrize(
    ("changes", "call", "why"),
    [
        ({}, "ipam", "what host-local changed counts as its caller's: see bridge"),
        ({"snapshots": ()}, "call-0", "no snapshots of the kernel were taken in this run"),
        ({"snapshots": (), "finished": False}, "call-0", "the snapshots of a run come when it has ended"),
        ({"snapshots": (Moment(call=None, when="before", snapshot=EMPTY),)}, "call-0", "no snapshot was taken around"),
        ({"snapshots": (Moment(call="call-0", when="after", snapshot=EMPTY),)}, "call-0", "no snapshot was taken"),
    ],
)
def test_what_is_not_known_is_explained(changes: dict[str, Any], call: str, why: str) -> None:
    step = kernel_step(kernel_trace(**changes), call)
    assert step.why_unknown.startswith(why)
    assert step.changes == ()


def test_claims_need_no_snapshot_before_the_call() -> None:
    only = (Moment(call="call-0", when="after", snapshot=BROKEN),)
    trace = kernel_trace(snapshots=only)
    assert disputed_mark(trace, trace.calls[0], UNICODE) == "1 not in kernel"


def test_the_end_is_asked_where_it_was_looked_at() -> None:
    trace = kernel_trace()
    later = replace(trace, snapshots=(*trace.snapshots, Moment(call=None, when="end", snapshot=BROKEN)))
    assert end_claims(trace) == ()
    assert [row.subject for row in disputed(end_claims(later))] == ["10.1.0.2/16"]
    assert end_claims(replace(later, verb="DEL")) == ()
    assert end_claims(replace(later, result=None, calls=())) == ()


def test_check_is_held_to_its_prev_result() -> None:
    checked = kernel_trace(BROKEN, verb="CHECK", result=None)
    assert [row.subject for row in disputed(end_claims(checked))] == ["10.1.0.2/16"]


def test_a_delegates_changes_are_not_counted_as_its_callers() -> None:
    step = kernel_step(kernel_trace(snapshots=looked_at(reserved(EMPTY), reserved(SNAPSHOT))), "call-0")
    inner = kernel_step(kernel_trace(snapshots=looked_at(reserved(EMPTY), reserved(SNAPSHOT))), "ipam")
    assert [change.kind for change in inner.own_changes] == ["reservation"]
    assert len(step.own_changes) == 10
    assert step.delegated_changes == inner.own_changes
    assert (step.delegates, step.is_parted) == (("host-local",), True)


def test_what_a_caller_changed_of_a_delegates_is_told_of_both() -> None:
    link = Device(index=7, name="vethx", state="down")
    host = Namespace(links=(replace(link, state="up"),))
    before, after = (replace(EMPTY, host=Namespace(links=(link,))), replace(EMPTY, host=host))
    step = kernel_step(kernel_trace(snapshots=looked_at(before, after)), "call-0")
    assert [(change.how, change.before, change.after) for change in step.own_changes] == [
        (How.CHANGED, "state down", "state up")
    ]
    assert [(change.how, change.name) for change in step.delegated_changes] == [(How.ADDED, "vethx (7)")]


def test_a_delegate_that_has_not_ended_says_so() -> None:
    trace = kernel_trace(snapshots=looked_at(EMPTY, EMPTY)[:2], finished=False)
    running = tuple(replace(call, ended=None) if call.id == "ipam" else call for call in trace.calls)
    assert kernel_step(replace(trace, calls=running), "ipam").why_unknown == "it has not ended yet"


def test_calls_are_compared_whole_where_only_one_was_looked_into() -> None:
    parted = kernel_step(kernel_trace(snapshots=looked_at(reserved(EMPTY), reserved(SNAPSHOT))), "call-0")
    whole = kernel_step(kernel_trace(reserved(SNAPSHOT)), "call-0")
    one, other = comparable_changes(parted, whole)
    assert sorted(map(str, one)) == sorted(map(str, other)) == sorted(map(str, whole.own_changes))
    assert comparable_changes(parted, parted) == (parted.own_changes, parted.own_changes)


def looked_at(after_ipam: Snapshot, after_bridge: Snapshot) -> tuple[Moment, ...]:
    """The moments of a bridge whose IPAM was looked at."""
    return (
        Moment(call=None, when="before", snapshot=EMPTY),
        Moment(call="ipam", when="before", snapshot=EMPTY),
        Moment(call="ipam", when="after", snapshot=after_ipam),
        Moment(call="call-0", when="after", snapshot=after_bridge),
    )
