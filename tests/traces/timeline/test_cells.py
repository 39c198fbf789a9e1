from hypothesis import given
from hypothesis import strategies as st

from traces.timeline.cells import CellRow, Ink, Span, plain
from traces.timeline.measure import cells


def test_strokes_lie_over_earlier_ones() -> None:
    row = CellRow(6)
    row.put(0, "------", Ink.CALL)
    row.put(2, "ab", Ink.LABEL)
    assert row.spans() == (Span("--", Ink.CALL), Span("ab", Ink.LABEL), Span("--", Ink.CALL))


def test_what_leaves_the_row_is_cut_off() -> None:
    row = CellRow(4)
    row.put(2, "abc", Ink.LABEL)
    row.put(-1, "xy", Ink.LABEL)
    assert plain(row.spans()) == "y ab"


def test_a_wide_character_takes_two_cells() -> None:
    row = CellRow(5)
    row.put(0, "網a", Ink.LABEL)
    row.put(4, "路", Ink.LABEL)
    assert plain(row.spans()) == "網a  "


def test_a_combining_mark_stays_with_its_letter() -> None:
    row = CellRow(3)
    row.put(0, "e\u0301x", Ink.LABEL)
    assert plain(row.spans()) == "e\u0301x "


def test_text_is_centred_on_its_cell() -> None:
    row = CellRow(9)
    row.centre(4, "abc", Ink.HEAD)
    assert plain(row.spans()) == "   abc   "


def test_centred_text_stays_in_the_row() -> None:
    row = CellRow(9)
    row.centre(1, "abcdef", Ink.HEAD)
    assert plain(row.spans()) == "abcdef   "


@given(st.lists(st.tuples(st.integers(-4, 30), st.sampled_from(["ab", "網路", "e\u0301", "-----"])), max_size=6))
def test_a_window_shows_what_the_whole_row_has_there(strokes: list[tuple[int, str]]) -> None:
    whole, part = CellRow(24), CellRow(24, range(5, 17))
    for x, text in strokes:
        for row in (whole, part):
            row.put(x, text, Ink.LABEL)
            row.fill(x, 3, "=", Ink.CALL)
    everything = plain(whole.spans())
    if everything.isascii():
        assert plain(part.spans()) == everything[5:17]
    assert cells(plain(part.spans())) == 12


def test_only_seen_cells_are_walked() -> None:
    row = CellRow(100, range(10, 20))
    assert list(row.seen(0, 90, 3)) == [12, 15, 18]
    assert list(row.seen(15, 17)) == [15, 16]
