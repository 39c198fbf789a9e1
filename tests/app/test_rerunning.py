from dataclasses import replace

from app.rerunning import edit_task, prev_result_of, rerun_choices, rerun_question
from tests.support.traces import failing_add, hostile, simple_call


def test_prev_result_is_taken_from_stdin() -> None:
    assert b'"10.89.9.3/24"' in (prev_result_of(failing_add().calls[2]) or b"")


def test_without_one_there_is_nothing() -> None:
    assert prev_result_of(failing_add().calls[0]) is None
    assert prev_result_of(simple_call(0, "p", stdin=b"not json")) is None
    assert prev_result_of(simple_call(0, "p", stdin=b"[1]")) is None


def test_the_editor_starts_from_the_record_or_the_waiting_edit() -> None:
    trace = failing_add()
    call = trace.calls[2]
    prev_result = prev_result_of(call) or b""
    assert "10.89.9.3/24" in edit_task(trace, call, prev_result, None).text
    assert edit_task(trace, call, prev_result, "{}").text == "{}"


def test_the_version_is_the_prev_results_own() -> None:
    trace = failing_add()
    assert edit_task(trace, trace.calls[2], b'{"cniVersion": "0.4.0"}', None).cni_version == "0.4.0"
    assert edit_task(trace, trace.calls[2], b"{}", None).cni_version == "1.0.0"


def test_the_way_that_can_work_comes_first() -> None:
    assert [choice.key for choice in rerun_choices(())] == ["f", "m"]
    assert [choice.key for choice in rerun_choices(("bridge",))] == ["m", "f"]


def test_the_question_is_safe_to_show() -> None:
    title, text = rerun_question(replace(hostile(), verb="\x1b[2J"), 1, edited=True)
    assert (title + text).isprintable()
