from tests.support.calls import summary
from traces.timeline.trace_outcome import outcome_kind, outcome_word

ROWS = (summary("a"), summary("b", error="no", failed_plugin="portmap"), summary("c", finished=False))


def test_an_outcome_is_a_word() -> None:
    assert [outcome_kind(each) for each in ROWS] == ["ok", "failed", "running"]
    assert [outcome_word(each) for each in ROWS] == ["ok", "failed at portmap", "running"]
    assert outcome_word(summary("x", error="no")) == "failed"
