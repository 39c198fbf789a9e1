"""Calls in words, and quotes of their bytes."""

from dataclasses import replace

from tests.support.traces import FLANNEL, failing_add, made, missing_plugin, network, recorded, simple_call
from traces.diagnosis.telling import (
    broken_call,
    by_hand_command,
    faults_put_in,
    holding,
    member,
    names,
    rerun_command,
    span,
    who,
    whose,
)
from traces.model.call import Outcome
from traces.model.trace import Failure


def test_the_call_that_it_began_in_is_the_innermost() -> None:
    outer = simple_call(0, "bridge", outcome=Outcome.ERROR, exit_code=1)
    inner = replace(outer, id="ipam", plugin="host-local", link=None, parent="call-0")
    trace = made(network("bridge"), (outer, inner), Failure(text="x", link=0))
    assert broken_call(trace) is inner
    assert who(trace, inner) == "host-local (called by bridge, link 0)"


def test_a_circle_of_callers_ends() -> None:
    one = simple_call(0, "a", link=None, parent="call-1", outcome=Outcome.ERROR)
    two = simple_call(1, "b", link=None, parent="call-0", outcome=Outcome.ERROR)
    trace = made(network("a"), (one, two), Failure(text="x"))
    assert broken_call(trace) is None


def test_a_link_that_was_never_executed_has_no_call() -> None:
    assert broken_call(missing_plugin()) is None
    assert whose(missing_plugin(), 2) == "bandwidth (link 2)"


def test_quotes_name_their_bytes() -> None:
    call = failing_add().calls[-1]
    quote = span(failing_add(), call, "stderr", 0, 8)
    assert (quote.quote, quote.start, quote.end, quote.side, quote.call) == ("iptables", 0, 8, "stderr", call.id)
    assert quote.where == "stderr of portmap (link 1), ADD"
    assert member(failing_add(), call, "stdout", "msg").quote.startswith('"msg": "iptables')
    assert holding(failing_add(), call, "stderr", "nothing", "chain").quote == "chain"


def test_commands_hold_no_more_than_one_word_of_a_name() -> None:
    trace = replace(recorded(FLANNEL), id="x; rm -rf /")
    assert "'x; rm -rf /'" in by_hand_command(trace, trace.calls[0])
    assert rerun_command(trace, 1, "--set", "/a='b'").startswith("cnistep rerun 'x; rm -rf /' --from 1 --how first")


def test_faults_are_read_out_of_notes() -> None:
    notes = ("fault put in by cnistep: link 1, portmap, ADD: answers error 11", "another note")
    assert list(faults_put_in(replace(recorded(), notes=notes))) == [(1, "portmap", "ADD", "answers error 11")]
    delegate = "fault put in by cnistep: host-local, DEL: panics"
    assert list(faults_put_in(replace(recorded(), notes=(delegate,)))) == [(None, "host-local", "DEL", "panics")]


def test_names_are_listed_as_one_says_them() -> None:
    assert [names(each) for each in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
