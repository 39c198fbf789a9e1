import json
from dataclasses import replace

from tests.support.traces import (
    LOOPBACK_FIRST,
    MS,
    failing_add,
    failing_del,
    hostile,
    made,
    missing_plugin,
    network,
    recorded,
    simple_call,
)
from traces.model.call import Call
from traces.model.trace import Failure, Trace
from traces.timeline.marks import MarkKind
from traces.timeline.stands_out import stands_out


def told(trace: Trace, kind: MarkKind) -> list[tuple[int, str]]:
    """Steps, counted from 1, and sentences."""
    return [(mark.step + 1, mark.sentence) for mark in stands_out(trace) if mark.kind is kind]


def chain(*calls: Call, **changes: object) -> Trace:
    trace = made(network(*(call.plugin for call in calls)), calls)
    return replace(trace, **changes)  # type: ignore[arg-type]


def asked_in(version: str, index: int, plugin: str, *, answer: str | None = None, **changes: object) -> Call:
    stdin = json.dumps({"cniVersion": version, "name": "n", "type": plugin}).encode()
    stdout = json.dumps({"cniVersion": answer or version, "ips": [{"address": "10.0.0.2/24"}]}).encode()
    return simple_call(index, plugin, **{"stdin": stdin, "stdout": stdout, **changes})


def test_a_trace_without_anything_has_no_marks() -> None:
    assert stands_out(chain(simple_call(0, "a"), simple_call(1, "b"))) == ()


def test_a_failing_plugin_is_told_with_its_words() -> None:
    assert told(failing_add(), MarkKind.FAILURE) == [(6, "portmap failed: code 11 iptables: chain exists")]


def test_a_plugin_that_was_not_found_is_told() -> None:
    text = 'bandwidth was never started: failed to find plugin "bandwidth" in path [/opt/cni/bin]'
    assert told(missing_plugin(), MarkKind.FAILURE) == [(7, text)]


def test_an_answer_that_libcni_refused_is_a_failure() -> None:
    trace = chain(simple_call(0, "a"), failure=Failure(text="no IPs", link=0))
    assert told(trace, MarkKind.FAILURE) == [(2, "ADD failed at a: no IPs")]


def test_a_failure_of_no_link_stands_at_the_end() -> None:
    trace = chain(simple_call(0, "a"), simple_call(1, "b"), failure=Failure(text="cache is read-only"))
    assert told(trace, MarkKind.FAILURE) == [(4, "ADD failed: cache is read-only")]


def test_stderr_is_told_with_its_first_line() -> None:
    trace = chain(simple_call(0, "a", stderr=b"\n  level=warn\nmore\n"), simple_call(1, "b", stderr=b" \n"))
    assert told(trace, MarkKind.STDERR) == [(2, "a wrote 3 lines on stderr: level=warn")]


def test_what_is_lost_is_counted_and_named() -> None:
    text = "bridge dropped 1 of 1 interface: lo; 2 of 2 ips: 127.0.0.1/8, ::1/128"
    assert told(recorded(LOOPBACK_FIRST), MarkKind.DROPPED) == [(6, text)]


def test_a_version_that_differs_from_the_networks_is_told_once() -> None:
    calls = (asked_in("0.4.0", 0, "a"), asked_in("0.4.0", 1, "b"), asked_in("1.0.0", 2, "c"))
    assert told(chain(*calls), MarkKind.VERSION) == [
        (1, "a is asked in version 0.4.0, the network is 1.0.0"),
        (5, "c is asked in version 1.0.0, the link before in 0.4.0"),
    ]


def test_an_answer_in_another_version_is_told() -> None:
    trace = chain(asked_in("1.0.0", 0, "a", answer="0.3.1"))
    assert told(trace, MarkKind.VERSION) == [(2, "a answers in version 0.3.1, it was asked in 1.0.0")]


def test_a_delegate_is_held_to_its_caller() -> None:
    caller = asked_in("1.0.0", 0, "bridge", ended=simple_call(0, "x").started + 9 * MS)
    delegate = asked_in("0.3.1", 1, "ipam", link=None, parent=caller.id)
    delegate = replace(delegate, started=caller.started + MS, ended=caller.started + 2 * MS)
    trace = replace(made(network("bridge"), (caller, delegate)))
    assert told(trace, MarkKind.VERSION) == [(2, "ipam is asked in version 0.3.1, its caller bridge in 1.0.0")]


def test_the_question_for_versions_tells_none() -> None:
    answer = b'{"cniVersion":"1.1.0","supportedVersions":["1.0.0"]}'
    call = asked_in("1.1.0", 0, "a", verb="VERSION", stdout=answer)
    assert told(chain(call, verb="VALIDATE"), MarkKind.VERSION) == []


def test_only_a_clearly_slowest_link_is_told() -> None:
    def took(*milliseconds: int, finished: bool = True) -> list[tuple[int, str]]:
        calls = [simple_call(index, f"p{index}") for index in range(len(milliseconds))]
        timed = [replace(call, ended=call.started + ms * MS) for call, ms in zip(calls, milliseconds, strict=True)]
        return told(chain(*timed, finished=finished), MarkKind.SLOWEST)

    assert took(5, 51, 20) == [(4, "p1 took 51 ms, the next slowest link, p2, 20 ms")]
    assert took(5, 40, 20) == []
    assert took(1, 10, 2) == []
    assert took(50) == []
    assert took(5, 51, 20, finished=False) == []


def test_what_a_user_changed_is_told_where_it_was() -> None:
    calls = (
        simple_call(0, "a", touched=("stdin", "env")),
        simple_call(1, "b", touched=("stdin",)),
        simple_call(2, "c", touched=("answer",)),
    )
    assert told(chain(*calls), MarkKind.TOUCHED) == [
        (1, "stdin and the environment of a were edited by hand"),
        (3, "stdin of b was edited by hand"),
        (6, "c never ran: its answer was made by hand"),
    ]


def test_what_del_left_behind_stands_at_its_end() -> None:
    notes = ("left by design: bridge cni0", "LEFT BEHIND by link 0, bridge: link veth1")
    trace = replace(recorded(verb="DEL"), notes=notes)
    last = max(mark.step for mark in stands_out(trace))
    assert told(trace, MarkKind.LEFT) == [(last + 1, "left behind by link 0, bridge: link veth1")]
    assert told(replace(trace, verb="ADD"), MarkKind.LEFT) == []


def test_marks_by_hand_do_not_make_it_look_again() -> None:
    trace = failing_del()
    assert stands_out(replace(trace, marks=())) is stands_out(trace)
    assert stands_out(replace(trace, failure=None)) is not stands_out(trace)


def test_hostile_text_becomes_harmless_sentences() -> None:
    found = stands_out(hostile())
    assert found
    for mark in found:
        assert mark.sentence.isprintable()
        assert len(mark.sentence) < 2_000
