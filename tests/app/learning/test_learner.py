"""Every lesson is walked to its end by the right answers; every wrong one is refused."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from app.learning.learner import Learner
from app.learning.lesson_page import LessonPage
from tests.support.needs import needs_namespaces
from traces.lessons.kinds.edit import task_of
from traces.lessons.kinds.table import question_of
from traces.lessons.lesson import Lesson, Step
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.lessons.question import LETTERS, Question
from traces.lessons.runs import Runs
from traces.session.lesson_runs import LessonRuns

SEED = "7"
LESSONS = bundled()
EDITING = next(lesson for lesson in LESSONS if any(step.kind == "edit" for step in lesson.steps))


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
    lettered = list(zip(LETTERS, question.choices, strict=False))
    right = [letter for letter, choice in lettered if choice.right]
    assert right and len(right) < len(lettered)
    yield from (letter for letter, choice in lettered if not choice.right)
    yield "no such answer"
    if question.several:
        yield " ".join(letter for letter, _ in lettered)
        if len(right) > 1:
            yield from right
    yield " ".join(right) if question.several else right[-1]


def answers_to(step: Step, runs: Runs) -> Iterator[tuple[str, str]]:
    """All that a learner types at a step."""
    question = question_of(step, runs, SEED)
    if question is None:
        task = task_of(step, runs)
        yield step.id, "/prevResult/dns={}"
        yield step.id, "not an edit"
        yield step.id, task.solution[0]
    else:
        yield from ((step.id, typed) for typed in wrong_then_right(question))


def walk(
    made: LessonRuns, folder: Path, answers: Sequence[tuple[str, str]], passed: Sequence[str] = ()
) -> tuple[bool, str]:
    """Whether it came to the end, and what was shown."""
    lesson, progress = made.lesson, Progress(folder)
    shown = io.StringIO()
    with redirect_stdout(shown):
        learner = Learner(made, lesson.id, progress, LessonPage(80), Class(progress, lesson, answers).ask, SEED)
        ended = learner.walk(passed)
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
    questions = [step for step in lesson.all_steps if step.kind != "edit"]
    assert refused >= len(questions)


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
def test_a_wrong_answer_gets_the_bytes_as_evidence(tmp_path: Path) -> None:
    with LessonRuns(LESSONS[0]) as made:
        _, shown = walk(made, tmp_path, [("first", "tuning")])
    _, _, evidence = shown.partition("No: tuning.\n")
    assert evidence.startswith("│ Call 1 of this run: bridge (link 0) with CNI_COMMAND=ADD and stdin")
    assert '"ranges":[[{"subnet":"10.22.0.0/24"}]]' in evidence


@needs_namespaces
def test_an_edit_in_the_editor_is_rerun(tmp_path: Path) -> None:
    step = next(step for step in EDITING.steps if step.kind == "edit")
    others = [each.id for each in EDITING.all_steps if each is not step]
    progress = Progress(tmp_path)

    def edit(name: str, text: str) -> str:
        return text.replace("10.22.0.2/24", "10.22.0.99/24")

    answers = iter(["p", "e"])
    shown = io.StringIO()
    with LessonRuns(EDITING) as made, redirect_stdout(shown):
        learner = Learner(made, EDITING.id, progress, LessonPage(80), lambda: next(answers, None), SEED, edit)
        assert learner.walk(others)
    assert progress.passed(EDITING.id, EDITING) == (step.id,)
    assert '"address": "10.22.0.2/24"' in shown.getvalue()


def test_without_a_sandbox_an_edit_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from traces.errors import PlaceError
    from traces.session import lesson_runs

    def refuse(*given: object, **options: object) -> None:
        raise PlaceError("no user namespaces here")

    monkeypatch.setattr(lesson_runs, "Session", refuse)
    with LessonRuns(EDITING) as made:
        runs = made.runs()
        answers = [a for step in EDITING.all_steps if step.kind != "edit" for a in answers_to(step, runs)]
        ended, shown = walk(made, tmp_path, answers)
    assert ended
    assert "No sandbox here (no user namespaces here): this is a recording." in shown
    assert "1 of its steps were left out." in shown
    assert not Progress(tmp_path).is_finished(EDITING.id, EDITING)
