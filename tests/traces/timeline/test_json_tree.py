from typing import Any

import pytest

from tests.support.traces import recorded
from traces.timeline.json_tree import State, json_tree, leaves
from traces.timeline.masking import Masking

ONE, OTHER = "0a:00:00:00:00:01", "0a:00:00:00:00:02"


def masking() -> Masking:
    """Of two runs of one trace."""
    return Masking(recorded(), recorded())


@pytest.mark.parametrize(
    ("left", "right", "state"),
    [
        ({"a": [1]}, {"a": [1.0]}, State.SAME),
        ({"mac": ONE}, {"mac": OTHER}, State.MASKED),
        ({"mac": ONE, "n": 1}, {"mac": OTHER, "n": 2}, State.DIFFERS),
        ([True], [1], State.DIFFERS),
        ([], {}, State.DIFFERS),
    ],
)
def test_a_value_is_as_the_least_alike_in_it(left: Any, right: Any, state: State) -> None:
    assert json_tree(left, right, masking()).state is state


def test_what_is_the_same_has_nothing_below() -> None:
    node = json_tree({"same": {"a": [1, 2]}, "other": 1}, {"same": {"a": [1, 2]}, "other": 2}, masking())
    assert [(each.name, each.state, each.below) for each in node.below] == [
        ("same", State.SAME, ()),
        ("other", State.DIFFERS, ()),
    ]


def test_leaves_are_places_that_differ() -> None:
    node = json_tree({"a": [{"x": 1}], "mac": ONE, "gone": 0}, {"a": [{"x": 2}], "mac": OTHER, "new": 0}, masking())
    assert [(each.at, each.state) for each in leaves(node)] == [
        ("/a/0/x", State.DIFFERS),
        ("/gone", State.ONLY_LEFT),
        ("/new", State.ONLY_RIGHT),
    ]
