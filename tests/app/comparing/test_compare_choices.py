from dataclasses import replace

from app.comparing.compare_choices import compare_choices
from tests.support.traces import failing_add, recorded
from traces.model.trace import Branch, Trace
from traces.store.summarise import summary_of


def at(second: int, trace: Trace, **changes: object) -> Trace:
    """The trace, made at that second."""
    return replace(trace, id=f"t{second}", created=f"2026-01-02T03:04:{second:02}Z", **changes)  # type: ignore[arg-type]


def labels(trace: Trace, *others: Trace, is_marked: bool = False) -> list[str]:
    """What can be chosen."""
    choices, _ = compare_choices(trace, [summary_of(each) for each in (trace, *others)], is_marked=is_marked)
    return [choice.label for choice in choices]


def test_branches_come_before_all_others() -> None:
    first, second = at(1, recorded()), at(2, recorded())
    branch = at(3, recorded(), branch_of=Branch(trace="t2", link=1))
    assert labels(second, first, branch) == ["ADD t3: a branch of it", "ADD t1: the one before it for this pod"]
    assert labels(branch, second)[0] == "ADD t2: its parent"


def test_the_good_run_is_offered_for_the_bad_one() -> None:
    bad = at(5, failing_add(), series="another")
    good, other_bad = at(2, recorded()), at(3, failing_add())
    assert labels(bad, good, other_bad)[0] == "ADD t2: it went well"
    assert labels(at(5, recorded(), series="another"), at(2, recorded()), other_bad)[0] == "ADD t3: it failed"


def test_other_verbs_are_offered_only_of_the_same_pod() -> None:
    add, delete = at(1, recorded()), at(2, recorded(verb="DEL"))
    assert labels(add, delete) == ["DEL t2: of the same pod"]
    assert labels(add, replace(delete, series="another")) == []


def test_a_mark_can_be_taken_off() -> None:
    assert labels(at(1, recorded()), is_marked=True) == ["None: take the mark off"]


def test_no_more_are_offered_than_there_are_keys() -> None:
    many = [at(number, recorded()) for number in range(1, 30)]
    choices, ids = compare_choices(many[20], [summary_of(each) for each in many], is_marked=True)
    assert [choice.key for choice in choices] == [*"123456789", "0"]
    assert ids["1"] == "t20"
