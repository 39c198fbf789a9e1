import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traces.store.splice import with_member

names = st.sampled_from(["marks", "a", "b", 'q"', "é"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=2),
    max_leaves=4,
)
objects = st.dictionaries(names, values, max_size=4)
indents = st.sampled_from([None, 0, 1, 4])


@given(objects, indents, values)
def test_only_the_member_changes_whatever_the_text(document: dict[str, Any], indent: int | None, value: Any) -> None:
    text = json.dumps(document, indent=indent)
    put = with_member(text, "marks", json.dumps(value))
    assert json.loads(put) == {**document, "marks": value}
    gone = with_member(put, "marks", None)
    assert json.loads(gone) == {name: each for name, each in document.items() if name != "marks"}


@given(objects.filter(lambda document: "marks" not in document), indents)
def test_putting_in_and_taking_out_gives_the_same_bytes(document: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(document, indent=indent) + "\n"
    assert with_member(with_member(text, "marks", "[1]"), "marks", None) == text


def test_a_new_member_is_the_last_on_a_line_of_its_own() -> None:
    assert with_member('{\n "a": 1\n}\n', "marks", "[]") == '{\n "a": 1,\n "marks": []\n}\n'
    assert with_member('{"a":1}', "marks", "[]") == '{"a":1, "marks": []}'
    assert with_member("{}", "marks", "[]") == '{"marks": []}'


def test_odd_spacing_and_numbers_stay_as_they_are() -> None:
    text = '  { "x" :1.50 ,\t"marks":  [ 1 ] , "y": 1e400, "x": {"marks": 2} }  '
    assert with_member(text, "marks", "[7]") == text.replace("[ 1 ]", "[7]")
    assert with_member(text, "marks", None) == text.replace(',\t"marks":  [ 1 ] ', " ").replace("  ,", " ,")


def test_a_member_that_stands_twice_goes_wholly() -> None:
    assert with_member('{"marks":1,"a":2,"marks":3}', "marks", None) == '{"a":2}'
    assert json.loads(with_member('{"marks":1,"a":2,"marks":3}', "marks", "4")) == {"marks": 4, "a": 2}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a"', '{"a" 1}', '{"a":1 "b":2}', "{1:2}", '{"a":1,}'])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        with_member(text, "marks", "1")
