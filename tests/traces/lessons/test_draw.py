"""A quiz is drawn by a seed."""

from itertools import groupby

from traces.lessons.draw import draw
from traces.lessons.load import bundled

LESSONS = bundled()


def test_the_same_seed_draws_the_same() -> None:
    assert draw(LESSONS, "7", 10) == draw(LESSONS, "7", 10)
    assert draw(LESSONS, "7", 10) != draw(LESSONS, "8", 10)


def test_every_lesson_comes_before_any_comes_twice() -> None:
    drawn = draw(LESSONS, "7", len(LESSONS))
    assert {lesson.id for lesson, _ in drawn} == {lesson.id for lesson in LESSONS}


def test_questions_of_one_lesson_stand_together() -> None:
    drawn = draw(LESSONS, "7", 40)
    ids = [key for key, _ in groupby(lesson.id for lesson, _ in drawn)]
    assert len(drawn) == 40
    assert len(ids) == len(set(ids))


def test_tasks_are_not_drawn_and_no_question_twice() -> None:
    drawn = draw(LESSONS, "7", 10_000)
    assert all(step.kind != "edit" for _, step in drawn)
    assert len({(lesson.id, step.id) for lesson, step in drawn}) == len(drawn)
