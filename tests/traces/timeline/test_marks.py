from dataclasses import replace

from tests.support.traces import failing_add, missing_plugin, recorded
from traces.model.mark import Mark
from traces.timeline.marks import (
    Grade,
    MarkKind,
    StepMark,
    hand_marks,
    in_order,
    mark_at,
    mark_lines,
    mark_on,
    marked_steps,
    strongest,
    with_mark,
)
from traces.timeline.steps import steps

ADD = recorded()
STEPS = steps(ADD)


def mark(step: int, kind: MarkKind = MarkKind.STDERR) -> StepMark:
    return StepMark(step=step, kind=kind, sentence=kind.value)


def test_every_step_is_found_by_its_mark() -> None:
    for trace in (ADD, failing_add(), missing_plugin()):
        for step in steps(trace):
            marked = with_mark(trace, mark_on(step, "here"))
            found = mark_at(marked.marks, step)
            assert found is not None
            assert found.note == "here"
            assert [each.step for each in hand_marks(marked.marks, steps(trace))] == [step.index]


def test_a_mark_stays_where_it_is_when_its_trace_grows() -> None:
    young = replace(ADD, calls=ADD.calls[:2], finished=False)
    marked = with_mark(young, mark_on(steps(young)[1]))
    assert [each.step for each in hand_marks(marked.marks, STEPS)] == [1]
    assert mark_at(marked.marks, STEPS[1]) is not None


def test_marks_come_in_the_order_of_steps() -> None:
    trace = ADD
    for index in (7, 2, 5):
        trace = with_mark(trace, mark_on(STEPS[index]))
    assert [mark_at(trace.marks, STEPS[index]) for index in (2, 5, 7)] == list(trace.marks)


def test_a_second_mark_replaces_the_first() -> None:
    once = with_mark(ADD, mark_on(STEPS[3], "first"))
    twice = with_mark(once, mark_on(STEPS[3], "second"))
    assert [each.note for each in twice.marks] == ["second"]
    assert with_mark(twice, mark_on(STEPS[3]), remove=True).marks == ()


def test_request_and_reply_are_marked_apart() -> None:
    both = with_mark(with_mark(ADD, mark_on(STEPS[0])), mark_on(STEPS[3]))
    assert STEPS[0].call == STEPS[3].call
    assert len(both.marks) == 2
    assert [each.reply for each in both.marks] == [False, True]


def test_a_mark_on_nothing_is_kept_and_not_shown() -> None:
    trace = with_mark(ADD, Mark(call="gone", note="x"))
    assert len(trace.marks) == 1
    assert hand_marks(trace.marks, STEPS) == ()
    assert mark_lines(trace) == ()


def test_lines_tell_step_and_note() -> None:
    trace = with_mark(with_mark(ADD, mark_on(STEPS[4])), mark_on(STEPS[3], "why\x1b[2J?"))
    assert mark_lines(trace) == (
        "mark at 4, reply of bridge: why␛[2J?",
        "mark at 5, request to portmap",
    )


def test_what_was_never_reached_can_be_marked() -> None:
    trace = missing_plugin()
    trace = with_mark(with_mark(trace, mark_on(steps(trace)[-1])), mark_on(steps(trace)[-3]))
    assert mark_lines(trace) == ("mark at 7, bandwidth, not started", "mark at 9, tuning, never reached")


def test_what_matters_most_comes_first() -> None:
    found = in_order([mark(3), mark(1, MarkKind.SLOWEST), mark(3, MarkKind.FAILURE), mark(3, MarkKind.HAND)])
    assert [(each.step, each.kind.value) for each in found] == [
        (1, "slowest"),
        (3, "failure"),
        (3, "mark"),
        (3, "stderr"),
    ]
    assert strongest(found)[3].kind is MarkKind.FAILURE
    assert marked_steps(found) == (1, 3)


def test_every_kind_has_its_grade() -> None:
    grades = {kind: mark(0, kind).grade for kind in MarkKind}
    assert grades[MarkKind.FAILURE] is Grade.ERROR
    assert grades[MarkKind.DROPPED] is Grade.WARNING
    assert grades[MarkKind.STDERR] is Grade.NOTE
    assert [kind for kind in MarkKind if grades[kind] is Grade.HAND] == [MarkKind.HAND]
