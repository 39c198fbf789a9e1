from dataclasses import replace

import pytest

from panels.render.glyphs import ASCII, UNICODE, Glyphs
from panels.render.page import Kind, line_width, plain
from panels.render.pairs_text import head_line, pair_line, picture
from tests.support.traces import failing_add, hostile, long_chain, recorded
from traces.model.trace import Branch, Trace
from traces.timeline.beside import lay_beside


def drawn(left: Trace, right: Trace, width: int, glyphs: Glyphs = UNICODE) -> list[str]:
    """The rows of two traces."""
    beside = lay_beside(left, right)
    made = picture(beside.pairs, width)
    cause = beside.stops[beside.first_stop].pair if beside.first_stop is not None else None
    lines = [
        pair_line(beside.pairs[row.pair], row, made, width, glyphs, is_cause=row.pair == cause) for row in made.rows
    ]
    return [plain(line) for line in (head_line(made, width, glyphs), *lines)]


def test_runs_share_lifelines_where_there_is_room() -> None:
    rows = drawn(recorded(), failing_add(), 160)
    assert rows[0].split() == ["runtime", *["bridge", "host-local", "portmap", "bandwidth", "firewall", "tuning"]]
    solid = next(row for row in rows if "\u251cA" in row)
    dashed = next(row for row in rows if "\u251cB" in row)
    assert "A\u2500\u2500" in solid
    assert "B\u254c\u254c" in dashed
    assert solid.index("\u25ba") == dashed.index("\u25ba")
    assert solid.index("\u2503") == rows[0].index("portmap")


def test_they_stand_in_columns_where_it_is_narrow() -> None:
    rows = drawn(recorded(), failing_add(), 80)
    assert rows[0].split() == ["call", "A", "B"]
    (row,) = [row for row in rows if "portmap" in row]
    assert row.startswith("! ~ differs   1 portmap")
    assert "\u2717 exit 1" in row[row.index("\u2713") :]


def test_two_hundred_links_stand_in_columns() -> None:
    rows = drawn(long_chain(), replace(long_chain(), id="other"), 160)
    assert rows[0].split() == ["call", "A", "B"]
    assert len(rows) == 203


def test_each_pair_has_sign_and_word() -> None:
    rows = [row[:12] for row in drawn(recorded(), failing_add(), 80)[1:]]
    assert rows[0] == "  = same    "
    assert rows[3] == "! ~ differs "
    assert rows[4] == "  - follows "
    alone = [row[:12] for row in drawn(failing_add(), recorded(), 80)]
    assert alone[5] == "  + follows "


def test_a_call_of_one_run_has_one_row() -> None:
    rows = drawn(recorded(), failing_add(), 160)
    assert sum("\u251cA" in row for row in rows) - sum("\u251cB" in row for row in rows) == 3


def test_equal_links_are_dimmed() -> None:
    beside = lay_beside(recorded(), failing_add())
    made = picture(beside.pairs, 160)
    row = next(each for each in made.rows if beside.pairs[each.pair].subject == "link 0 bridge")
    line = pair_line(beside.pairs[row.pair], row, made, 160, UNICODE, is_cause=False)
    assert {span.kind for span in line if span.text.strip()} <= {Kind.DIM, Kind.LABEL}


def test_what_was_not_rerun_is_called_so() -> None:
    calls = tuple(call for call in recorded().calls if call.link not in (None, 0))
    branch = replace(recorded(), id="b", calls=calls, branch_of=Branch(trace=recorded().id, link=1, how="materialise"))
    assert sum("not rerun" in row for row in drawn(recorded(), branch, 80)) == 2


def test_what_was_done_by_hand_is_said() -> None:
    first = recorded().calls[0]
    touched = replace(recorded(), id="t", calls=(replace(first, touched=("stdin",)), *recorded().calls[1:]))
    assert any("by hand" in row for row in drawn(recorded(), touched, 200))


@pytest.mark.parametrize("width", [24, 57, 80, 111, 160])
def test_no_row_is_wider_than_asked_for(width: int) -> None:
    for left, right in ((recorded(), failing_add()), (hostile(), recorded()), (long_chain(), hostile())):
        beside = lay_beside(left, replace(right, id="other"))
        made = picture(beside.pairs, width)
        for row in made.rows:
            line = pair_line(beside.pairs[row.pair], row, made, width, UNICODE, is_cause=True)
            assert line_width(line) <= width
            assert not {"\x1b", "\0", "\n"} & set(plain(line))


def test_ascii_is_ascii() -> None:
    assert "".join(drawn(recorded(), failing_add(), 160, ASCII)).isascii()
