from tests.support.claimed import SNAPSHOT
from tests.support.kernel_trace import EMPTY, kernel_trace, reserved
from traces.model.snapshot import Moment
from traces.timeline.kernel_moments import snapshots_around

RESERVED = reserved(EMPTY)
MOMENTS = (
    Moment(call=None, when="before", snapshot=EMPTY),
    Moment(call="ipam", when="before", snapshot=EMPTY),
    Moment(call="ipam", when="after", snapshot=RESERVED),
    Moment(call="call-0", when="after", snapshot=SNAPSHOT),
    Moment(call="call-1", when="after", snapshot=reserved(SNAPSHOT)),
)


def test_a_delegate_stands_within_its_link() -> None:
    trace = kernel_trace(snapshots=MOMENTS)
    assert snapshots_around(trace, "ipam") == (EMPTY, RESERVED)
    assert snapshots_around(trace, "call-0") == (EMPTY, SNAPSHOT)
    assert snapshots_around(trace, "call-1") == (SNAPSHOT, reserved(SNAPSHOT))


def test_a_delegate_that_runs_has_only_what_stood_before_it() -> None:
    trace = kernel_trace(snapshots=MOMENTS[:2])
    assert snapshots_around(trace, "ipam") == (EMPTY, None)
    assert snapshots_around(trace, "call-0") == (None, None)


def test_a_delegate_without_a_first_look_does_not_count_as_seen() -> None:
    trace = kernel_trace(snapshots=(MOMENTS[0], *MOMENTS[3:]))
    assert snapshots_around(trace, "ipam") == (None, None)
    assert snapshots_around(trace, "call-0") == (EMPTY, SNAPSHOT)
