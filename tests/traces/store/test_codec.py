"""The document of a trace: exact both ways, and wrong ones refused in one line."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.support.any_trace import any_trace
from tests.support.traces import failing_add, hostile, recorded
from traces.errors import StoreError
from traces.model.mark import Mark
from traces.model.trace import Branch, Trace
from traces.store.archive import encoded
from traces.store.codec import from_document, to_document

TOP_LEVEL = (
    "format version id series place created branch_of network verb attachment calls result error cache snapshots "
    "policy simulated redacted notes finished"
)
OF_A_CALL = (
    "id parent link plugin path argv verb stdin env stdout stderr exit_code signal started ended outcome truncated"
)


def reread(trace: Trace) -> Trace:
    """The trace through the bytes of a file."""
    return from_document(json.loads(encoded(to_document(trace))), source="t.json")


def changed(pointer: str, value: Any) -> dict[str, Any]:
    """A good document with one value replaced."""
    document: dict[str, Any] = json.loads(encoded(to_document(branch_of_recorded())))
    *way, last = pointer.strip("/").split("/")
    at: Any = document
    for key in way:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[int(last) if isinstance(at, list) else last] = value
    return document


def branch_of_recorded() -> Trace:
    return replace(failing_add(), branch_of=Branch(trace="p", link=1, renamed={"veth1": "veth2"}))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_trace())
def test_any_trace_comes_back_exactly(trace: Trace) -> None:
    assert reread(trace) == trace


@pytest.mark.parametrize("trace", [recorded(), recorded(verb="DEL"), failing_add(), branch_of_recorded(), hostile()])
def test_recorded_and_hostile_traces_come_back(trace: Trace) -> None:
    assert reread(trace) == trace


def test_keys_are_the_ones_that_the_format_names() -> None:
    document = to_document(recorded())
    assert list(document) == TOP_LEVEL.split()
    assert list(document["calls"][0]) == OF_A_CALL.split()
    assert (document["format"], document["version"]) == ("cnistep-trace", 1)


def test_unknown_keys_are_ignored_everywhere() -> None:
    document = to_document(recorded())
    for value in (document, document["network"], document["calls"][0], document["attachment"]):
        value["of tomorrow"] = {"x": 1}
    assert from_document(document, source="t.json") == recorded()


def test_missing_optional_keys_have_the_models_defaults() -> None:
    document = to_document(recorded())
    for key in ("place", "cache", "snapshots", "policy", "simulated", "redacted", "notes", "finished", "branch_of"):
        del document[key]
    assert from_document(document, source="t.json") == recorded()


@pytest.mark.parametrize(
    ("pointer", "value", "complaint"),
    [
        ("/calls/2/exit_code", "x", 'expected a whole number, found "x"'),
        ("/calls/2/exit_code", True, "expected a whole number, found true"),
        ("/calls/0/stdin", 7, 'expected a string or {"base64": ...}, found 7'),
        ("/calls/0/outcome", "fine", "expected one of running, ok, error"),
        ("/calls/0/env/CNI_ARGS", None, 'expected a string or {"base64": ...}, found null'),
        ("/calls/1/parent", "nobody", 'expected the id of a call, found "nobody"'),
        ("/calls/2/id", "ADD-0", 'expected an id that no other call has, found "ADD-0"'),
        ("/calls/0/link", 5, "expected a link of the network (0 to 4), found 5"),
        ("/error/link", -1, "expected a link of the network (0 to 4), found -1"),
        ("/branch_of/link", 9, "expected a link of the network (0 to 4), found 9"),
        ("/branch_of/renamed/veth1", 3, "expected a string, found 3"),
        ("/attachment/args/0", ["A"], "expected a name and a value, found a list"),
        ("/network/links_read", [], "expected a list as long as links (5), found a list"),
        ("/redacted", "no", 'expected true or false, found "no"'),
        ("/calls", {}, "expected a list, found an object"),
        ("/version", "1", 'expected a whole number, found "1"'),
        ("/format", "pcap", 'expected "cnistep-trace", found "pcap"'),
    ],
)
def test_wrong_value_is_named_with_its_place(pointer: str, value: Any, complaint: str) -> None:
    with pytest.raises(StoreError) as refusal:
        from_document(changed(pointer, value), source="last.json")
    assert str(refusal.value).startswith(f"last.json: {pointer}: {complaint}")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("document", [None, [], "x", {}, {"format": "cnistep-trace", "version": 1}])
def test_no_value_at_all_ends_in_a_traceback(document: Any) -> None:
    with pytest.raises(StoreError, match=r"^t\.json: /"):
        from_document(document, source="t.json")


def test_trace_that_could_not_be_read_is_not_written() -> None:
    trace = recorded()
    lost = replace(trace, calls=(replace(trace.calls[0], parent="gone"), *trace.calls[1:]))
    with pytest.raises(StoreError, match='trace add-1: /calls/0/parent: expected the id of a call, found "gone"'):
        to_document(lost)


def test_marks_come_back_and_are_absent_where_there_are_none() -> None:
    marks = (Mark(call="ADD-1", reply=True, note="why\udcff?"), Mark(link=2), Mark(call="ADD-2"))
    document = to_document(replace(failing_add(), marks=marks))
    assert document["marks"][1:] == [{"link": 2}, {"call": "ADD-2"}]
    assert from_document(document, source="x").marks == marks
    assert "marks" not in to_document(failing_add())


def test_a_wrong_mark_is_named_by_its_place() -> None:
    document = {**to_document(failing_add()), "marks": [{"call": "a"}, {"note": 7}]}
    with pytest.raises(StoreError, match="x: /marks/1/note: expected a string, found 7"):
        from_document(document, source="x")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (["A"], "a name and a value, or a name and null"),
        ([1, "x"], "a string"),
        (["A", 1], "a string"),
    ],
)
def test_a_change_of_an_environment_is_a_pair(change: list[Any], expected: str) -> None:
    document = to_document(branch_of_recorded())
    document["branch_of"]["environment"] = [change]
    with pytest.raises(StoreError, match=r"/branch_of/environment/0") as error:
        from_document(document, source="file")
    assert f"expected {expected}" in str(error.value)
