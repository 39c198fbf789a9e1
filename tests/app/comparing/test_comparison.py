from dataclasses import replace

import pytest

from app.comparing.comparison import Place, difference_text, next_stop, place_at, place_line
from panels.render.glyphs import UNICODE
from panels.render.page import plain
from tests.support.traces import failing_add, recorded
from traces.timeline.beside import lay_beside
from traces.timeline.beside_sides import side_rows

BESIDE = lay_beside(recorded(), replace(failing_add(), id="failed"))
CAUSE = BESIDE.first_stop or 0
EQUAL = lay_beside(recorded(), recorded())


def test_stops_are_visited_in_their_order_and_end() -> None:
    place, seen = place_at(BESIDE, 0), [0]
    while (number := next_stop(BESIDE, place, 1)) is not None:
        seen.append(number)
        place = place_at(BESIDE, number)
    assert seen == list(range(len(BESIDE.stops)))
    assert next_stop(BESIDE, place_at(BESIDE, 0), -1) is None


def test_from_a_side_without_difference_it_goes_on_from_there() -> None:
    same = Place(pair=1, side="stdin")
    assert next_stop(BESIDE, same, 1) == 0
    assert next_stop(BESIDE, same, -1) is None
    last = Place(pair=len(BESIDE.pairs) - 1, side="error")
    assert next_stop(BESIDE, replace(last, stop=None), -1) is not None
    assert next_stop(EQUAL, Place(), 1) is None


def test_a_pair_is_shown_at_its_first_difference() -> None:
    pair = BESIDE.stops[CAUSE].pair
    place = Place.of_pair(BESIDE, pair, "stdin")
    assert place.stop is not None
    assert BESIDE.stops[place.stop].pair == pair
    assert place.side == next(side for side in BESIDE.pairs[pair].sides if BESIDE.pairs[pair].counts.get(side))


def test_a_pair_that_is_the_same_keeps_the_side() -> None:
    assert Place.of_pair(BESIDE, 1, "env") == Place(pair=1, side="env")
    assert Place.of_pair(BESIDE, 0, "env") == Place(pair=0, side="given")


@pytest.mark.parametrize("number", range(len(BESIDE.stops)))
def test_a_stop_has_a_row(number: int) -> None:
    place = place_at(BESIDE, number)
    rows = side_rows(BESIDE, BESIDE.pairs[place.pair], place.side).rows
    here = place.row_in(BESIDE, rows)
    assert here is not None
    assert rows[here].is_unlike


def test_the_line_says_which_difference_and_what_it_is() -> None:
    text = plain(place_line(BESIDE, place_at(BESIDE, CAUSE), UNICODE))
    assert f"difference {CAUSE + 1} of {len(BESIDE.stops)}" in text
    assert "~ differs" in text
    assert "first cause" in text
    follows = next(number for number, stop in enumerate(BESIDE.stops) if stop.difference.follows)
    assert "only follows" in plain(place_line(BESIDE, place_at(BESIDE, follows), UNICODE))


def test_the_line_says_where_there_is_none() -> None:
    assert "elsewhere" in plain(place_line(BESIDE, Place(pair=1, side="stdin"), UNICODE))
    assert "nothing differs" in plain(place_line(EQUAL, Place(), UNICODE))


def test_a_difference_is_copied_as_a_diff() -> None:
    place = place_at(BESIDE, CAUSE)
    rows = side_rows(BESIDE, BESIDE.pairs[place.pair], place.side).rows
    text = difference_text(BESIDE, place, rows, unmasked=False)
    assert "A: ADD add-1, B: ADD failed" in text
    assert "First cause: link 1 portmap ended otherwise" in text
    assert "\n- exit 0, ok\n+ exit 1, error: code 11" in text
