import json
from typing import Any

from tests.support.traces import recorded
from traces.timeline.diff_rows import DiffRow, document_rows, text_row, text_rows
from traces.timeline.json_tree import State
from traces.timeline.masking import Masking

LEFT_MAC, RIGHT_MAC = "0a:00:00:00:00:01", "0a:00:00:00:00:02"


def rows(left: Any, right: Any, *, fold: bool = True, edited: tuple[str, ...] = ()) -> list[DiffRow]:
    """Two documents side by side."""
    texts = [value if isinstance(value, bytes) else json.dumps(value).encode() for value in (left, right)]
    return list(document_rows(texts[0], texts[1], Masking(recorded(), recorded()), edited, fold=fold))


def drawn(found: list[DiffRow]) -> list[tuple[str, int, str | None, str | None]]:
    """State, depth and both texts of each row."""
    return [(row.state, row.depth, row.left, row.right) for row in found]


def test_a_value_that_differs_stands_at_its_place() -> None:
    found = rows({"ips": [{"address": "10.0.0.2/24"}]}, {"ips": [{"address": "10.0.0.3/24"}]})
    (row,) = [row for row in found if row.is_unlike]
    assert (row.at, row.depth) == ("/ips/0/address", 3)
    assert (row.left, row.right) == ('"address": "10.0.0.2/24"', '"address": "10.0.0.3/24"')
    assert [row.left for row in found] == ["{", '"ips": [', "{", row.left, "}", "]", "}"]


def test_parts_that_are_the_same_fold_into_one_row() -> None:
    left, right = {"a": 1, "b": 2, "c": 3, "d": 4}, {"a": 1, "b": 2, "c": 3, "d": 5}
    assert [row.folded for row in rows(left, right)] == [0, 3, 0, 0]
    assert [row.left for row in rows(left, right, fold=False)] == ["{", '"a": 1', '"b": 2', '"c": 3', '"d": 4', "}"]


def test_a_long_list_that_is_the_same_says_its_length() -> None:
    same = ["an entry of some length", "another of some length", "a third one of such length"]
    found = rows({"list": same, "n": 1}, {"list": same, "n": 2})
    assert [(row.left, row.folded) for row in found[1:2]] == [('"list": [', 3)]
    assert len(rows({"list": same, "n": 1}, {"list": same, "n": 2}, fold=False)) == 8


def test_masked_values_have_a_placeholder_for_both() -> None:
    (row,) = [row for row in rows({"mac": LEFT_MAC, "n": 1}, {"mac": RIGHT_MAC, "n": 2}) if row.masked]
    assert row.state is State.MASKED
    assert row.masked == '"mac": "\u2039mac 1\u203a"'
    assert (row.left, row.right) == (f'"mac": "{LEFT_MAC}"', f'"mac": "{RIGHT_MAC}"')
    assert not any(row.masked for row in rows({"mac": LEFT_MAC}, {"mac": RIGHT_MAC}, edited=("/mac",)))


def test_pids_have_a_placeholder_too() -> None:
    assert [row.masked for row in rows({"pid": 7}, {"pid": 8})][1] == '"pid": \u2039pid 1\u203a'


def test_what_only_one_has_is_laid_out_whole() -> None:
    value = {"address": "10.22.0.7/16", "gateway": "10.22.0.1", "interface": 2, "version": "4"}
    found = [row for row in rows({"n": 1}, {"n": 1, "ip": value}) if row.is_unlike]
    assert {row.state for row in found} == {State.ONLY_RIGHT}
    assert [row.right for row in found][:2] == ['"ip": {', '"address": "10.22.0.7/16"']
    assert {row.at for row in found} == {"/ip"}


def test_a_document_beside_nothing_is_all_of_one() -> None:
    assert drawn(rows({"a": 1}, b"")) == [("only in A", 0, '{"a": 1}', None)]
    assert drawn(rows(b"", [1])) == [("only in B", 0, None, "[1]")]
    assert rows(b"", b"") == []


def test_texts_are_laid_side_by_side_by_line() -> None:
    found = text_rows(b"a\nb\nc\nd\ne\n", b"a\nb\nc\nD\ne\nf", Masking(recorded(), recorded()))
    assert [row.folded for row in found] == [3, 0, 0, 0]
    assert drawn(list(found))[1:] == [
        ("differs", 0, "d", "D"),
        ("same", 0, "e", "e"),
        ("only in B", 0, None, "f"),
    ]
    assert [row.at for row in found][1:] == ["line 4", "line 5", "line 6"]


def test_json_beside_text_is_compared_as_text() -> None:
    assert drawn(rows(b'{"a":1}', b"panic")) == [("differs", 0, '{"a":1}', "panic")]


def test_documents_nested_too_deep_are_compared_as_text() -> None:
    deep = b"[" * 900 + b"]" * 900
    assert {row.state for row in rows(deep, deep + b" ")} <= {State.SAME, State.DIFFERS}


def test_texts_are_compared_as_they_are_without_masking() -> None:
    texts = (LEFT_MAC, RIGHT_MAC)
    assert text_row(texts).state is State.DIFFERS
    assert text_row(texts, Masking(recorded(), recorded())).state is State.MASKED
