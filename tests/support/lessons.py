"""Lessons that tests write, and what comes of them when they run with stand-ins."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.hostile import hostile_trace
from traces.errors import PlaceError
from traces.lessons.kinds.table import KINDS, question_of, task_of
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled, load_lesson
from traces.lessons.question import LETTERS, Question
from traces.lessons.runs import Runs
from traces.lessons.tasks import Task
from traces.session import lesson_runs
from traces.session.lesson_runs import LessonRuns
from traces.store.archive import document_of, read_file, write_document

BRIDGE: dict[str, Any] = {
    "type": "bridge",
    "bridge": "cni0",
    "isGateway": True,
    "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.22.0.0/24"}]]},
}
TUNING: dict[str, Any] = {"type": "tuning", "mac": "c2:11:22:33:44:55"}
BANDWIDTH: dict[str, Any] = {"type": "bandwidth", "ingressRate": 1000000, "ingressBurst": 1000000}
LOOPBACK: dict[str, Any] = {"type": "loopback"}
HEAD = 'id = "own"\ntitle = "Our chain"\ngoal = "Know it."\n'


def recorded_runs(lesson: Lesson) -> Runs:
    """What a lesson's recording holds."""
    names = [spec.name for spec in lesson.runs]
    return Runs(lesson=lesson, traces=dict(zip(names, read_file(lesson.recording), strict=True)), live=False)


RECORDED = {lesson.id: recorded_runs(lesson) for lesson in bundled()}
"""The recordings of the bundled lessons, by lesson."""


def without_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons are recordings from here on: quick, and the same everywhere."""

    def refuse(*given: object, **options: object) -> None:
        raise PlaceError("no user namespaces here")

    monkeypatch.setattr(lesson_runs, "Session", refuse)


TOKEN = "ghp_" + "a1B2" * 9
SECRETIVE = """
simulate = "all"
[[run]]
verb = "ADD"
[[step]]
id = "whose"
kind = "next"
after = 2
hints = ["It has a token."]
[[step]]
id = "token"
kind = "value"
at = "add link 1 stdin /token"
[[step]]
id = "mend"
kind = "chain"
at = "plugin tuning stdin /mtu"
wanted = "1400"
solution = ["/plugins/1/mtu=1400"]
[[quiz]]
id = "given"
kind = "prev-result"
link = 1
"""
SECRETIVE_TEXT = """It has a token, {{add link 1 stdin /token}}.

{{chain add}}

## token
Look:

{{add link 1 stdin}}

---
That was it.

## end
{{add link 1 stdin /token}} stays a secret.
"""


def secretive_lesson(folder: Path) -> Lesson:
    """A lesson with a secret in its chain: its texts show it, it is an answer, and in what is to be edited."""
    chain = BRIDGE, TUNING | {"token": TOKEN}
    return load_lesson(write_lesson(folder, *chain, toml=SECRETIVE, text=SECRETIVE_TEXT))


HOSTILE_STEPS = """
[[run]]
verb = "ADD"
[[step]]
id = "next"
kind = "next"
after = 1
[[step]]
id = "value"
kind = "value"
at = "add call 0 stdout"
[[step]]
id = "outcome"
kind = "outcome"
[[step]]
id = "left"
kind = "left"
"""


def hostile_lesson(folder: Path, raw: bytes) -> Lesson:
    """A lesson that says this text wherever it can, with a recording that does too."""
    text = raw[:500].decode(errors="replace")
    toml = HOSTILE_STEPS + f"hints = [{json.dumps(text)}]\n"
    told = f"{text}\n\n{{{{add call 0 stdout}}}}\n\n{{{{chain add}}}}\n\n{{{{sequence add}}}}\n"
    lesson = load_lesson(write_lesson(folder, BRIDGE, TUNING, toml=toml, text=told))
    write_document(lesson.recording, document_of([hostile_trace(raw)]))
    return replace(lesson, title=text, goal=text)


def write_lesson(folder: Path, *plugins: dict[str, Any], toml: str, text: str = "Our own chain.") -> Path:
    """A lesson's folder; the TOML is what stands below id, title and goal."""
    folder.mkdir(exist_ok=True)
    chain = {"cniVersion": "1.0.0", "name": "shop", "plugins": plugins}
    (folder / "chain.conflist").write_text(json.dumps(chain))
    (folder / "lesson.toml").write_text(HEAD + toml)
    (folder / "text.md").write_text(text)
    return folder


def own_lesson(folder: Path, *plugins: dict[str, Any], toml: str) -> Lesson:
    """The same, loaded."""
    return load_lesson(write_lesson(folder, *plugins, toml=toml))


def run_with_stand_ins(lesson: Lesson) -> Runs:
    """Run it with every plugin simulated."""
    with LessonRuns(lesson, simulate="all") as made:
        runs = made.runs()
    assert runs.live, made.why_recorded
    return runs


def asked(folder: Path, *plugins: dict[str, Any], toml: str) -> Question:
    """The question of the only step of a lesson over this chain."""
    lesson = own_lesson(folder, *plugins, toml=toml)
    question = question_of(lesson.steps[0], run_with_stand_ins(lesson), "1")
    assert question is not None
    return question


def tasks_of(lesson: Lesson, runs: Runs) -> Iterator[Task]:
    """What is to be done in a lesson."""
    return (task_of(step, runs) for step in lesson.all_steps if KINDS[step.kind].do is not None)


def right(question: Question) -> set[str]:
    """What is accepted."""
    return {choice.text for choice in question.right}


def right_letters(question: Question) -> list[str]:
    """The letters of what is accepted."""
    return [letter for letter, choice in zip(LETTERS, question.choices, strict=False) if choice.right]


def wrong_letters(question: Question) -> list[str]:
    """The letters of what is refused."""
    return [letter for letter, choice in zip(LETTERS, question.choices, strict=False) if not choice.right]
