"""A lesson's page fits its width and its encoding."""

import pytest

from app.learning.lesson_page import LessonPage
from traces.lessons.question import Choice, Question, judge

QUESTION = Question(
    prompt="Who is called next, when all the others have been called before?",
    choices=(Choice(text="a plugin with a very long name indeed", right=True), Choice(text="«none»", right=False)),
    evidence=("Call 1: bridge — here",),
)


def test_questions_are_lettered_and_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    LessonPage(32).question(QUESTION)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Who is called next, when all the"
    assert [line for line in lines if line.startswith("  ") and line[3:4] == ")"] == [
        "  a) a plugin with a very long",
        "  b) «none»",
    ]
    assert max(map(len, lines)) <= 32


def test_ascii_pages_have_no_other_characters(capsys: pytest.CaptureFixture[str]) -> None:
    page = LessonPage(80, ascii=True)
    page.question(QUESTION)
    page.judged(judge(QUESTION, "b"), QUESTION)
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert '  b) "none"' in shown
    assert "\n| Call 1: bridge" in shown


def test_evidence_that_was_shown_is_not_shown_again(capsys: pytest.CaptureFixture[str]) -> None:
    LessonPage(80).judged(judge(QUESTION, "a"), QUESTION, shown=True)
    assert capsys.readouterr().out == "Yes: a plugin with a very long name indeed.\n\n"


def test_a_full_page_waits_and_a_question_begins_it_anew(capsys: pytest.CaptureFixture[str]) -> None:
    waited: list[str] = []
    page = LessonPage(80, rows=4, more=lambda: waited.append(capsys.readouterr().out))
    page.line("1\n2\n3\n4")
    assert waited == ["1\n2\n3\n"]
    page.asked()
    page.line("5\n6\n7")
    assert len(waited) == 1


def test_escape_sequences_of_a_lesson_reach_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = Question(
        prompt="\x1b]52;c;x\x07?", choices=(Choice(text="\x1b[31mred", right=True),), evidence=("\u202eon",)
    )
    page = LessonPage(80)
    page.title("\x1b[2J", "goal\x07")
    page.question(hostile)
    page.judged(judge(hostile, "a"), hostile)
    shown = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)
    assert "a) ␛[31mred" in shown
