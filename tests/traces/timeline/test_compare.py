import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.any_trace import call_trees, networks
from tests.support.traces import failing_add, failing_del, hostile, made, missing_plugin, network, recorded, simple_call
from traces.model.mark import Mark
from traces.model.network import Link
from traces.model.snapshot import Moment, Namespace, Snapshot
from traces.model.trace import Branch, Failure, Trace
from traces.timeline.compare import compare
from traces.timeline.compare_document import comparison_document
from traces.timeline.compare_model import Aspect, Comparison
from traces.timeline.compare_text import comparison_plain, comparison_text
from traces.timeline.printable import printable

EDIT = {"op": "replace", "path": "/prevResult/ips/0/address", "value": "10.0.0.9/24"}

any_traces = st.builds(made, networks(), call_trees(st.none() | st.integers(0, 2)))


def told(comparison: Comparison) -> list[tuple[str, str, str]]:
    """Subject, aspect and place of what does not only follow."""
    return [(each.subject, each.aspect, each.at) for each in comparison.differences if not each.follows]


def branch(parent: Trace, link: int, stdin: bytes, how: str = "materialise", edit: dict[str, Any] = EDIT) -> Trace:
    """The parent rerun from a link that was given that stdin."""
    calls = [replace(call, stdin=stdin) if call.link == link else call for call in parent.calls]
    if how != "first":
        calls = [call for call in calls if call.link is not None and call.link >= link]
    made_from = Branch(trace=parent.id, link=link, edits=(edit,), how=how)
    return replace(parent, id="branch", calls=tuple(calls), branch_of=made_from)


def two_links(address: str = "10.0.0.2/24", mac: str = "0a:00:00:00:00:01") -> Trace:
    """An ADD of two links that answer that address."""
    result = {"cniVersion": "1.0.0", "ips": [{"address": address}], "interfaces": [{"name": "eth0", "mac": mac}]}
    answer = json.dumps(result).encode()
    stdin = json.dumps({"cniVersion": "1.0.0", "prevResult": result}).encode()
    calls = (simple_call(0, "bridge", stdin=b"{}", stdout=answer), simple_call(1, "tuning", stdin=stdin, stdout=answer))
    return replace(made(network("bridge", "tuning"), calls), result=answer)


@pytest.mark.parametrize("trace", [recorded(), failing_add(), failing_del(), missing_plugin(), hostile()])
def test_a_trace_is_equal_to_itself(trace: Trace) -> None:
    comparison = compare(trace, trace)
    assert comparison.equal and comparison.first_cause is None
    assert len(comparison.same) == len(trace.calls)


def test_runs_that_differ_in_random_names_are_equal() -> None:
    left, right = two_links(), two_links(mac="0a:00:00:00:00:02")
    assert compare(left, right).equal
    raw = compare(left, right, raw=True)
    assert told(raw) == [("link 0 bridge", "stdout", "/interfaces/0/mac")]
    assert [each.aspect for each in raw.differences] == [Aspect.STDOUT, Aspect.STDIN, Aspect.STDOUT, Aspect.RESULT]


def test_another_address_is_named_where_it_began() -> None:
    assert told(compare(two_links(), two_links("10.0.0.7/24"))) == [("link 0 bridge", "stdout", "/ips/0/address")]


def test_the_first_cause_of_a_failure_is_its_link() -> None:
    comparison = compare(recorded(), failing_add())
    cause = comparison.first_cause
    assert cause is not None
    assert (cause.subject, cause.aspect, cause.before) == ("link 1 portmap", Aspect.END, "exit 0, ok")
    assert cause.after == "exit 1, error: code 11 iptables: chain exists"
    only = [each.subject for each in comparison.differences if each.aspect is Aspect.CALL]
    assert only == ["link 2 bandwidth", "link 3 firewall", "link 4 tuning"]


def test_del_goes_backwards() -> None:
    comparison = compare(recorded(verb="DEL"), failing_del())
    only = [each.subject for each in comparison.differences if each.aspect is Aspect.CALL]
    assert only == ["link 1 portmap", "link 0 bridge"]


def test_a_branch_differs_by_its_edit() -> None:
    parent = two_links()
    comparison = compare(parent, branch(parent, 1, parent.calls[1].stdin.replace(b"0.2/24", b"0.9/24")))
    cause = comparison.first_cause
    assert cause is not None and cause.edited
    assert (cause.subject, cause.at, cause.after) == ("link 1 tuning", EDIT["path"], '"10.0.0.9/24"')
    assert "link 0 not compared" in comparison.notes[0]


def test_an_edited_mac_is_not_masked() -> None:
    parent, at = two_links(), "/prevResult/interfaces/0/mac"
    stdin = parent.calls[1].stdin.replace(b"00:01", b"00:02")
    edited = branch(parent, 1, stdin, edit={"op": "replace", "path": at, "value": "0a:00:00:00:00:02"})
    assert told(compare(parent, edited)) == [("link 1 tuning", "stdin", at)]
    assert told(compare(edited, parent)) == [("link 1 tuning", "stdin", at)]


def test_links_not_run_again_are_no_difference() -> None:
    parent = two_links()
    again = branch(parent, 1, parent.calls[1].stdin)
    assert compare(parent, again).equal
    from_first = replace(again, branch_of=Branch(trace=parent.id, link=1, how="first"))
    assert told(compare(parent, from_first)) == [("link 0 bridge", "call", "")]


def test_what_was_given_to_the_chain_comes_first() -> None:
    left, right = two_links(), two_links("10.0.0.7/24")
    links = (replace(right.network.links[0], config=b'{"type":"bridge","mtu":1400}'), right.network.links[1])
    right = replace(right, network=replace(right.network, links=links), policy="continue")
    right = replace(right, attachment=replace(right.attachment, ifname="net1"))
    assert told(compare(left, right))[:4] == [
        ("trace", "network", "link 0 /mtu"),
        ("trace", "policy", ""),
        ("trace", "attachment", "/ifname"),
        ("link 0 bridge", "stdout", "/ips/0/address"),
    ]


def test_a_link_put_in_is_named() -> None:
    left = two_links()
    links = (*left.network.links, Link(index=2, type="sbr", config=b"{}"))
    right = replace(left, network=replace(left.network, links=links))
    assert told(compare(left, right)) == [("trace", "network", "link 2")]


def test_an_error_without_a_call_is_the_cause() -> None:
    left = two_links()
    right = replace(left, failure=Failure(text="no such plugin", code=7, link=1), result=None)
    assert told(compare(left, right)) == [("outcome", "error", ""), ("outcome", "result", "")]
    other = replace(right, failure=Failure(text="no such plugin", code=8, link=1))
    assert told(compare(right, other)) == [("outcome", "error", "code")]


def test_the_environment_of_a_shell_is_no_first_cause() -> None:
    left, right = two_links(), two_links("10.0.0.7/24")
    calls = tuple(replace(call, environment=(b"PWD=/root",)) for call in right.calls)
    comparison = compare(left, replace(right, calls=calls))
    assert comparison.first_cause is not None
    assert comparison.first_cause.aspect is Aspect.STDOUT
    alone = compare(left, replace(left, calls=tuple(replace(call, environment=(b"PWD=/",)) for call in left.calls)))
    assert alone.first_cause is not None and alone.first_cause.at == "PWD"
    assert [each.follows for each in alone.differences] == [False, True]


def test_a_kernel_that_one_trace_alone_has_is_noted() -> None:
    left, empty = two_links(), Snapshot(pod=Namespace(), host=Namespace())
    moments = (Moment(call=None, when="before", snapshot=empty), Moment(call="call-0", when="after", snapshot=empty))
    comparison = compare(left, replace(left, id="seen", snapshots=moments))
    assert comparison.equal
    assert comparison.notes == ("link 0 bridge: kernel not compared: made-1 has no snapshots around it",)


@settings(max_examples=30, deadline=None)
@given(any_traces, any_traces)
def test_any_two_traces_can_be_compared(left: Trace, right: Trace) -> None:
    assert compare(left, left).equal
    comparison = compare(left, right)
    assert comparison.equal == (comparison.first_cause is None)
    json.dumps(comparison_document(comparison))
    for text in (comparison_text(left, right, comparison, width=80), comparison_plain(left, right, comparison)):
        assert text == printable(text, lines=True)


def test_marks_and_notes_are_not_compared() -> None:
    marked = replace(two_links(), marks=(Mark(call="call-0", note="look"),), notes=("one",))
    assert compare(two_links(), marked).equal


def test_calls_equal_but_for_masked_values_are_named() -> None:
    comparison = compare(two_links(), two_links(mac="0a:00:00:00:00:02"))
    assert comparison.same == ("link 0 bridge", "link 1 tuning")
    assert comparison.masked == {"link 0 bridge", "link 1 tuning"}
    assert compare(two_links(), two_links()).masked == frozenset()
