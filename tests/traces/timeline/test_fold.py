"""Folding loses nothing and fits, whoever measures the rows: the terminal's library or the screen's."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from traces.timeline.fold import fold, fold_any, fold_words
from traces.timeline.printable import printable

FAMILY = "👩\u200d👩\u200d👧"
NASTY = st.sampled_from(
    ["👩", "\u200d", "\ufe0f", "☎", "網", "e\u0301", "🏽", "🇩🇪", "\x1b", "\xff", "a", " ", "\\", "\n"]
)
TEXTS = st.lists(NASTY | st.characters(), max_size=60).map("".join)
WIDTHS = st.integers(12, 40)


def widest(rows: list[str]) -> int:
    return max(max(cell_len(row), wcswidth(row)) for row in rows)


@given(TEXTS, WIDTHS, WIDTHS, st.booleans())
def test_folding_loses_nothing_and_fits(raw: str, first: int, later: int, words: bool) -> None:
    text = printable(raw)
    rows = [text[start:end] for start, end in fold(text, first, later, words=words)]
    assert "".join(rows) == text
    assert widest(rows[:1]) <= first
    assert len(rows) == 1 or widest(rows[1:]) <= later


@given(TEXTS, WIDTHS)
def test_any_text_fits_as_it_is_shown(text: str, width: int) -> None:
    places = list(fold_any(text, (0, len(text)), width, width))
    assert "".join(text[start:end] for start, end in places) == text
    assert widest([printable(text[start:end]) for start, end in places]) <= width


@given(TEXTS, WIDTHS)
def test_wrapped_rows_without_their_indents_are_the_text(raw: str, width: int) -> None:
    text = printable(raw)
    first, *others = fold_words(text, width, "  ")
    assert first + "".join(row.removeprefix("  ") for row in others) == text
    assert widest([first, *others]) <= width


def test_no_escape_is_cut_in_two() -> None:
    text = printable(FAMILY * 9)
    for width in range(10, 40):
        rows = [text[start:end] for start, end in fold(text, width)]
        assert all(row.count("<") == row.count(">") for row in rows)


def test_words_stay_whole_where_they_can() -> None:
    assert list(fold_words("the chain exists", 10)) == ["the chain ", "exists"]
    assert list(fold_words("the invalidcharacter", 10)) == ["the ", "invalidcha", "racter"]


def test_an_indent_is_no_place_to_break() -> None:
    assert list(fold_words("    abcdefgh", 8)) == ["    abcd", "efgh"]


def test_a_row_too_narrow_for_its_character_still_ends() -> None:
    assert fold("網網", 1) == [(0, 1), (1, 2)]
    assert fold("", 5) == [(0, 0)]
