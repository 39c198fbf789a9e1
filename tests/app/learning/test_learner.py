"""Every lesson is walked to its end by the right answers; every wrong one is refused."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from app.learning.learner import Learner
from app.learning.lesson_page import LessonPage
from app.learning.quizzing import QuizWalk
from app.learning.walk import LessonWalk
from app.plain.plain_commands import Edit
from tests.support.lessons import RECORDED, right_letters, without_sandbox, wrong_letters
from tests.support.needs import needs_namespaces
from traces.lessons.draw import draw
from traces.lessons.kinds.table import KINDS, question_of, task_of
from traces.lessons.lesson import Lesson, Step
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.lessons.question import Question
from traces.lessons.runs import Runs
from traces.session.lesson_runs import LessonRuns

SEED = "7"
LESSONS = bundled()
EDITING = next(lesson for lesson in LESSONS if any(step.kind == "edit" for step in lesson.steps))
MENDING = next(lesson for lesson in LESSONS if {"edit", "chain"} <= {step.kind for step in lesson.steps})


class Class:
    """A learner's answers, typed one after the other, with a look at the progress before each."""

    def __init__(self, progress: Progress, lesson: Lesson, answers: Sequence[tuple[str, str]]) -> None:
        """Each answer with the step that it is for."""
        self._progress, self._lesson = progress, lesson
        self._answers = iter(answers)

    def ask(self) -> str | None:
        """The next answer: no wrong one before it has passed its step."""
        step, typed = next(self._answers, ("", None))
        if step:
            assert step not in self._progress.passed(self._lesson.id, self._lesson), f"{step} was passed before {typed}"
        return typed


def wrong_then_right(question: Question) -> Iterator[str]:
    """All that is refused, and then what is accepted."""
    right, wrong = right_letters(question), wrong_letters(question)
    assert right and wrong
    yield from wrong
    yield "no such answer"
    if question.several:
        yield " ".join((*right, *wrong))
        if len(right) > 1:
            yield from right
    yield " ".join(right) if question.several else right[-1]


def answers_to(step: Step, runs: Runs) -> Iterator[tuple[str, str]]:
    """All that a learner types at a step."""
    question = question_of(step, runs, SEED)
    if question is None:
        task = task_of(step, runs)
        yield step.id, f"{task.root}/dns={{}}"
        yield step.id, "not an edit"
        yield step.id, "  ".join(task.solution)
    else:
        yield from ((step.id, typed) for typed in wrong_then_right(question))


def no_editor(name: str, text: str) -> str:
    """Nobody asks for an editor."""
    raise AssertionError(name)


def walk(
    made: LessonRuns,
    folder: Path,
    answers: Sequence[tuple[str, str]],
    passed: Sequence[str] = (),
    edit: Edit = no_editor,
) -> tuple[bool, str]:
    """Whether it came to the end, and what was shown."""
    lesson, progress = made.lesson, Progress(folder)
    shown = io.StringIO()
    with redirect_stdout(shown):
        learner = Learner(LessonPage(80), Class(progress, lesson, answers).ask, edit)
        ended = learner.walk(LessonWalk(made, lesson.id, SEED, progress, passed))
    return ended, shown.getvalue()


@needs_namespaces
@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.id for lesson in LESSONS])
def test_each_lesson_passes_by_the_right_answers_alone(lesson: Lesson, tmp_path: Path) -> None:
    with LessonRuns(lesson) as made:
        runs = made.runs()
        assert runs.live, made.why_recorded
        answers = [typed for step in lesson.all_steps for typed in answers_to(step, runs)]
        ended, shown = walk(made, tmp_path, answers)
    assert ended
    assert Progress(tmp_path).is_finished(lesson.id, lesson)
    assert [line for line in shown.splitlines() if len(line) > 80] == []
    assert "{{" not in shown
    refused = sum(line.startswith("No: ") for line in shown.splitlines())
    tasks = len(lesson.all_steps) - sum(KINDS[step.kind].ask is not None for step in lesson.all_steps)
    assert refused >= len(lesson.all_steps) - tasks
    assert [shown.count("\nNot yet."), shown.count("\nnot an edit: expected POINTER=JSON")] == [tasks, tasks]


@needs_namespaces
def test_the_end_of_input_leaves_and_progress_stays(tmp_path: Path) -> None:
    lesson = LESSONS[0]
    with LessonRuns(lesson) as made:
        ended, shown = walk(made, tmp_path, list(answers_to(lesson.steps[0], made.runs())))
        assert not ended
        assert "Left. «cnistep learn conflist» takes it up where you are." in shown
        passed = Progress(tmp_path).passed(lesson.id, lesson)
        assert passed == (lesson.steps[0].id,)
        _, shown = walk(made, tmp_path, [("", "q")], passed)
    assert f"Taken up: 1 of {len(lesson.all_steps)} steps are passed." in shown
    assert "-- 2 of 8" in shown and "-- 1 of 8" not in shown


@needs_namespaces
def test_hints_come_one_by_one_then_the_run(tmp_path: Path) -> None:
    with LessonRuns(LESSONS[0]) as made:
        _, shown = walk(made, tmp_path, [("first", "?")] * 3)
    said = [line for line in shown.splitlines() if re.match("> |Hint|There are no more", line)]
    assert said[0].startswith("Hint: The list under")
    assert said[1].startswith("Hint: ADD begins")
    assert said[2] == "There are no more hints. This is how it is:"
    assert "Call 1 of this run: bridge (link 0)" in shown


@needs_namespaces
def test_a_wrong_answer_gets_the_run_as_evidence(tmp_path: Path) -> None:
    with LessonRuns(LESSONS[0]) as made:
        _, shown = walk(made, tmp_path, [("first", "tuning")])
    _, _, evidence = shown.partition("No: tuning.\n")
    assert evidence.startswith("│ Call 1 of this run: bridge (link 0), with CNI_COMMAND=ADD.\n")


@needs_namespaces
def test_an_edit_in_the_editor_is_rerun(tmp_path: Path) -> None:
    step = next(step for step in EDITING.steps if step.kind == "edit")
    others = [each.id for each in EDITING.all_steps if each is not step]

    def edit(name: str, text: str) -> str:
        assert name == "prevResult.json"
        return text.replace("10.22.0.2/24", "10.22.0.99/24")

    with LessonRuns(EDITING) as made:
        ended, shown = walk(made, tmp_path, [(step.id, "p"), (step.id, "e")], others, edit)
    assert ended
    assert Progress(tmp_path).passed(EDITING.id, EDITING) == (step.id,)
    assert '"address": "10.22.0.2/24"' in shown


def test_without_a_sandbox_a_task_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)
    with LessonRuns(MENDING) as made:
        runs = made.runs()
        answers = [a for step in MENDING.all_steps if KINDS[step.kind].do is None for a in answers_to(step, runs)]
        ended, shown = walk(made, tmp_path, answers)
    assert ended
    assert "No sandbox here (no user namespaces here): this is a recording." in shown
    assert "2 of its steps were left out." in shown
    assert not Progress(tmp_path).is_finished(MENDING.id, MENDING)


def test_a_quiz_asks_once_and_gives_no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)
    drawn = draw(LESSONS[:2], SEED, 2)
    first, second = (question_of(step, RECORDED[lesson.id], SEED) for lesson, step in drawn)
    assert first is not None and second is not None
    answers = iter(("?", wrong_letters(first)[0], right_letters(second)[0]))
    walked, shown = QuizWalk(drawn, SEED), io.StringIO()
    with redirect_stdout(shown):
        Learner(LessonPage(80), lambda: next(answers, None), no_editor).quiz(walked)
    assert (walked.answered, walked.right) == (2, 1)
    assert "Type a letter, or the answer itself; q leaves." in shown.getvalue()
    assert "Hint" not in shown.getvalue()
    assert shown.getvalue().count('"cniVersion"') >= 1, "the chain is told first"


def test_progress_that_cannot_be_kept_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_sandbox(monkeypatch)
    lesson = LESSONS[0]
    folder = tmp_path / "a file"
    folder.write_text("")
    steps = [(step, question_of(step, RECORDED[lesson.id], SEED)) for step in lesson.steps]
    answers = iter([right_letters(question)[-1] for _, question in steps if question is not None])
    with LessonRuns(lesson) as made:
        walked = LessonWalk(made, lesson.id, SEED, Progress(folder))
        assert not Learner(LessonPage(80), lambda: next(answers, None), no_editor).walk(walked)
    out, told = capsys.readouterr()
    assert out.count("Yes: ") == len([question for _, question in steps if question is not None])
    assert told.count("your progress is not kept") == 1
