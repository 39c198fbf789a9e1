"""A lesson as a JSON document: its texts filled, its questions as its runs make them."""

from collections.abc import Callable, Mapping
from typing import Any

from traces.errors import InputError
from traces.lessons.kinds.table import question_of, task_of
from traces.lessons.lesson import Lesson, Step
from traces.lessons.question import LETTERS, Question
from traces.lessons.runs import Runs
from traces.lessons.shows import filled
from traces.lessons.tasks import Attempt, EditTask, Task

_WIDTH = 80
Attempting = Callable[[Task], Attempt]
"""Does a task by its own solution. Raises InputError where that can't be typed."""


def lesson_entry(lesson: Lesson, passed: int) -> Mapping[str, Any]:
    """What a list shows of a lesson."""
    steps = len(lesson.all_steps)
    return {"id": lesson.id, "title": lesson.title, "goal": lesson.goal, "steps": steps, "passed": passed}


def lesson_document(lesson: Lesson, runs: Runs, seed: str, attempting: Attempting | None = None) -> Mapping[str, Any]:
    """All of a lesson, with the answers that its runs bear out, and whether its solutions solve anything.

    Solutions are not tried where nobody can attempt anything.
    """
    return {
        "id": lesson.id,
        "title": lesson.title,
        "goal": lesson.goal,
        "live": runs.live,
        "simulated": list(runs.simulated),
        "intro": filled(lesson.intro, runs, width=_WIDTH),
        "steps": [_step(step, runs, seed, attempting) for step in lesson.steps],
        "quiz": [_step(step, runs, seed, attempting) for step in lesson.quiz],
        "closing": filled(lesson.closing, runs, width=_WIDTH),
    }


def _step(step: Step, runs: Runs, seed: str, attempting: Attempting | None) -> Mapping[str, Any]:
    texts = {
        "text": filled(step.text.before, runs, width=_WIDTH),
        "after": filled(step.text.after, runs, width=_WIDTH),
    }
    told = {"id": step.id, "kind": step.kind, "run": step.run, **texts, "hints": list(step.hints)}
    question = question_of(step, runs, seed)
    if question is None:
        return {**told, **_to_do(task_of(step, runs), attempting)}
    return {**told, **_asked(question)}


def _to_do(task: Task, attempting: Attempting | None) -> Mapping[str, Any]:
    link = {"link": task.link} if isinstance(task, EditTask) else {}
    told = {"prompt": task.prompt, **link, "file": task.file, "solution": list(task.solution)}
    return told if attempting is None else {**told, **_tried(task, attempting)}


def _tried(task: Task, attempting: Attempting) -> Mapping[str, Any]:
    """Whether its solution solves it; where it does not, what the run shows, or what can't be typed."""
    try:
        attempt = attempting(task)
    except InputError as error:
        return {"solved": False, "evidence": [str(error)]}
    return {"solved": attempt.done, **({} if attempt.done else {"evidence": list(attempt.evidence)})}


def question_entry(lesson: str, question: Question) -> Mapping[str, Any]:
    """A question of a quiz, with its answers."""
    return {"lesson": lesson, **_asked(question)}


def _asked(question: Question) -> Mapping[str, Any]:
    choices = [
        {"letter": letter, "text": choice.text, "right": choice.right}
        for letter, choice in zip(LETTERS, question.choices, strict=False)
    ]
    return {
        "prompt": question.prompt,
        "several": question.several,
        "choices": choices,
        "evidence": list(question.evidence),
    }
