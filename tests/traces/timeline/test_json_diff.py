import json
import sys
from typing import Any

import pytest

from tests.support.traces import recorded
from traces.timeline.json_diff import Spot, document_spots
from traces.timeline.json_tree import aligned
from traces.timeline.masking import Masking


def spots(left: Any, right: Any, edited: tuple[str, ...] = (), *, raw: bool = False) -> list[tuple[str, Any, Any]]:
    """Where two documents differ, by pointer, before and after."""
    mask = Masking(recorded(), recorded(), raw=raw)
    texts = [value if isinstance(value, bytes) else json.dumps(value).encode() for value in (left, right)]
    return [(spot.at, spot.before, spot.after) for spot in document_spots(texts[0], texts[1], mask, edited)]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ("/a/b", "1", "2")),
        ({"a": 1}, {}, ("/a", "1", None)),
        ({}, {"a": None}, ("/a", None, "null")),
        ({"a/b": {"c~d": 1}}, {"a/b": {"c~d": 2}}, ("/a~1b/c~0d", "1", "2")),
        ({"a": 1}, {"a": True}, ("/a", "1", "true")),
        ({"a": 1}, {"a": "1"}, ("/a", "1", '"1"')),
        ({"a": []}, {"a": {}}, ("/a", "[]", "{}")),
        ([1, 2, 3], [1, 2, 3, 4], ("/3", None, "4")),
        (["x", "b", "c"], ["b", "c"], ("/0", '"x"', None)),
        (b"[1]", b"[2]", ("/0", "1", "2")),
        ({}, [], ("", "{}", "[]")),
    ],
)
def test_a_difference_has_pointer_before_and_after(left: Any, right: Any, expected: tuple[str, Any, Any]) -> None:
    assert spots(left, right) == [expected]


def test_spaces_and_order_of_members_do_not_matter() -> None:
    assert spots(b'{"a": 1, "b": [1.0]}', b'{"b":[1],\n"a":1}') == []


def test_a_new_entry_shifts_no_other() -> None:
    host, pod = {"name": "veth00000001", "mac": "0a:00:00:00:00:01"}, {"name": "eth0"}
    other_host = {"name": "veth00000002", "mac": "0a:00:00:00:00:02"}
    assert spots([host, pod], [{"name": "cni0"}, other_host, pod]) == [("/0", None, '{"name": "cni0"}')]


def test_edited_places_are_compared_as_they_are() -> None:
    left, right = {"mac": "0a:00:00:00:00:01"}, {"mac": "0a:00:00:00:00:02"}
    assert spots(left, right) == []
    assert [at for at, _, _ in spots(left, right, ("/mac",))] == ["/mac"]
    assert [at for at, _, _ in spots({"a": left}, {"a": right}, ("/a",))] == ["/a/mac"]
    assert [at for at, _, _ in spots(left, right, raw=True)] == ["/mac"]


def test_pids_stand_for_each_other() -> None:
    assert spots([{"pid": 1}, {"pid": 1}], [{"pid": 2}, {"pid": 2}]) == []
    assert [at for at, _, _ in spots([{"pid": 1}, {"pid": 1}], [{"pid": 2}, {"pid": 3}])] == ["/1/pid"]
    assert [at for at, _, _ in spots({"code": 1}, {"code": 2})] == ["/code"]


def test_texts_are_compared_by_line() -> None:
    assert spots(b"one\ntwo\nthree\n", b"one\nnew\ntwo\nthree\n") == [("line 2", None, "new")]
    assert spots(b"one\ntwo", b"one\n2") == [("line 2", "two", "2")]


def test_json_differs_from_no_json_as_a_whole() -> None:
    assert spots(b'{"a": 1}', b"") == [("", '{"a": 1}', None)]
    assert spots(b"panic\nat", b"{}") == [("", "panic\nat", "{}")]


def test_broken_utf_8_is_shown_by_its_bytes() -> None:
    assert spots(b"\xff", b"\xfe") == [("line 1", "\\xff", "\\xfe")]


def test_documents_nested_too_deep_are_compared_as_text() -> None:
    depth = sys.getrecursionlimit() - 150
    left, right = (b"[" * depth + middle + b"]" * depth for middle in (b"1", b"2"))
    mask = Masking(recorded(), recorded())
    (spot,) = document_spots(left, right, mask)
    assert spot == Spot(at="line 1", before=left.decode(), after=right.decode(), is_json=False)


def test_very_long_lists_are_compared_by_place() -> None:
    left = list(range(1_500))
    assert [at for at, _, _ in spots(left, [*left[:1_499], -1])] == ["/1499"]
    assert [at for at, _, _ in spots(left, [*left, 7])] == ["/1500"]


def test_a_common_order_is_found() -> None:
    assert list(aligned(["a", "b", "c"], ["x", "b"])) == [(0, 0), (1, 1), (2, None)]
    assert list(aligned([], ["a"])) == [(None, 0)]
