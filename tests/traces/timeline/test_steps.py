from dataclasses import replace

from tests.support.traces import (
    MULTUS,
    failing_add,
    failing_del,
    made,
    missing_plugin,
    network,
    recorded,
    running,
    simple_call,
)
from traces.model.call import Outcome
from traces.model.trace import Branch, Failure, Trace
from traces.timeline.steps import StepKind, first_failure, step_into, step_out, steps


def told(trace: Trace) -> list[tuple[str, str]]:
    return [(step.kind.value, step.plugin) for step in steps(trace)]


def test_delegate_steps_lie_between_their_callers() -> None:
    assert told(recorded())[:5] == [
        ("request", "bridge"),
        ("delegate-request", "host-local"),
        ("delegate-reply", "host-local"),
        ("reply", "bridge"),
        ("request", "portmap"),
    ]


def test_delegates_of_delegates_are_deeper() -> None:
    depths = [(step.plugin, step.depth) for step in steps(recorded(MULTUS)) if step.is_request]
    assert depths == [("multus", 0), ("loopback", 1), ("bridge", 1), ("host-local", 2), ("portmap", 1)]


def test_delegates_belong_to_their_callers_link() -> None:
    assert {step.link for step in steps(recorded(MULTUS))} == {0}


def test_indexes_count_from_zero_without_gaps() -> None:
    found = steps(failing_add())
    assert [step.index for step in found] == list(range(len(found)))


def test_time_is_counted_from_the_first_call() -> None:
    assert [step.at for step in steps(recorded())][:3] == [0, 12_000_000, 18_000_000]


def test_links_behind_a_failing_add_are_not_reached() -> None:
    assert told(failing_add())[-4:] == [
        ("reply", "portmap"),
        ("not-reached", "bandwidth"),
        ("not-reached", "firewall"),
        ("not-reached", "tuning"),
    ]


def test_a_failing_del_leaves_the_links_before_unreached() -> None:
    assert told(failing_del())[-3:] == [("reply", "bandwidth"), ("not-reached", "portmap"), ("not-reached", "bridge")]


def test_a_missing_plugin_is_not_started() -> None:
    found = steps(missing_plugin())
    assert [(step.kind, step.link, step.failed) for step in found[-3:]] == [
        (StepKind.NOT_STARTED, 2, True),
        (StepKind.NOT_REACHED, 3, False),
        (StepKind.NOT_REACHED, 4, False),
    ]


def test_a_running_call_has_no_reply_yet() -> None:
    assert told(running())[-1] == ("request", "portmap")


def test_a_lost_call_has_a_failed_reply() -> None:
    lost = simple_call(0, "bridge", ended=None, outcome=Outcome.LOST)
    found = steps(made(network("bridge"), (lost,)))
    assert [(step.kind, step.failed) for step in found] == [(StepKind.REQUEST, False), (StepKind.REPLY, True)]


def test_a_failure_before_any_call_reaches_no_link() -> None:
    trace = made(network("bridge", "tuning"), (), Failure(text="invalid container ID"))
    assert told(trace) == [("not-reached", "bridge"), ("not-reached", "tuning")]


def test_a_reply_that_libcni_refuses_is_failed() -> None:
    trace = made(network("bridge"), (simple_call(0, "bridge"),), Failure(text="cannot parse", link=0))
    assert steps(trace)[-1].failed


def test_a_rerun_from_a_later_link_leaves_none_unreached() -> None:
    trace = failing_add()
    alone = replace(
        trace, calls=trace.calls[-1:], branch_of=Branch(trace="x", link=1, how="materialise"), failure=trace.failure
    )
    assert "bridge" not in [step.plugin for step in steps(alone)]


def test_gc_goes_on_so_nothing_is_unreached() -> None:
    trace = replace(made(network("bridge", "tuning"), (), Failure(text="x", link=0)), verb="GC")
    assert steps(trace) == ()


def test_parents_in_a_circle_do_no_harm() -> None:
    calls = (
        simple_call(0, "a", id="1", parent="2"),
        simple_call(1, "b", id="2", parent="1"),
        simple_call(2, "c", id="3", parent="3"),
    )
    assert len(steps(made(network("a", "b", "c"), calls))) == 6


def test_very_deep_delegation_is_walked() -> None:
    calls = tuple(
        simple_call(0, "p", id=str(depth), parent=str(depth - 1) if depth else None, link=None if depth else 0)
        for depth in range(3000)
    )
    found = steps(made(network("p"), calls))
    assert max(step.depth for step in found) == 2999


def test_first_failure_is_the_earliest_failed_step() -> None:
    failed = first_failure(steps(failing_add()))
    assert failed is not None
    assert (failed.plugin, failed.kind) == ("portmap", StepKind.REPLY)
    assert first_failure(steps(recorded())) is None


def test_into_goes_to_the_first_plugin_inside() -> None:
    found = steps(recorded(MULTUS))
    plugins = [target.plugin if (target := step_into(found, place)) else "" for place in range(len(found))]
    assert plugins == ["loopback", "", "", "host-local", "", "", "host-local", "", "", "loopback"]


def test_out_goes_to_the_request_of_the_caller() -> None:
    found = steps(recorded(MULTUS))
    targets = [target.index if (target := step_out(found, place)) else None for place in range(len(found))]
    assert targets == [None, 0, 0, 0, 3, 3, 0, 0, 0, None]


def test_where_nothing_was_called_nothing_is_inside_or_outside() -> None:
    found = steps(failing_add())
    assert step_into(found, len(found) - 1) is None
    assert step_out(found, len(found) - 1) is None
    assert step_into((), 0) is None
    assert step_out((), 0) is None


def test_links_are_known_by_their_numbers_whatever_their_places() -> None:
    trace = missing_plugin()
    links = tuple(replace(link, index=link.index + 7) for link in trace.network.links)
    moved = replace(
        trace, network=replace(trace.network, links=links), calls=(), failure=Failure(text="x", code=None, link=None)
    )
    assert [step.link for step in steps(moved)] == [link.index for link in links]
