"""A quiz asks each question once, keeps the score, and tells a chain before it asks about it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.learning.quizzing import QuizWalk, new_seed
from tests.support.lessons import TOKEN, right_letters, secretive_lesson, without_sandbox, wrong_letters
from tests.support.needs import needs_namespaces
from traces.lessons.draw import draw
from traces.lessons.load import bundled
from traces.session.lesson_runs import LessonRuns

SEED = "5"
DRAWN = draw(bundled(), SEED, 6)
OF_ONE = draw(bundled()[:1], SEED, 3)


pytestmark = pytest.mark.usefixtures("recordings")


@pytest.fixture
def recordings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every lesson but one of one's own is its recording."""
    if "tmp_path" not in request.fixturenames:
        without_sandbox(monkeypatch)


def letters(walk: QuizWalk) -> tuple[str, str]:
    """A letter that is right, and one that is wrong."""
    assert walk.card is not None and walk.card.question is not None
    right = right_letters(walk.card.question)
    return " ".join(right) if walk.card.question.several else right[0], wrong_letters(walk.card.question)[0]


def test_the_first_answer_ends_a_question_and_counts() -> None:
    walk = QuizWalk(DRAWN, SEED)
    scores: Iterator[tuple[int, int]] = iter([(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
    for card in walk.cards():
        right, wrong = letters(walk)
        assert not walk.answer("no such answer").understood
        assert not walk.is_over
        first, second = (right, wrong) if card.number % 2 else (wrong, right)
        walk.answer(first)
        assert walk.is_over
        walk.answer(second)
        assert (walk.answered, walk.right) == next(scores)
    assert (walk.count, walk.card) == (6, None)


def test_each_card_says_which_lesson_it_is_from() -> None:
    cards = list(QuizWalk(DRAWN, SEED).cards())
    assert [(card.topic, card.step) for card in cards] == [(lesson.title, step) for lesson, step in DRAWN]
    assert [(card.number, card.count, card.task) for card in cards] == [(number, 6, None) for number in range(1, 7)]
    assert all(card.question is not None for card in cards)


def test_a_chain_is_told_once_where_it_changes() -> None:
    assert [card.shows_chain for card in QuizWalk(OF_ONE, SEED).cards()] == [True, False, False]
    cards = list(QuizWalk(DRAWN, SEED).cards())
    chains = [card.runs.traces[card.step.run].network.raw for card in cards]
    changes = [place == 0 or chain != chains[place - 1] for place, chain in enumerate(chains)]
    assert [card.shows_chain for card in cards] == changes


def test_a_lesson_is_run_once_and_its_sandbox_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    close = LessonRuns.close

    def watched(made: LessonRuns) -> None:
        closed.append(made.lesson.id)
        close(made)

    monkeypatch.setattr(LessonRuns, "close", watched)
    assert len(list(QuizWalk(OF_ONE, SEED).cards())) == 3
    assert closed == [bundled()[0].id]


def test_the_seed_decides_how_the_choices_stand() -> None:
    def orders(seed: str) -> list[list[str]]:
        cards = QuizWalk(DRAWN, seed).cards()
        return [[choice.text for choice in card.question.choices] for card in cards if card.question is not None]

    first, other = orders("1"), orders("2")
    assert orders("1") == first != other


def test_a_new_seed_can_be_typed() -> None:
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) > 1
    assert all(seed.isdecimal() and len(seed) == 4 for seed in seeds)


@needs_namespaces
def test_a_quiz_that_is_shown_to_others_has_no_secret(tmp_path: Path) -> None:
    lesson = secretive_lesson(tmp_path)
    drawn = draw((lesson,), SEED, 9)
    open_cards, clean = (list(QuizWalk(drawn, SEED, redacted=redacted).cards()) for redacted in (False, True))
    assert [card.step for card in clean] == [card.step for card in open_cards]
    for cards, has_token in ((open_cards, True), (clean, False)):
        assert (TOKEN in repr([card.question for card in cards])) is has_token
        assert (TOKEN.encode() in cards[0].runs.traces["add"].network.raw) is has_token
