from dataclasses import replace
from typing import Any

import pytest

from tests.support.claimed import POD, SNAPSHOT, pod
from tests.support.kernel_trace import EMPTY, kernel_trace, portmap_call
from tests.support.results import link, result
from tests.support.touched import touched_add
from tests.support.traces import (
    FIVE_LINKS,
    LOOPBACK_FIRST,
    MULTUS,
    failing_add,
    made,
    missing_plugin,
    network,
    recorded,
    running,
    simple_call,
)
from traces.model.call import Outcome
from traces.model.network import Attachment
from traces.model.snapshot import DeviceAddress, Moment
from traces.model.trace import Branch, Failure
from traces.timeline.headline import closing_lines, failing_plugin, network_name, outcome_words, place_words, pod_name

BROKEN = pod(addresses=(DeviceAddress(device="eth0", address="10.1.0.3/16"), *POD.addresses[1:]))


def test_a_pod_is_named_by_its_runtime() -> None:
    assert pod_name(recorded().attachment) == "pod shop/web-0"


def test_without_a_pod_the_container_is_named() -> None:
    assert pod_name(Attachment(container_id="c0ffee" * 8, netns="/x")) == "container c0ffeec0ffeec"


def test_the_network_has_its_version() -> None:
    assert network_name(recorded()) == "five 1.0.0"


def test_places_are_told_in_words() -> None:
    assert place_words(recorded()) == "in the sandbox"
    assert place_words(replace(recorded(), place="netns")) == "on this host"


def test_outcomes_are_told_in_words() -> None:
    assert outcome_words(recorded()) == "ok, 68 ms"
    assert outcome_words(failing_add()) == "FAILED at portmap, code 11"
    assert outcome_words(missing_plugin()) == "FAILED at bandwidth"
    assert outcome_words(running()) == "under way"
    assert outcome_words(made(network("a"), (), Failure(text="no"))) == "FAILED"


@pytest.mark.parametrize(
    ("changes", "how"),
    [
        ({"outcome": Outcome.FAILED, "exit_code": 1}, ", exit 1"),
        ({"outcome": Outcome.KILLED, "exit_code": None, "signal": 11}, ", SIGSEGV"),
        ({"outcome": Outcome.UNREADABLE, "exit_code": 0}, ", no result"),
        ({"outcome": Outcome.OK}, ""),
    ],
)
@pytest.mark.parametrize("code", [0, None])
def test_without_a_code_the_end_is_told(code: int | None, changes: dict[str, Any], how: str) -> None:
    trace = made(network("a"), (simple_call(0, "a", **changes),), Failure(text="no", code=code, link=0))
    assert outcome_words(trace) == f"FAILED at a{how}"


def test_the_failure_is_said_first_and_whole() -> None:
    trace = replace(failing_add(), notes=("a note",))
    long = replace(trace, failure=replace(trace.failure or Failure(text=""), text="word " * 500))
    assert closing_lines(trace)[1] == "note: a note"
    assert closing_lines(long)[0].count("word") == 500


def test_an_endless_failure_shows_that_it_was_cut() -> None:
    assert closing_lines(made(network("a"), (), Failure(text="x" * 9000)))[0].endswith("x…")


def test_a_link_that_the_network_lacks_does_no_harm() -> None:
    assert failing_plugin(made(network("a"), (), Failure(text="no", link=7))) == "?"


def test_a_branch_says_where_it_is_from_and_what_was_edited() -> None:
    edits = ({"op": "replace", "path": "/mtu", "value": 1400}, {"op": "remove", "path": "/dns"})
    branch = Branch(trace="parent", link=1, edits=edits, how="first", renamed={"veth1": "veth2"})
    assert closing_lines(replace(recorded(), branch_of=branch)) == (
        "branch of parent: rerun from link 1, from the first link",
        "edited: /mtu = 1400",
        "edited: /dns removed",
        "other names than recorded: veth1 → veth2",
    )


def test_a_link_that_dropped_something_is_named_with_it() -> None:
    lost = "link 1, bridge did not carry over: interface lo, 127.0.0.1/8, ::1/128"
    assert closing_lines(recorded(LOOPBACK_FIRST)) == (lost,)
    assert closing_lines(replace(recorded(LOOPBACK_FIRST), notes=("a note",))) == (lost, "note: a note")


def test_a_delegate_that_dropped_something_is_named_with_its_caller() -> None:
    lost = "in multus, bridge did not carry over: interface lo, 127.0.0.1/8, ::1/128"
    assert closing_lines(recorded(MULTUS)) == (lost,)


def test_what_was_only_added_is_no_remark() -> None:
    assert closing_lines(recorded(FIVE_LINKS)) == ()


def test_of_very_many_losses_the_first_are_named() -> None:
    routes = [{"dst": f"10.{index}.0.0/16"} for index in range(12)]
    (line,) = closing_lines(made(network("a", "x"), (link(result(routes=routes), result()),)))
    assert line.startswith("link 1, x did not carry over: route 10.0.0.0/16, route 10.1.0.0/16, ")
    assert line.endswith(", route 10.9.0.0/16 and 2 more")


def test_claims_that_are_not_so_are_told_once() -> None:
    assert closing_lines(kernel_trace(BROKEN)) == (
        "link 0, bridge claims address 10.1.0.2/16 on eth0, but the kernel has 10.1.0.3/16 on eth0",
    )
    assert closing_lines(kernel_trace()) == ()


def test_a_claim_that_broke_later_is_the_later_links() -> None:
    (line,) = closing_lines(kernel_trace(SNAPSHOT, BROKEN))
    assert line.startswith("link 1, portmap claims address 10.1.0.2/16 on eth0, but ")


def test_of_very_many_disputed_claims_the_first_are_named() -> None:
    (line,) = closing_lines(kernel_trace(EMPTY))
    assert line.count(", but the kernel has") == 3
    assert line.endswith("; and 5 more")


def test_check_is_said_of_its_prev_result() -> None:
    (line,) = closing_lines(kernel_trace(BROKEN, verb="CHECK", calls=(portmap_call(verb="CHECK", stdout=b""),)))
    assert line.startswith("prevResult claims address 10.1.0.2/16 on eth0, but ")


def test_what_the_last_look_found_is_said_of_the_end() -> None:
    trace = kernel_trace()
    later = (*trace.snapshots, Moment(call=None, when="end", snapshot=BROKEN))
    (line,) = closing_lines(replace(trace, snapshots=later))
    assert line.startswith("the result, in the end, claims address 10.1.0.2/16 on eth0, but ")


def test_a_run_that_was_changed_by_hand_says_so() -> None:
    assert outcome_words(touched_add()) == "ok, 68 ms, changed by hand"
    failed = replace(touched_add(), failure=Failure(text="no", code=7, link=1))
    assert outcome_words(failed) == "FAILED at portmap, code 7, changed by hand"
