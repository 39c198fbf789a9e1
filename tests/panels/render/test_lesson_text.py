"""A lesson's Markdown as lines: no line is wider than it may be, and nothing that was recorded is more than text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from panels.render.lesson_text import evidence_lines, lesson_lines, spoken_lines, wrapped
from panels.render.page import Kind, Line, Span, line_width, plain
from panels.render.raw_text import decode
from tests.support.hostile import HOSTILE, unsafe
from traces.timeline.measure import cells

SAFE = st.characters(exclude_categories=["Cs"])
WORDS = st.sampled_from(["one", "**strong words**", "`code`", "**", "`", "網路設定", "☎\ufe0f", "e\u0301", "-", "1."])
MARKDOWN = st.lists(st.one_of(WORDS, st.text(SAFE, max_size=60), st.sampled_from(["\n", "\n\n", "\n```\n", " "]))).map(
    " ".join
)


def text_of(lines: list[Line]) -> list[str]:
    """The lines without their kinds."""
    return [plain(line) for line in lines]


def of_kind(lines: list[Line], kind: Kind) -> list[str]:
    """All that is of a kind."""
    return [span.text for line in lines for span in line if span.kind is kind]


def assert_fits(lines: list[Line], width: int) -> None:
    """None is wider, whoever measures it, and none does anything."""
    for line in lines:
        assert max(line_width(line), cells(plain(line))) <= width, plain(line)
        assert unsafe(plain(line)) == [], plain(line)


@settings(max_examples=150, deadline=None)
@given(MARKDOWN, st.integers(20, 100))
@example("- " + "網" * 60, 21)
@example("```\n" + "網" * 60 + "\n```", 21)
@example("9" * 90 + ". and so on", 20)
@example(" " * 90 + "- and so on", 20)
@example("\u3000" * 90 + "- and so on", 20)
def test_no_line_of_a_text_is_wider_than_it_may_be(text: str, width: int) -> None:
    assert_fits(lesson_lines(text, width), width)


@settings(max_examples=80, deadline=None)
@given(st.text(SAFE, max_size=200), st.integers(20, 100))
@example("網" * 60, 21)
@example("👩\u200d👩\u200d👧" * 9, 20)
def test_no_line_of_evidence_or_of_words_is_wider(text: str, width: int) -> None:
    assert_fits(evidence_lines((text, f'{{"msg": "{text}"}}'), width, "│ "), width)
    assert_fits(spoken_lines(text, width), width)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_drawn_whole_and_harmless(name: str) -> None:
    text = decode(HOSTILE[name])
    for made in (lesson_lines(text, 60), spoken_lines(text, 60), evidence_lines((text,), 60, "│ ")):
        assert_fits(made, 60)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1), min_size=1, max_size=20))
def test_no_word_of_a_text_is_lost(words: list[str]) -> None:
    assert "".join("".join(text_of(spoken_lines(" ".join(words), 20))).split()) == "".join(words)


def test_strong_words_and_code_have_their_kinds() -> None:
    lines = lesson_lines("A **strong word** and `some code`, * alone.", 80)
    assert text_of(lines) == ["A strong word and some code, * alone."]
    assert of_kind(lines, Kind.HEADING) == ["strong word"]
    assert of_kind(lines, Kind.KEY) == ["some code"]


def test_what_is_strong_stays_so_over_lines() -> None:
    lines = lesson_lines("**" + "strong " * 6 + "end**", 20)
    assert text_of(lines) == ["strong strong strong", "strong strong strong", "end"]
    assert of_kind(lines, Kind.HEADING) == text_of(lines)


def test_a_word_of_two_kinds_is_not_torn() -> None:
    lines = lesson_lines("xxxxxxxxxxxxx the (`code`).", 20)
    assert text_of(lines) == ["xxxxxxxxxxxxx the", "(code)."]


def test_lists_hang_below_their_marks() -> None:
    lines = lesson_lines("- one two three four five\n- six\n\n10. ten eleven twelve", 20)
    assert text_of(lines) == ["- one two three four", "  five", "- six", "", "10. ten eleven", "    twelve"]


def test_blocks_of_code_are_indented_and_coloured() -> None:
    lines = lesson_lines('Text:\n```json\n{"a": 1,\n\n "b": "**x**"}\n```\n**end**', 40)
    assert text_of(lines) == ["Text:", "", '  {"a": 1,', "  ", '   "b": "**x**"}', "", "end"]
    assert of_kind(lines, Kind.STRING) == ['"**x**"']
    assert of_kind(lines, Kind.HEADING) == ["end"]


def test_evidence_stands_behind_a_bar_in_colours() -> None:
    lines = list(evidence_lines(('{"a": 1}', "told"), 30, "| "))
    assert text_of(lines) == ['| {"a": 1}', "| told"]
    assert [line[0] for line in lines] == [Span("| ", Kind.DIM)] * 2
    assert of_kind(lines, Kind.NUMBER) == ["1"]


def test_spoken_lines_keep_what_looks_like_markdown() -> None:
    lines = spoken_lines("One **two**\n`three` [red]four[/red]", 40, Kind.NOTE)
    assert text_of(lines) == ["One **two**", "`three` [red]four[/red]"]
    assert {span.kind for line in lines for span in line} == {Kind.NOTE}


def test_an_empty_text_is_an_empty_line() -> None:
    assert list(wrapped([("", Kind.TEXT)], 20)) == [()]
    assert lesson_lines("", 20) == []
    assert spoken_lines("a\n\nb", 20) == [(Span("a"),), (), (Span("b"),)]
    assert cell_len(plain(spoken_lines("a" * 20, 20)[0])) == 20
