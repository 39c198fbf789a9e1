"""From card to card: what is asked, what an answer is worth, what is kept, and what must not be shown."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.learning.walk import HOW_IT_IS, Card, LessonWalk, without_secrets
from tests.support.lessons import RECORDED, TOKEN, right_letters, secretive_lesson, without_sandbox, wrong_letters
from tests.support.needs import needs_namespaces
from traces.lessons.lesson import Lesson
from traces.lessons.load import bundled
from traces.lessons.moments import Moment, partial
from traces.lessons.progress import Progress
from traces.lessons.shows import filled
from traces.session.lesson_runs import LessonRuns

SEED = "7"
FIRST = bundled()[0]
TASKS = next(lesson for lesson in bundled() if {"edit", "chain"} <= {step.kind for step in lesson.steps})
Begin = Callable[..., LessonWalk]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Begins a lesson on its recording."""
    without_sandbox(monkeypatch)
    opened: list[LessonRuns] = []

    def walk(lesson: Lesson = FIRST, progress: Progress | None = None, passed: tuple[str, ...] = ()) -> LessonWalk:
        opened.append(LessonRuns(lesson))
        return LessonWalk(opened[-1], lesson.id, SEED, progress, passed)

    yield walk
    for made in opened:
        made.close()


def letters(walk: LessonWalk) -> tuple[list[str], list[str]]:
    """What is accepted at this card, and what is refused."""
    assert walk.card is not None and walk.card.question is not None
    return right_letters(walk.card.question), wrong_letters(walk.card.question)


def test_cards_are_numbered_and_the_quiz_says_so(begin: Begin) -> None:
    walk = begin()
    cards: list[Card] = []
    while (card := walk.go_on()) is not None:
        cards.append(card)
    assert [(card.number, card.count) for card in cards] == [(number, 8) for number in range(1, 9)]
    assert [card.topic for card in cards] == [""] * 6 + ["quiz"] * 2
    assert [card.step for card in cards] == list(FIRST.all_steps)
    assert walk.card is None


def test_only_the_right_answer_passes_and_is_kept(begin: Begin, tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    walk = begin(progress=progress)
    walk.go_on()
    right, wrong = letters(walk)
    for typed in (*wrong, "no such answer"):
        assert not walk.answer(typed).right
        assert not walk.is_over
        assert progress.passed(FIRST.id, FIRST) == ()
    assert walk.answer(right[0]).right
    assert walk.is_over
    assert progress.passed(FIRST.id, FIRST) == ("first",)
    walk.go_on()
    assert not walk.is_over


def test_what_was_passed_before_is_not_asked_again(begin: Begin) -> None:
    walk = begin(passed=("first", "second"))
    assert walk.taken_up == 2
    numbers = []
    while (card := walk.go_on()) is not None:
        numbers.append(card.number)
    assert numbers == [2, 4, 5, 6, 7, 8]


def test_nothing_is_kept_where_nobody_keeps_it(begin: Begin) -> None:
    walk = begin()
    walk.go_on()
    walk.answer(letters(walk)[0][0])
    assert (walk.is_over, walk.trouble) == (True, "")


def test_progress_that_cannot_be_kept_stops_nobody(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    walk = begin(progress=Progress(tmp_path / "file"))
    walk.go_on()
    walk.answer(letters(walk)[0][0])
    assert walk.is_over
    assert "file" in walk.trouble


def test_hints_come_in_order_and_then_how_it_is(begin: Begin) -> None:
    walk = begin()
    card = walk.go_on()
    assert card is not None and card.question is not None
    told = [walk.hint().text for _ in card.step.hints]
    assert told == [f"Hint: {hint}" for hint in card.step.hints]
    last = walk.hint()
    assert (last.text, last.evidence) == (f"There are no more hints. {HOW_IT_IS}", card.question.evidence)
    assert walk.hint() == last
    walk.go_on()
    assert walk.hint().text.startswith("Hint: ")


def test_the_last_hint_of_a_task_is_a_way_to_do_it(begin: Begin) -> None:
    tasks = [step.id for step in TASKS.all_steps if step.kind in ("edit", "chain")]
    walk = begin(TASKS, passed=tuple(step.id for step in TASKS.all_steps if step.id not in tasks))
    while (card := walk.go_on()) is not None:
        assert card.question is None and card.task is not None
        for _ in card.step.hints:
            walk.hint()
        assert walk.hint().evidence == (f"One way: {'  '.join(card.task.solution)}",)
        walk.leave_out()
        assert walk.is_over
    assert walk.left_out == len(tasks) == 2


def test_a_question_is_no_task_and_nothing_is_nothing(begin: Begin) -> None:
    walk = begin()
    with pytest.raises(ValueError, match="nothing is asked"):
        walk.answer("a")
    walk.go_on()
    with pytest.raises(ValueError, match="nothing is to be done"):
        walk.attempt(("/a=1",))


def test_where_there_are_no_hints_none_are_missed(begin: Begin) -> None:
    walk = begin(passed=tuple(step.id for step in FIRST.all_steps if step.hints))
    card = walk.go_on()
    assert card is not None and not card.step.hints
    assert walk.hint().text == HOW_IT_IS


@needs_namespaces
def test_a_task_is_over_with_the_attempt_that_does_it(tmp_path: Path) -> None:
    lesson, progress = secretive_lesson(tmp_path / "lesson"), Progress(tmp_path / "state")
    with LessonRuns(lesson) as made:
        walk = LessonWalk(made, lesson.id, SEED, progress, ("whose", "token", "given"))
        card = walk.go_on()
        assert card is not None and card.task is not None
        assert not walk.attempt(("/plugins/1/mtu=1",)).done
        assert (walk.is_over, progress.passed(lesson.id, lesson)) == (False, ())
        assert walk.attempt(card.task.solution).done
        assert (walk.is_over, progress.passed(lesson.id, lesson)) == (True, ("mend",))
        with pytest.raises(ValueError, match="nothing is asked"):
            walk.answer("a")


@needs_namespaces
def test_nothing_that_a_redacted_walk_shows_has_a_secret(tmp_path: Path) -> None:
    lesson = secretive_lesson(tmp_path)
    shown: dict[bool, str] = {}
    for redacted in (False, True):
        with LessonRuns(lesson) as made:
            walk = LessonWalk(made, lesson.id, SEED, redacted=redacted)
            told = [filled(lesson.intro, walk.runs(), width=80), filled(lesson.closing, walk.runs(), width=80)]
            while (card := walk.go_on()) is not None:
                told += [repr(card.question), *(repr(walk.hint()) for _ in range(4))]
                told += [repr(partial(walk.runs().traces["add"], Moment(run="add", steps=9)))]
                if card.task is not None:
                    told += [repr(card.task)]
                    attempt = walk.attempt(card.task.solution)
                    assert attempt.done
                    told += [*attempt.evidence, repr(attempt.trace)]
            shown[redacted] = "\n".join(told)
    assert shown[False].count(TOKEN) > 6
    assert TOKEN not in shown[True]
    assert len(shown[True].splitlines()) == len(shown[False].splitlines())


def test_runs_without_secrets_are_else_the_same() -> None:
    runs = RECORDED["conflist"]
    clean = without_secrets(runs)
    assert list(clean.traces) == list(runs.traces)
    assert [call.stdin for call in clean.traces["add"].calls] == [call.stdin for call in runs.traces["add"].calls]
    assert clean.traces["add"].redacted
