"""What a lesson shows of a run when it asks holds nothing of the answer; what it shows then has it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.support.lessons import RECORDED
from tests.support.traces import recorded
from traces.lessons.kinds.table import moments_of
from traces.lessons.lesson import Step
from traces.lessons.load import bundled
from traces.lessons.moments import Moment, around_reply, around_request, before_next_call, partial, the_end
from traces.lessons.place import Place, call_at, read_place
from traces.lessons.runs import Runs, call_of_link, link_calls
from traces.model.call import Call, Outcome
from traces.model.trace import Trace
from traces.timeline.steps import StepKind, steps

LESSONS = bundled()
each_lesson = pytest.mark.parametrize("lesson", [lesson.id for lesson in LESSONS])


def both(step: Step, runs: Runs) -> tuple[Trace, Trace]:
    """The trace that is shown when a step asks, and the one that is shown when that is answered."""
    seen = moments_of(step, runs)
    return partial(runs.traces[seen.asked.run], seen.asked), partial(runs.traces[seen.answered.run], seen.answered)


def happened(trace: Trace) -> list[tuple[str | None, StepKind]]:
    """The calls that began and ended, in their order."""
    return [(step.call, step.kind) for step in steps(trace) if step.call is not None]


def call_in(trace: Trace, call: Call) -> Call | None:
    """The same call in a trace."""
    return next((each for each in trace.calls if each.id == call.id), None)


def steps_of(lesson: str, *kinds: str) -> Iterator[tuple[Step, Runs]]:
    """The steps of these kinds."""
    runs = RECORDED[lesson]
    return ((step, runs) for step in runs.lesson.all_steps if step.kind in kinds)


def assert_comes_with_the_end(asked: Trace, answered: Trace) -> None:
    """It could only be known when the verb was over."""
    assert (asked.finished, answered.finished) == (False, True)


def assert_comes_with_its_call(asked: Trace, answered: Trace, call: Call | None) -> None:
    """The call was not there, and is there then; without one the end says so."""
    if call is None:
        assert_comes_with_the_end(asked, answered)
    else:
        assert call_in(asked, call) is None
        shown = call_in(answered, call)
        assert shown is not None
        assert (shown.stdin, shown.env) == (call.stdin, call.env)


def assert_comes_with_its_answer(asked: Trace, answered: Trace, call: Call) -> None:
    """The call was under way, and has answered then."""
    before, after = call_in(asked, call), call_in(answered, call)
    assert before is not None and after is not None
    assert (before.stdout, before.stderr, before.exit_code, before.ended) == (b"", b"", None, None)
    assert before.outcome is Outcome.RUNNING
    assert after == call


def assert_comes_with_the_value(place: Place, runs: Runs, asked: Trace, answered: Trace) -> None:
    """Where the value of that place stands."""
    call = call_at(runs, place)
    if place.document == "error":
        assert asked.calls == ()
        assert_comes_with_the_end(asked, answered)
    elif place.document == "result":
        assert_comes_with_its_answer(asked, answered, link_calls(runs.traces[place.run])[-1])
    elif place.document == "stdout" and call is not None:
        assert_comes_with_its_answer(asked, answered, call)
    else:
        assert_comes_with_its_call(asked, answered, call)


@each_lesson
def test_nothing_shown_before_the_end_speaks_of_the_end(lesson: str) -> None:
    for step in RECORDED[lesson].lesson.all_steps:
        for trace in both(step, RECORDED[lesson]):
            if not trace.finished:
                assert (trace.failure, trace.result, trace.cache_after, trace.error) == (None, None, None, None)
                assert (trace.snapshots, trace.notes, trace.marks) == ((), (), ())


@each_lesson
def test_what_is_asked_on_is_where_the_answer_begins(lesson: str) -> None:
    for step in RECORDED[lesson].lesson.all_steps:
        seen = moments_of(step, RECORDED[lesson])
        asked, answered = both(step, RECORDED[lesson])
        assert seen.asked.run == seen.answered.run == step.run or step.kind == "value"
        if seen.asked.run == seen.answered.run:
            begin = happened(asked)
            assert happened(answered)[: len(begin)] == begin
            assert [call.id for call in answered.calls][: len(asked.calls)] == [call.id for call in asked.calls]


@each_lesson
def test_who_is_called_next_is_not_called_yet(lesson: str) -> None:
    for step, runs in steps_of(lesson, "next"):
        calls, after = runs.traces[step.run].calls, step.fields["after"]
        asked, answered = both(step, runs)
        assert_comes_with_its_call(asked, answered, calls[after] if after < len(calls) else None)
        assert [call.id for call in asked.calls] == [call.id for call in calls[:after]]
        assert len(answered.calls) <= after + 1


@each_lesson
def test_prev_result_is_asked_for_before_anybody_has_it(lesson: str) -> None:
    for step, runs in steps_of(lesson, "prev-result"):
        asked, answered = both(step, runs)
        assert_comes_with_its_call(asked, answered, call_of_link(runs.traces[step.run], step.fields["link"]))


@each_lesson
def test_a_value_is_not_shown_before_it_is_named(lesson: str) -> None:
    for step, runs in steps_of(lesson, "value"):
        place = read_place(step.fields["at"], step.source, tuple(runs.traces))
        assert_comes_with_the_value(place, runs, *both(step, runs))


@each_lesson
def test_how_a_verb_ends_is_asked_before_it_begins(lesson: str) -> None:
    for step, runs in steps_of(lesson, "outcome"):
        asked, answered = both(step, runs)
        assert asked.calls == ()
        assert answered is runs.traces[step.run]


@each_lesson
def test_what_is_left_is_asked_when_all_calls_are_over(lesson: str) -> None:
    for step, runs in steps_of(lesson, "left"):
        asked, answered = both(step, runs)
        assert_comes_with_the_end(asked, answered)
        assert asked.calls == answered.calls
        assert answered is runs.traces[step.run]


@each_lesson
def test_a_task_is_set_on_a_run_that_is_over(lesson: str) -> None:
    for step, runs in steps_of(lesson, "edit", "chain"):
        assert both(step, runs) == (runs.traces[step.run], runs.traces[step.run])


def test_all_kinds_were_looked_at() -> None:
    kinds = {step.kind for lesson in LESSONS for step in lesson.all_steps}
    assert kinds == {"next", "prev-result", "value", "outcome", "left", "edit", "chain"}


def test_a_caller_is_under_way_while_its_delegate_runs() -> None:
    trace = recorded()
    caller, delegate = trace.calls[0], trace.calls[1]
    assert delegate.parent == caller.id
    asked = partial(trace, around_reply("add", trace, delegate).asked)
    assert [call.outcome for call in asked.calls] == [Outcome.RUNNING, Outcome.RUNNING]
    answered = partial(trace, around_reply("add", trace, delegate).answered)
    assert answered.calls == (asked.calls[0], delegate)


def test_an_answer_is_played_on_until_another_call_begins() -> None:
    trace = recorded()
    first, second = link_calls(trace)[1:3]
    seen = before_next_call("add", trace, first)
    assert [call.id for call in partial(trace, seen.asked).calls] == [call.id for call in trace.calls[:2]]
    answered = partial(trace, seen.answered)
    assert answered.calls[-1] == first
    assert call_in(answered, second) is None
    last = trace.calls[-1]
    assert happened(partial(trace, before_next_call("add", trace, last).answered)) == happened(trace)


def test_a_call_that_never_was_is_known_at_the_end() -> None:
    trace = recorded()
    assert around_request("add", trace, None) == around_reply("add", trace, None) == the_end("add", trace)
    endless = replace(trace.calls[0], ended=None, outcome=Outcome.RUNNING, stdout=b"", exit_code=None)
    unfinished = replace(trace, calls=(endless,), finished=False)
    assert around_reply("add", unfinished, endless) == the_end("add", unfinished)


def test_no_steps_are_a_run_with_no_calls() -> None:
    trace = recorded()
    nothing = partial(trace, Moment(run="add", steps=0))
    assert nothing == replace(trace, calls=(), finished=False, result=None, notes=())
    assert partial(trace, Moment(run="add")) is trace
