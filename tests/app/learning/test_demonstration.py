"""The keys of a learner who knows all, and how long a page is held."""

from dataclasses import replace

import pytest

from app.learning.demonstration import next_key, reading_seconds
from app.learning.walk import Card
from tests.support.lessons import RECORDED
from traces.lessons.question import Choice, Question

RUNS = RECORDED["conflist"]


def choices(*right: bool) -> tuple[Choice, ...]:
    """Choices of which these are right."""
    return tuple(Choice(text=f"choice {place}", right=is_right) for place, is_right in enumerate(right))


def card(*right: bool, several: bool = False) -> Card:
    """A card that asks."""
    question = Question(prompt="Which?", choices=choices(*right), evidence=(), several=several)
    step = RUNS.lesson.steps[0]
    return Card(number=1, count=1, topic="", step=step, runs=RUNS, question=question, task=None)


def test_of_one_answer_it_is_its_letter() -> None:
    assert next_key(card(False, True, False), is_over=False) == "b"
    assert next_key(card(False, True, True), is_over=False) == "b"


def test_of_several_each_is_chosen_and_then_all_submitted() -> None:
    chosen: frozenset[str] = frozenset()
    pressed = []
    while (key := next_key(card(True, False, True, several=True), is_over=False, chosen=chosen)) != "enter":
        pressed.append(key)
        chosen |= {key}
    assert pressed == ["a", "c"]


def test_a_task_is_edited_and_all_else_goes_on() -> None:
    task = replace(card(True), question=None)
    assert next_key(task, is_over=False) == "e"
    assert [next_key(each, is_over=True) for each in (task, card(True), None)] == ["enter"] * 3
    assert next_key(None, is_over=False) == "enter"


@pytest.mark.parametrize(("words", "seconds"), [(0, 2.5), (3, 2.5), (15, 5.0), (30, 10.0), (45, 15.0), (900, 15.0)])
def test_a_page_is_held_as_long_as_it_takes_to_read(words: int, seconds: float) -> None:
    assert reading_seconds("word " * words) == pytest.approx(seconds)
