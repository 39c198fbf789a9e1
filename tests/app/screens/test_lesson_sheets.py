"""The pages of a lesson as they are written: what stands on them, in which order, and how wide."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.learning.quizzing import QuizWalk
from app.learning.school import School
from app.learning.walk import Card, Hint, LessonWalk
from app.screens.lesson_sheets import Sheet, Writer, refused, shows_all_of, spoken
from panels.render.glyphs import ASCII, UNICODE
from panels.render.page import Kind, line_width, plain
from tests.support.lessons import without_sandbox
from traces.lessons.lesson import Lesson, Text
from traces.lessons.load import bundled
from traces.lessons.progress import Progress
from traces.lessons.question import Judged

LESSONS = {lesson.id: lesson for lesson in bundled()}
WRITER = Writer(UNICODE)


@pytest.fixture(autouse=True)
def _recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    without_sandbox(monkeypatch)


def walk_of(lesson: Lesson, folder: Path, passed: int = 0) -> LessonWalk:
    """A lesson of which some steps are passed."""
    progress = Progress(folder)
    for step in lesson.all_steps[:passed]:
        progress.keep(lesson.id, step.id)
    with School(progress, "7") as school:
        walk = school.take(lesson.id, lesson)
        walk.runs()
    return walk


def card_of(walk: LessonWalk) -> Card:
    """The next card."""
    card = walk.go_on()
    assert card is not None
    return card


def rows(sheet: Sheet, width: int = 80) -> list[str]:
    """What stands on it."""
    return [plain(line) for line in sheet.page(width).lines]


def test_a_sheet_grows_and_shows_what_is_new() -> None:
    sheet = Sheet(parts=(spoken("one"), spoken("two")))
    assert (rows(sheet), sheet.page(80).focus) == (["one", "", "two"], None)
    grown = sheet.with_parts(refused("three"), spoken("four"))
    assert (rows(grown), grown.page(80).focus) == (["one", "", "two", "", "three", "", "four"], 4)
    assert sheet.text == "one\n\ntwo", "it itself stays as it was"
    assert grown.page(80).lines[4][0].kind is Kind.BAD


def test_lines_are_never_longer_than_is_good_to_read() -> None:
    sheet = Sheet(parts=(spoken("word " * 100),))
    for width, most in ((40, 40), (96, 96), (300, 96)):
        assert most - 5 <= max(map(line_width, sheet.page(width).lines)) <= most


def test_the_first_page_has_the_goal_and_what_to_know(tmp_path: Path) -> None:
    lesson = LESSONS["conflist"]
    text = rows(WRITER.title(walk_of(lesson, tmp_path, passed=2)))
    assert text[0] == f"Goal: {lesson.goal}"
    assert "No sandbox here (no user namespaces here): this is a recording." in text
    assert "Taken up: 2 of 8 steps are passed. (--again begins anew.)" in text
    assert any('"cniVersion"' in row for row in text)
    assert not any("{{" in row for row in text)


def test_a_card_that_is_over_begins_at_what_was_said(tmp_path: Path) -> None:
    card = card_of(walk_of(LESSONS["conflist"], tmp_path))
    assert card.question is not None
    before = rows(WRITER.card(card))
    said = WRITER.judged(Judged(right=True, said="bridge"), card.question, shown=False)
    over = WRITER.over(card, said)
    text = rows(over, 200)
    assert text[: len(before)] == rows(WRITER.card(card), 200)[: len(before)]
    focus = over.page(200).focus
    assert focus is not None and text[focus] == "✓ Yes: bridge."
    assert text[focus - 2] == card.question.prompt
    assert text[focus + 2].startswith("│ ")


def test_evidence_that_was_shown_is_not_shown_again(tmp_path: Path) -> None:
    card = card_of(walk_of(LESSONS["conflist"], tmp_path))
    assert card.question is not None
    first, again = (
        WRITER.judged(Judged(right=False, said="tuning"), card.question, shown=is_shown) for is_shown in (False, True)
    )
    assert (len(first), len(again)) == (2, 1)
    assert rows(Sheet(parts=again)) == ["✗ No: tuning."]


def test_hints_are_told_and_the_last_one_shows_the_run() -> None:
    assert rows(Sheet(parts=WRITER.hint(Hint(text="Hint: look.")))) == ["Hint: look."]
    told = rows(Sheet(parts=WRITER.hint(Hint(text="This is how it is:", evidence=("Call 1", '{"a":1}')))))
    assert told == ["This is how it is:", "", "│ Call 1", '│ {"a":1}']


def test_a_task_that_is_over_stands_below_its_text(tmp_path: Path) -> None:
    lesson = LESSONS["merging"]
    walk = walk_of(lesson, tmp_path, passed=[step.kind for step in lesson.all_steps].index("chain"))
    card = card_of(walk)
    assert card.task is not None
    sheet = WRITER.over(card, ())
    heading = [span.text for line in sheet.page(300).lines for span in line if span.kind is Kind.HEADING]
    assert card.task.prompt in " ".join(" ".join(heading).split())
    assert rows(sheet)[: len(rows(WRITER.card(card)))] == rows(WRITER.card(card))


def test_a_sequence_that_is_shown_beside_the_text_is_not_in_it(tmp_path: Path) -> None:
    assert not shows_all_of("It ran.", "add")
    assert not shows_all_of("{{sequence del}}", "add")
    assert shows_all_of("It ran:\n\n{{sequence add}}\n", "add")
    card = card_of(walk_of(LESSONS["conflist"], tmp_path))
    text = Text(before="Now.", after="It ran:\n\n{{sequence add}}\n\nThat was it.")
    told = rows(WRITER.over(replace(card, step=replace(card.step, text=text)), ()))
    assert told[-3:] == ["It ran:", "", "That was it."]


def test_the_last_page_says_what_was_left_out_and_what_follows(tmp_path: Path) -> None:
    walk = walk_of(LESSONS["merging"], tmp_path)
    walk.left_out = 2
    text = rows(WRITER.closing(walk, "Enter leaves."))
    assert text[-3:] == [
        f"This was the lesson «{walk.lesson.title}». 2 of its steps were left out.",
        "",
        "Enter leaves.",
    ]


def test_the_end_of_a_quiz_is_its_score() -> None:
    walk = QuizWalk((), "1")
    walk.answered, walk.right = 3, 2
    assert rows(WRITER.score(walk, "Again?")) == ["2 of 3 right.", "", "Again?"]


def test_signs_and_bars_are_ascii_where_nothing_else_is_shown(tmp_path: Path) -> None:
    card = card_of(walk_of(LESSONS["conflist"], tmp_path))
    assert card.question is not None
    said = Writer(ASCII).judged(Judged(right=True, said="bridge"), card.question, shown=False)
    assert all(row.isascii() for row in rows(Sheet(parts=said)))
    assert all(row.isascii() for row in rows(Writer(ASCII).chain(card)))
    assert "".join(rows(WRITER.chain(card))).count('"type"') >= 2
