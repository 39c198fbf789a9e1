"""All lessons that one can take, one at a time."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.learning.school import School, known_lessons
from tests.support.lessons import BRIDGE, right_letters, without_sandbox, write_lesson
from traces.errors import InputError
from traces.lessons.load import bundled, load_lesson
from traces.lessons.progress import Progress
from traces.session.lesson_runs import LessonRuns

LESSONS = bundled()
FIRST, SECOND = LESSONS[:2]
TOML = '[[run]]\nverb = "ADD"\n[[step]]\nid = "one"\nkind = "next"\nafter = 0\n'


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lessons whose sandbox was taken away; each is its recording."""
    without_sandbox(monkeypatch)
    names: list[str] = []
    close = LessonRuns.close

    def watched(made: LessonRuns) -> None:
        names.append(made.lesson.id)
        close(made)

    monkeypatch.setattr(LessonRuns, "close", watched)
    return names


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    """How far a user is."""
    return Progress(tmp_path / "state")


@pytest.fixture
def school(progress: Progress) -> Iterator[School]:
    """The school of somebody who learns."""
    with School(progress, "1") as school:
        yield school


def finish(progress: Progress, *lessons: str) -> None:
    """Pass all of these lessons."""
    for lesson in LESSONS:
        for step in lesson.all_steps if lesson.id in lessons else ():
            progress.keep(lesson.id, step.id)


def test_a_lesson_is_found_by_number_name_and_folder(school: School, tmp_path: Path) -> None:
    ours = write_lesson(tmp_path / "ours", BRIDGE, toml=TOML)
    assert school.find("2") == school.find(SECOND.id) == (SECOND.id, SECOND)
    assert school.find(str(ours)) == (str(ours), load_lesson(ours))
    with pytest.raises(InputError, match=r"^nonsense: no such lesson"):
        school.find("nonsense")


def test_without_a_name_the_first_unfinished_is_taken(school: School, progress: Progress) -> None:
    assert school.find(None) == (FIRST.id, FIRST)
    finish(progress, FIRST.id)
    assert school.find(None) == (SECOND.id, SECOND)
    finish(progress, *(lesson.id for lesson in LESSONS))
    assert school.find(None) == (FIRST.id, FIRST)


def test_a_lesson_goes_on_where_it_was_left(school: School, progress: Progress) -> None:
    walk = school.take(FIRST.id, FIRST)
    card = walk.go_on()
    assert card is not None and card.question is not None
    walk.answer(right_letters(card.question)[0])
    assert school.how_far(FIRST.id, FIRST) == "1 of 8"
    again = school.take(FIRST.id, FIRST)
    card = again.go_on()
    assert card is not None
    assert (again.taken_up, card.number) == (1, 2)


def test_one_that_is_done_or_begun_anew_begins_at_its_begin(school: School, progress: Progress) -> None:
    assert school.how_far(FIRST.id, FIRST) == ""
    finish(progress, FIRST.id)
    assert school.how_far(FIRST.id, FIRST) == "done"
    assert school.take(FIRST.id, FIRST).taken_up == 0
    assert school.how_far(FIRST.id, FIRST) == "done", "it was not forgotten"
    assert school.take(FIRST.id, FIRST, again=True).taken_up == 0
    assert school.how_far(FIRST.id, FIRST) == ""


def test_a_school_for_others_keeps_nothing_and_forgets_nothing(progress: Progress, tmp_path: Path) -> None:
    progress.keep(FIRST.id, "first")
    before = (tmp_path / "state" / "lessons.json").read_bytes()
    with School(progress, "1", redacted=True, keeps=False) as school:
        walk = school.take(FIRST.id, FIRST, again=True)
        assert walk.taken_up == 0
        while (card := walk.go_on()) is not None:
            if card.question is None:
                walk.leave_out()
            else:
                walk.answer(right_letters(card.question)[0])
        assert all(trace.redacted for trace in walk.runs().traces.values())
    assert (tmp_path / "state" / "lessons.json").read_bytes() == before


def test_another_lesson_takes_the_sandbox_of_this_one_away(school: School, closed: list[str]) -> None:
    school.take(FIRST.id, FIRST)
    assert closed == []
    school.take(SECOND.id, SECOND)
    assert closed == [FIRST.id]
    school.close()
    school.close()
    assert closed == [FIRST.id, SECOND.id]


def test_the_bundled_lessons_follow_one_another(school: School) -> None:
    order = [lesson.id for lesson in LESSONS]
    assert [school.following(key) for key in order] == [*order[1:], None]
    assert school.following("/a/folder/of/ones/own") is None


def test_ones_own_lessons_that_were_begun_are_known(progress: Progress, tmp_path: Path) -> None:
    ours = write_lesson(tmp_path / "ours", BRIDGE, toml=TOML)
    for folder in (ours, tmp_path / "gone"):
        progress.keep(str(folder), "one")
    lessons = known_lessons(progress)
    assert list(lessons) == [*(lesson.id for lesson in LESSONS), str(ours)]
    assert lessons[str(ours)].title == "Our chain"


def test_a_damaged_progress_file_hides_no_bundled_lesson(progress: Progress, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "lessons.json").write_text("{")
    assert list(known_lessons(progress)) == [lesson.id for lesson in LESSONS]
