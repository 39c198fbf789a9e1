"""The difference between two JSON values turns one into the other."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.any_trace import json_values
from traces.errors import StoreError
from traces.store.delta import changed, difference
from traces.store.fields import Field

items = st.sampled_from([1, 2, 3, {"a": 1}, {"a": 2}, "x"])
trees = st.dictionaries(
    st.sampled_from("abc"),
    st.lists(items, max_size=6) | json_values | st.dictionaries(st.sampled_from("de"), st.lists(items, max_size=4)),
)


@given(trees, trees)
def test_a_difference_makes_the_one_of_the_other(old: Any, new: Any) -> None:
    found = difference(old, new)
    assert (old if found is None else changed(old, Field(found, "f"))) == new


@given(trees)
def test_the_same_has_no_difference(tree: Any) -> None:
    assert difference(tree, tree) is None


def test_a_difference_has_only_what_differs() -> None:
    old = {"links": [{"n": 1}, {"n": 2}], "routes": ["a"], "gone": 1}
    new = {"links": [{"n": 1}, {"n": 3}, {"n": 4}], "routes": ["a"]}
    assert difference(old, new) == {
        "members": {"links": {"removed": [1], "added": [[1, {"n": 3}], [2, {"n": 4}]]}, "gone": {"gone": True}}
    }


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (7, "f: /: expected an object, found 7"),
        ({}, "f: /: expected a difference: value, members, or removed and added, found an object"),
        ({"members": {}}, "f: /members: expected a difference to an object that is there, found an object"),
        ({"removed": [3]}, "f: /removed: expected places in a list of 2, found a list"),
        ({"removed": [-1]}, "f: /removed: expected places in a list of 2, found a list"),
        ({"added": [[9, 1]]}, "f: /added: expected places in a list of 2, in their order, found a list"),
        ({"added": [[0]]}, "f: /added/0: expected a place and a value, found a list"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(found: Any, said: str) -> None:
    with pytest.raises(StoreError) as raised:
        changed([1, 2], Field(found, "f"))
    assert str(raised.value) == said
