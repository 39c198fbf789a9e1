"""What a list shows of a trace."""

from dataclasses import replace

from tests.support.traces import failing_add, recorded
from traces.model.trace import Branch, Failure
from traces.store.summarise import summary_of, unreadable


def test_good_trace_names_no_failed_plugin() -> None:
    summary = summary_of(recorded())
    assert (summary.id, summary.verb, summary.calls) == ("add-1", "ADD", len(recorded().calls))
    assert (summary.error, summary.failed_plugin, summary.branch_of) == (None, None, None)


def test_failed_trace_names_its_links_plugin() -> None:
    summary = summary_of(failing_add())
    assert summary.failed_plugin == "portmap"
    assert summary.error == failing_add().error


def test_failure_without_a_call_names_its_link() -> None:
    trace = replace(recorded(), calls=(), failure=Failure(text="failed to find plugin", link=2))
    assert summary_of(trace).failed_plugin == "bandwidth"


def test_branch_names_its_parent_and_way() -> None:
    summary = summary_of(replace(recorded(), branch_of=Branch(trace="p", link=3, how="materialise")))
    assert (summary.branch_of, summary.branch_link, summary.how) == ("p", 3, "materialise")


def test_branch_says_whether_it_was_edited() -> None:
    edit = {"op": "remove", "path": "/dns"}
    for edits in ((), (edit,)):
        assert summary_of(replace(recorded(), branch_of=Branch(trace="p", link=3, edits=edits))).edited is bool(edits)


def test_pod_is_named_where_the_runtime_named_one() -> None:
    assert summary_of(recorded()).pod == "web-0"
    assert summary_of(replace(recorded(), attachment=replace(recorded().attachment, args=()))).pod == ""


def test_endless_error_is_cut() -> None:
    error = summary_of(replace(recorded(), failure=Failure(text="x" * 10**6))).error
    assert error is not None
    assert len(error) < 400


def test_unreadable_file_says_why() -> None:
    summary = unreadable("b7k", "2026-01-01T00:00:00Z", "b7k.json: byte 3: not JSON")
    assert (summary.id, summary.series, summary.error) == ("b7k", "b7k", "b7k.json: byte 3: not JSON")
