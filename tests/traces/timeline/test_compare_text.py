import pytest

from tests.support.diffing import one_call, with_id
from tests.support.traces import failing_add, hostile, recorded
from traces.model.trace import Trace
from traces.timeline.compare import compare
from traces.timeline.compare_text import cause_sentence, comparison_plain, comparison_text
from traces.timeline.measure import cells
from traces.timeline.printable import printable


def text(left: Trace, right: Trace, width: int = 80, *, ascii: bool = False) -> str:
    """The comparison in columns."""
    return comparison_text(left, right, compare(left, right), width=width, ascii=ascii)


def test_the_first_cause_stands_below_both_traces() -> None:
    lines = text(one_call(), with_id(one_call(stdout=b"{}"), "made-2")).splitlines()
    assert lines[0].startswith("A  made-1  ADD five 1.0.0, ok")
    assert next(line for line in lines if line.startswith("B")).startswith("B  made-2  ADD")
    assert any(line.startswith("First cause: link 0 bridge answered otherwise at /cniVersion") for line in lines)


def test_short_values_stand_beside_their_place() -> None:
    assert "  stderr      line 1                    old → new" in text(one_call(stderr=b"old"), one_call(stderr=b"new"))


def test_long_values_stand_below_it_whole() -> None:
    left, right = b"a b" * 40, b"c d" * 40
    lines = text(one_call(stderr=left), one_call(stderr=right)).splitlines()
    start = lines.index("  stderr      line 1")
    assert lines[start + 1].startswith("              A  a ba ba b")
    assert next(line for line in lines[start:] if "B  " in line).startswith("              B  c dc dc d")


def test_what_one_of_them_lacks_is_said_so() -> None:
    shown = text(one_call(), one_call(stderr=b"word " * 30))
    assert "only B  word word" in shown


def test_consequences_are_marked_by_a_word() -> None:
    shown = text(recorded(), failing_add())
    assert "call                                  called → nothing (follows)" in shown
    assert "outcome  1 difference" in shown


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_asked_for(width: int) -> None:
    for left, right in ((recorded(), failing_add()), (recorded(), hostile()), (hostile(), failing_add())):
        assert max(map(cells, text(left, right, width).splitlines())) <= width


def test_calls_that_are_the_same_are_named() -> None:
    assert "same: link 0 bridge > host-local, link 0 bridge\n" in text(recorded(), failing_add())


def test_equal_traces_have_no_cause() -> None:
    assert cause_sentence(compare(recorded(), recorded())) == "No differences."


def test_a_mere_surrounding_is_called_so() -> None:
    left, right = one_call(environment=(b"PWD=/a",)), one_call(environment=(b"PWD=/b",))
    sentence = "Only what surrounds the runs differs, first: link 0 bridge was given another environment at PWD"
    assert cause_sentence(compare(left, right)) == f"{sentence}: A: /a; B: /b."


def test_plain_text_has_a_numbered_line_a_difference() -> None:
    comparison = compare(recorded(), failing_add())
    lines = comparison_plain(recorded(), failing_add(), comparison).splitlines()
    numbered = [line for line in lines if line[0].isdigit()]
    assert len(numbered) == len(comparison.differences)
    assert numbered[0].startswith("1. link 1 portmap, end: A: exit 0, ok; B: exit 1, error: code 11")
    assert lines[-1].startswith("First cause: link 1 portmap ended otherwise: ")


def test_ascii_text_is_ascii() -> None:
    assert text(recorded(), hostile(), ascii=True).isascii()


def test_hostile_text_cannot_reach_a_terminal() -> None:
    for shown in (text(recorded(), hostile()), comparison_plain(recorded(), hostile(), compare(recorded(), hostile()))):
        assert shown == printable(shown, lines=True)
