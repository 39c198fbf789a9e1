"""JSON in texts: found where it begins, read as far as it goes, told by place."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from traces.redaction.jsonish import decoded, escaped, regions


def slots(text: str) -> list[tuple[str, str | None]]:
    """The values of a text with the kind of secret that they are."""
    found = (slot for region in regions(text) for slot in region.slots if not slot.is_name)
    return [(text[slot.start : slot.end], slot.kind) for slot in found]


def test_a_kind_holds_for_all_that_is_below() -> None:
    text = '{"auth": [["a"], {"x": 12}], "b": "c", "token": {"name": "n", "v": null}}'
    assert slots(text) == [("a", "credential"), ("12", "credential"), ("c", None), ("n", None)]


def test_a_name_beside_a_value_is_its_name() -> None:
    assert slots('[{"name":"A_TOKEN","value":"x"},{"name":"A","value":"y"}]')[1::2] == [("x", "token"), ("y", None)]
    assert slots('{"op":"add","path":"/a/password","value":"z"}')[-1] == ("z", "password")


def test_json_that_is_cut_off_is_read_to_its_end() -> None:
    assert slots('[INFO] {"a": {"tokens": ["x", "y') == [("x", "token"), ("y", "token")]


def test_json_goes_on_behind_what_is_none() -> None:
    assert slots('{"a": oops} then {"token": "x"}') == [("x", "token")]


def test_nesting_without_end_is_read() -> None:
    assert slots("[" * 100_000 + '"x"') == [("x", None)]


@given(st.text() | st.text('\\"u0dD8a\n{}[]:,'))
def test_every_character_has_its_place(text: str) -> None:
    for written in (json.dumps(text)[1:-1], escaped(text), text):
        content = decoded(written)
        assert content.place(len(content.text)) == len(written)
        starts = [content.place(at) for at in range(len(content.text) + 1)]
        assert starts == sorted(set(starts))
        assert "".join(decoded(written[a:b]).text for a, b in pairwise(starts)) == content.text


@given(st.text('{}[]":,\\ atoken1\n'))
def test_any_text_is_read_without_an_error(text: str) -> None:
    ends = [place for region in regions(text) for place in (region.start, region.end)]
    assert ends == sorted(ends)
