"""Progress is kept, for its owner alone."""

import stat
from pathlib import Path

import pytest

from traces.errors import StoreError
from traces.lessons.load import bundled
from traces.lessons.progress import Progress

LESSON = bundled()[0]


def test_passed_steps_are_kept(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "state")
    assert progress.passed("conflist", LESSON) == ()
    for step in ("delegate", "first", "first"):
        progress.keep("conflist", step)
    assert Progress(tmp_path / "state").passed("conflist", LESSON) == ("first", "delegate")
    assert progress.passed("other", LESSON) == ()


def test_a_lesson_is_finished_with_its_quiz(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    for step in LESSON.steps:
        progress.keep("conflist", step.id)
    assert not progress.is_finished("conflist", LESSON)
    for step in LESSON.quiz:
        progress.keep("conflist", step.id)
    assert progress.is_finished("conflist", LESSON)


def test_steps_that_are_no_more_do_not_count(tmp_path: Path) -> None:
    Progress(tmp_path).keep("conflist", "long gone")
    assert Progress(tmp_path).passed("conflist", LESSON) == ()


def test_a_lesson_can_begin_anew(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.keep("conflist", "first")
    progress.forget("conflist")
    assert progress.passed("conflist", LESSON) == ()


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    Progress(tmp_path).keep("conflist", "first")
    assert stat.S_IMODE((tmp_path / "lessons.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["{", "[]", '{"schema_version": 2}', '{"schema_version": 1, "lessons": []}'])
def test_a_damaged_file_is_told_of(content: str, tmp_path: Path) -> None:
    (tmp_path / "lessons.json").write_text(content)
    with pytest.raises(StoreError, match=r"lessons\.json: not what cnistep wrote there; remove it"):
        Progress(tmp_path).passed("conflist", LESSON)
