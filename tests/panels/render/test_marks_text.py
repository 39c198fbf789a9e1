from collections.abc import Sequence

from panels.render.glyphs import ASCII, UNICODE
from panels.render.marks_text import EntryRow, mark_rows, sign_of, watch_rows
from panels.render.page import line_width, plain
from traces.timeline.marks import MarkKind, StepMark
from traces.timeline.watches import Seen


def mark(kind: MarkKind, step: int = 5, sentence: str = "bandwidth dropped 1 of 2 interfaces: eth0") -> StepMark:
    return StepMark(step=step, kind=kind, sentence=sentence)


def texts(rows: Sequence[EntryRow]) -> list[str]:
    return [plain(row.line) for row in rows]


def test_every_grade_has_its_own_sign() -> None:
    kinds = (MarkKind.FAILURE, MarkKind.DROPPED, MarkKind.STDERR, MarkKind.HAND)
    assert [sign_of(mark(kind), UNICODE) for kind in kinds] == ["✗", "!", "·", "◆"]
    assert [sign_of(mark(kind), ASCII) for kind in kinds] == ["x", "!", ":", "m"]


def test_a_sentence_goes_on_below_itself() -> None:
    rows = mark_rows([mark(MarkKind.DROPPED), mark(MarkKind.HAND, 11, "request to a")], 28, UNICODE)
    assert texts(rows) == [
        "! 06 bandwidth dropped 1 of",
        "     2 interfaces: eth0",
        "◆ 12 request to a",
    ]
    assert [(row.entry, row.is_first) for row in rows] == [(0, True), (0, False), (1, True)]


def test_a_kind_is_said_in_a_word_where_there_is_room() -> None:
    rows = mark_rows([mark(MarkKind.DROPPED)], 80, UNICODE, words=True)
    assert texts(rows) == ["! dropped  06 bandwidth dropped 1 of 2 interfaces: eth0"]


def test_step_numbers_stand_below_each_other() -> None:
    rows = mark_rows([mark(MarkKind.HAND, 0, "a"), mark(MarkKind.HAND, 9_999, "b")], 40, UNICODE, count=10_000)
    assert texts(rows) == ["◆ 00001 a", "◆ 10000 b"]


def test_a_very_long_sentence_is_cut() -> None:
    rows = mark_rows([mark(MarkKind.FAILURE, sentence="word " * 200)], 28, UNICODE)
    assert len(rows) == 6
    assert plain(rows[-1].line).endswith("…")
    assert all(line_width(row.line) <= 28 for row in rows)


def test_of_very_many_each_has_one_row() -> None:
    many = [mark(MarkKind.DROPPED, step) for step in range(5_000)]
    rows = mark_rows(many, 30, ASCII, count=5_000)
    assert len(rows) == 5_000
    assert plain(rows[-1].line) == "! 5000 bandwidth dropped 1 ~"
    assert texts(list(rows[10:12])) == ["! 0011 bandwidth dropped 1 ~", "! 0012 bandwidth dropped 1 ~"]


def test_signs_and_text_are_ascii_where_they_must() -> None:
    rows = mark_rows([mark(MarkKind.HAND, sentence="naïve ␛")], 40, ASCII)
    assert texts(rows) == ["m 06 na\\xefve \\u241b"]


def test_a_value_stands_beside_its_expression_or_below() -> None:
    watched = [
        ("ips[0].address", Seen(text="10.22.0.7/16", is_there=True)),
        ("interfaces|len", Seen(text="3", is_there=True, changed=True)),
        ("dns", Seen(text="no dns in prevResult", is_there=False)),
    ]
    assert texts(watch_rows(watched, 40, UNICODE)) == [
        "  ips[0].address 10.22.0.7/16",
        "* interfaces|len 3 changed",
        "  dns no dns in prevResult",
    ]
    assert texts(watch_rows(watched, 24, UNICODE)) == [
        "  ips[0].address",
        "    10.22.0.7/16",
        "* interfaces|len",
        "    3 changed",
        "  dns",
        "    no dns in prevResult",
    ]


def test_a_long_value_takes_few_rows() -> None:
    rows = watch_rows([("a", Seen(text="x" * 1_000, is_there=True, changed=True))], 30, ASCII)
    assert len(rows) == 7
    assert all(line_width(row.line) <= 30 for row in rows)
