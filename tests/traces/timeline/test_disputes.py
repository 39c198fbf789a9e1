from dataclasses import replace

from tests.support.claimed import POD, SNAPSHOT, pod
from tests.support.kernel_trace import EMPTY, kernel_trace
from traces.model.snapshot import DeviceAddress, Moment
from traces.model.trace import Trace
from traces.timeline.disputes import Disputes
from traces.timeline.marks import MarkKind
from traces.timeline.stands_out import stands_out

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))
CLAIM = "address 10.1.0.2/16 on eth0, but the kernel has 10.1.0.3/16 on eth0"


def test_a_claim_is_told_where_it_is_met_first() -> None:
    trace = kernel_trace(BROKEN)
    told = Disputes(trace)
    assert [told.of_call(call) for call in trace.calls] == [CLAIM, "", ""]
    assert told.in_the_end() == ""


def test_what_broke_later_is_the_later_calls() -> None:
    trace = kernel_trace(SNAPSHOT, BROKEN)
    told = Disputes(trace)
    assert [told.of_call(call) for call in trace.calls] == ["", "", CLAIM]


def test_of_very_many_the_first_are_told() -> None:
    trace = kernel_trace(EMPTY)
    words = Disputes(trace).of_call(trace.calls[0])
    assert words.count(", but the kernel has") == 3
    assert words.endswith("; and 5 more")


def test_a_call_without_a_snapshot_is_not_asked() -> None:
    trace = kernel_trace(BROKEN, snapshots=())
    assert Disputes(trace).of_call(trace.calls[0]) == ""


def test_disputes_stand_out_at_the_reply_and_at_the_end() -> None:
    trace = kernel_trace()
    later = replace(trace, snapshots=(*trace.snapshots, Moment(call=None, when="end", snapshot=BROKEN)))

    def told(trace: Trace) -> list[tuple[int, str]]:
        return [(mark.step, mark.sentence) for mark in stands_out(trace) if mark.kind is MarkKind.DISPUTED]

    assert told(later) == [(5, f"the result, in the end, claims {CLAIM}")]
    assert told(kernel_trace(BROKEN)) == [(3, f"bridge claims {CLAIM}")]
