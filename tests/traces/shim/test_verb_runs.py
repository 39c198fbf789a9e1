import random
from collections.abc import Iterable
from dataclasses import replace

from tests.support.records import CUT, FAILED, LOST, MS, RUNNING, RUNTIME, asked, record
from traces.shim.record import Record
from traces.shim.verb_runs import QUIET, verb_runs


def runs(*records: Record) -> list[list[str]]:
    """The plugins of each run."""
    return [[one.plugin for one in run.members] for run in verb_runs(asked(*records))]


def chain(at: int, *plugins: str, verb: str = "ADD", **more: object) -> list[Record]:
    """The calls of a chain in the order in which they are made."""
    previous = [verb == "ADD" and place > 0 for place in range(len(plugins))]
    return [
        record(plugin, at + 10 * place, verb=verb, previous=given, **more)  # type: ignore[arg-type]
        for place, (plugin, given) in enumerate(zip(plugins, previous, strict=True))
    ]


def test_pods_between_each_other_are_kept_apart() -> None:
    calls = [call for pod in range(16) for call in chain(pod + 1, "bridge", "portmap", "tuning", pod=f"p{pod}")]
    random.Random(1).shuffle(calls)
    assert runs(*calls) == [["bridge", "portmap", "tuning"]] * 16


def test_delegates_are_in_the_run_of_their_parent() -> None:
    bridge, portmap = chain(1, "bridge", "portmap", took=5)
    ipam = record("host-local", 2, above=(100, RUNTIME), took=1)
    (run,) = verb_runs(asked(bridge, portmap, ipam))
    assert [one.plugin for one in run.members] == ["bridge", "host-local", "portmap"]
    assert run.parents == {ipam.name: bridge.name}
    assert [one.plugin for one in run.links] == ["bridge", "portmap"]


def test_add_without_previous_result_begins_anew() -> None:
    assert runs(*chain(1, "a", "b"), *chain(30, "a", "b"), *chain(60, "a", "a", "a")) == [
        ["a", "b"],
        ["a", "b"],
        ["a", "a", "a"],
    ]


def test_after_a_failure_comes_another_attempt() -> None:
    for verb in ("ADD", "DEL", "CHECK", "STATUS"):
        first = chain(1, "a", "b", verb=verb)
        failed = [first[0], replace(first[1], **FAILED)]
        assert runs(*failed, *chain(30, "a", "b", verb=verb)) == [["a", "b"], ["a", "b"]], verb


def test_first_link_asked_again_is_another_attempt() -> None:
    """A DEL that came to a binary that is missing has no record of it; nor has what the runtime stopped."""
    for verb in ("DEL", "CHECK", "STATUS", "GC"):
        assert runs(*chain(1, "c", verb=verb), *chain(30, "c", "b", "a", verb=verb)) == [["c"], ["c", "b", "a"]]


def test_garbage_is_collected_on_after_a_failure() -> None:
    first, second = chain(1, "a", "b", verb="GC", pod="")
    assert runs(replace(first, **FAILED), second) == [["a", "b"]]


def test_verbs_networks_and_interfaces_are_runs_of_their_own() -> None:
    lo = record("loopback", 1, ifname="lo", network="cni-loopback", took=90)
    other = record("macvlan", 3, ifname="net1", network="other")
    again = record("b", 13, network="third", previous=True)
    assert runs(lo, *chain(2, "a", "b"), other, again) == [["loopback"], ["a", "b"], ["macvlan"], ["b"]]


def test_no_link_comes_after_a_long_silence() -> None:
    longest = QUIET // MS
    first = record("a", 1, took=2)
    assert runs(first, record("b", 3 + longest, previous=True)) == [["a", "b"]]
    assert runs(first, record("b", 4 + longest, previous=True)) == [["a"], ["b"]]


def test_no_link_comes_while_one_is_at_work_or_was_killed() -> None:
    first, second = chain(1, "a", "b")
    assert runs(replace(first, **RUNNING), second) == [["a"], ["b"]]
    assert runs(replace(first, **LOST, last_seen=first.started), second) == [["a"], ["b"]]
    assert runs(replace(first, signal=9, exit_code=None), second) == [["a"], ["b"]]


def test_a_recording_that_broke_does_not_end_the_run() -> None:
    first, second = chain(1, "a", "b")
    assert runs(replace(first, **CUT), second) == [["a", "b"]]


def test_a_link_whose_configuration_is_not_there_yet_is_the_next() -> None:
    first, second = chain(1, "a", "b")
    assert runs(first, replace(second, stdin=b"", **RUNNING)) == [["a", "b"]]


def test_status_of_two_at_once_is_two_runs() -> None:
    both = [*chain(1, "a", "b", verb="STATUS", pod=""), *chain(2, "a", "b", verb="STATUS", pod="")]
    assert runs(*both) == [["a", "b"], ["a", "b"]]


def test_each_version_is_a_run() -> None:
    calls = [
        record(name, at, verb="VERSION", pod="", stdin={"cniVersion": "1.1.0"}) for at, name in ((1, "a"), (9, "b"))
    ]
    assert runs(*calls) == [["a"], ["b"]]


def test_ipam_of_a_plugin_without_recorder_is_no_link() -> None:
    stdin = {"name": "pods", "type": "bridge"}
    ipam, portmap = record("host-local", 1, stdin=stdin), record("portmap", 9, previous=True)
    (run,) = verb_runs(asked(ipam, portmap))
    assert [one.plugin for one in run.roots] == ["host-local", "portmap"]
    assert [one.plugin for one in run.links] == ["portmap"]


def test_the_order_of_reading_changes_nothing() -> None:
    calls: Iterable[Record] = [*chain(1, "a", "b"), *chain(5, "a", "b", pod="z"), *chain(60, "a", verb="DEL")]
    once = [[one.name for one in run.members] for run in verb_runs(asked(*calls))]
    again = [[one.name for one in run.members] for run in verb_runs(asked(*reversed(list(calls))))]
    assert once == again
