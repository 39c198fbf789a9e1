import pytest

from tests.support.calls import summary
from traces.timeline.trace_filter import TraceFilter
from traces.timeline.trace_query import TraceQuery, outcome_kind, outcome_word, parse_query, query_text

ALL = (
    summary("web", pod="web-0", namespace="shop", network="pods"),
    summary("webx", "DEL", pod="web-1-x", namespace="shop", network="pods", error="no", failed_plugin="portmap"),
    summary("db", pod="db-0", namespace="data", network="storage", finished=False),
    summary("none", "CHECK", container_id="failed-job", network="pods"),
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["web", "webx", "db", "none"]),
        ("pod:web", ["web", "webx"]),
        ("POD:WEB-0", ["web"]),
        ("pod:web-*-x", ["webx"]),
        ("pod:w?b-0", ["web"]),
        ("pod:shop/web", ["web", "webx"]),
        ("pod:data/web", []),
        ("ns:data", ["db"]),
        ("net:storage", ["db"]),
        ("net:stor*", ["db"]),
        ("verb:del", ["webx"]),
        ("verb:del,check", ["webx", "none"]),
        ("verb:a", ["web", "db"]),
        ("failed", ["webx"]),
        ("running", ["db"]),
        ("ok", ["web", "none"]),
        ("fail", ["webx", "none"]),
        ("portmap pod:web", ["webx"]),
        ("pod:", ["web", "webx", "db", "none"]),
        ("ns:shop verb:add", ["web"]),
        ("shop/web-0", ["web"]),
        ("colour:red", []),
    ],
)
def test_each_word_of_the_grammar_must_fit(query: str, found: list[str]) -> None:
    assert [each.id for each in ALL if parse_query(query).wants(each)] == found


def test_a_filter_of_the_command_line_is_the_same_as_typed() -> None:
    wanted = TraceFilter(pod="web-*", namespace="shop", network="pods", verbs=("ADD", "DEL"), failed=True)
    text = query_text(wanted)
    assert text == "pod:web-* ns:shop net:pods verb:ADD,DEL failed"
    assert [each.id for each in ALL if parse_query(text).wants(each)] == [each.id for each in ALL if wanted.wants(each)]
    assert parse_query(query_text(TraceFilter())) == TraceQuery()


def test_an_outcome_is_a_word() -> None:
    assert [outcome_kind(each) for each in ALL] == ["ok", "failed", "running", "ok"]
    assert [outcome_word(each) for each in ALL[:3]] == ["ok", "failed at portmap", "running"]
    assert outcome_word(summary("x", error="no")) == "failed"
