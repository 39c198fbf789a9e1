"""A demonstration by prompts: each Enter types what a learner would; no secret of the lesson is in what is shown."""

from pathlib import Path

import pytest

from app.learning.learner import Learner
from app.learning.lesson_page import LessonPage
from app.learning.presenting import answers_of
from app.learning.quizzing import QuizWalk
from app.learning.school import School
from tests.support.cli import cnistep
from tests.support.lessons import TOKEN, secretive_lesson, without_sandbox
from tests.support.needs import needs_namespaces
from traces.lessons.draw import draw
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled
from traces.lessons.progress import Progress

LESSONS = bundled()


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.id for lesson in LESSONS])
def test_a_lesson_answers_itself_to_its_end(
    lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_sandbox(monkeypatch)
    page, pressed = LessonPage(80), 0

    def enter() -> str:
        nonlocal pressed
        pressed += 1
        return ""

    with School(Progress(tmp_path), "3", redacted=True, keeps=False) as school:
        walk = school.take(lesson.id, lesson)
        assert Learner(page, answers_of(walk, page, enter)).walk(walk)
    shown = capsys.readouterr().out
    asked = [step for step in lesson.all_steps if step.kind not in ("edit", "chain")]
    assert pressed == len(asked) == shown.count("\nYes: ")
    assert shown.count("\n[ ") == pressed
    assert "\nNo: " not in shown
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("typed", "right"), [("q", 0), (None, 2)])
def test_q_leaves_and_the_end_of_input_does_not(
    typed: str | None, right: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_sandbox(monkeypatch)
    walk, page = QuizWalk(draw(LESSONS, "1", 2), "1", redacted=True), LessonPage(80)
    Learner(page, answers_of(walk, page, lambda: typed)).quiz(walk)
    assert (walk.answered, walk.right) == (right, right)


@needs_namespaces
def test_a_demonstration_on_the_command_line_has_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tmp_path / "state"
    monkeypatch.setenv("CNISTEP_STATE_DIR", str(state))
    lesson = secretive_lesson(tmp_path / "lesson")
    ran = cnistep("learn", lesson.folder, "--present", "--plain", stdin=b"\n")
    assert (ran.code, ran.stderr.count("> ")) == (0, 4)
    assert "[ /plugins/1/mtu=1400 ]\nYes.\n" in ran.stdout
    assert "This was the lesson «Our chain».\n" in ran.stdout
    assert TOKEN[:12] not in ran.stdout
    assert not (state / "lessons.json").exists()
    assert TOKEN in cnistep("learn", lesson.folder, "--plain", stdin=b"").stdout


@needs_namespaces
def test_a_document_for_others_has_no_secret_either(tmp_path: Path) -> None:
    folder = secretive_lesson(tmp_path).folder
    shown, clean = (cnistep("learn", folder, "--json", *more).stdout for more in ((), ("--present",)))
    assert (TOKEN in shown, TOKEN in clean) == (True, False)
