"""Lessons that tests write, and what comes of them when they run with stand-ins."""

import json
from pathlib import Path
from typing import Any

from traces.lessons.kinds.table import question_of
from traces.lessons.lesson import Lesson
from traces.lessons.load import load_lesson
from traces.lessons.question import Question
from traces.lessons.runs import Runs
from traces.session.lesson_runs import LessonRuns

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


def right(question: Question) -> set[str]:
    """What is accepted."""
    return {choice.text for choice in question.right}
