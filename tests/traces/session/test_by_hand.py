"""The words of what was done by hand, and what stands for a call that was skipped."""

import json
from dataclasses import replace

import pytest

from tests.support.traces import simple_call
from traces.model.answer import Answer
from traces.session.by_hand import (
    decision_notes,
    environment_changes,
    named,
    previous_of,
    skipping,
    stdin_changes,
)
from traces.session.held import Decision, HeldCall

STDIN = b'{"cniVersion":"1.0.0","name":"n","prevResult":{"ips":[{"address":"10.1.0.2/16"}]},"type":"portmap"}'
HELD = HeldCall(
    call="3",
    trace="t",
    plugin="portmap",
    verb="ADD",
    link=2,
    parent=None,
    is_ended=False,
    why="step",
    since=0,
    stdin=STDIN,
    environment=(b"CNI_COMMAND=ADD", b"A=1"),
    previous=previous_of("ADD", STDIN),
)
WHO = "link 2, portmap"


def notes(decision: Decision) -> list[str]:
    """What is said of it."""
    return list(decision_notes(decision, WHO))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(stdout=b'{"cniVersion":"1.0.0"}'), "with a result"),
        (Answer(stdout=b'{"cniVersion":"1.0.0","code":11,"msg":"m"}', exit_code=1), "with an error, code 11"),
        (Answer(exit_code=3), "with exit 3 and no answer"),
        (Answer(stdout=b"what", exit_code=3), "with exit 3 and something that is no answer"),
        (Answer(), "with exit 0 and no answer"),
        (Answer(signal=9), "as if killed by signal 9"),
    ],
)
def test_an_answer_is_told_by_what_it_is(answer: Answer, words: str) -> None:
    assert notes(Decision(held=HELD, answer=answer)) == [f"{WHO}, answered by hand {words}"]


def test_an_empty_answer_to_del_is_a_success() -> None:
    decision = Decision(held=replace(HELD, verb="DEL"), answer=Answer())
    assert notes(decision) == [f"{WHO}, answered by hand with success"]


def test_a_skip_is_told_as_one() -> None:
    assert notes(Decision(held=HELD, answer=skipping(HELD), is_skip=True)) == [f"{WHO}, skipped by hand"]


def test_what_goes_as_it_came_is_not_told() -> None:
    assert notes(Decision(held=HELD)) == []
    assert notes(Decision(held=HELD, stdin=STDIN, environment=HELD.environment)) == []


def test_both_edits_are_told_each_in_its_line() -> None:
    edited = STDIN.replace(b"10.1.0.2", b"10.1.0.9")
    decision = Decision(held=HELD, stdin=edited, environment=(b"CNI_COMMAND=ADD", b"B=2"))
    assert notes(decision) == [
        f"stdin of {WHO}, edited by hand: replace /prevResult/ips/0/address",
        f"environment of {WHO}, edited by hand: set B, removed A",
    ]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (b"not json", "replaced whole"),
        (b"[" * 100_000, "replaced whole"),
        (b' {"a":1}', "the same JSON, written otherwise"),
        (b'{"a":1,"b\\u001b[31m":2}', "add /b␛[31m"),
        (b"[]", "replace the whole of it"),
        (b'{"a":1,"' + b"k" * 500 + b'":1}', f"add /{'k' * 119}…"),
    ],
)
def test_changes_of_a_stdin_are_told_by_their_places(after: bytes, words: str) -> None:
    assert stdin_changes(b'{"a":1}', after) == words


def test_very_many_changes_are_counted() -> None:
    after = json.dumps({"a": 1} | {f"k{number}": 1 for number in range(20)}).encode()
    assert stdin_changes(b'{"a":1}', after).endswith(", and 12 more")


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ((b"A=1", b"B=3"), "set B"),
        ((b"B=2", b"A=1"), "the order of its entries"),
        ((b"A=1", b"B=2", b"A=9"), "set A"),
        ((b"A=1", b"B=2", b"E\x1b=1"), "set E␛"),
    ],
)
def test_changes_of_an_environment_are_told_by_name(after: tuple[bytes, ...], words: str) -> None:
    assert environment_changes((b"A=1", b"B=2"), after) == words


def test_delegates_are_named_by_their_callers() -> None:
    flannel, bridge = simple_call(0, "flannel"), replace(simple_call(1, "bridge", link=None, parent="call-0"), id="b")
    ipam = replace(simple_call(2, "host-local", link=None, parent="b"), id="i")
    calls = {call.id: call for call in (flannel, bridge, ipam)}
    assert named(ipam, calls, "ADD") == "host-local, called by bridge, called by link 0, flannel"
    assert named(ipam, {}, "ADD") == "host-local"
    assert named(replace(flannel, verb="DEL"), calls, "GC") == "link 0, flannel (DEL)"
    assert named(replace(flannel, verb="VERSION"), calls, "VALIDATE") == "link 0, flannel"


@pytest.mark.parametrize(
    ("held", "stdout"),
    [
        (HELD, b'{"ips":[{"address":"10.1.0.2/16"}]}'),
        (replace(HELD, previous=None), b'{"cniVersion":"1.0.0"}'),
        (replace(HELD, previous=None, stdin=b"{}"), b"{}"),
        (replace(HELD, previous=None, stdin=b"what"), b"{}"),
        (replace(HELD, verb="DEL"), b""),
        (replace(HELD, verb="CHECK"), b""),
    ],
)
def test_a_skipped_call_passes_on_what_was_there(held: HeldCall, stdout: bytes) -> None:
    assert skipping(held) == Answer(stdout=stdout)


@pytest.mark.parametrize("stdin", [b"", b"[]", b'{"prevResult":null}', b'{"prevResult":"x"}', b"[" * 100_000])
def test_there_is_no_previous_where_there_is_none(stdin: bytes) -> None:
    assert previous_of("ADD", stdin) is None
    assert previous_of("DEL", STDIN) is None
