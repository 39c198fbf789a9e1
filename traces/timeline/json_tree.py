"""Two JSON values as one tree: what is the same is folded away, what is not stands side by side at its place."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from traces.timeline.masking import Masking

MOST_ALIGNED = 1_000
"""Entries of a list, or lines, of which the longest common order is sought: that takes the square of their number."""


class State(StrEnum):
    """What comparing two things came to, in a word for the user."""

    SAME = "same"
    MASKED = "masked"
    """The same but for values that differ from run to run."""
    DIFFERS = "differs"
    ONLY_LEFT = "only in A"
    ONLY_RIGHT = "only in B"


ONLY = frozenset({State.ONLY_LEFT, State.ONLY_RIGHT})
UNLIKE = ONLY | {State.DIFFERS}

Same = Callable[[str, Any, Any], bool]
"""Whether the values at a JSON Pointer are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A place in either value or both."""

    at: str
    """The JSON Pointer (RFC 6901), into the left value where it is there."""
    name: str | None
    """The member's name; None in a list, and at the root."""
    state: State
    left: Any
    right: Any
    below: tuple["Node", ...] = ()
    """The members or entries, where both have such and not all of them are the same."""


def json_tree(left: Any, right: Any, masking: Masking, edited: Sequence[str] = ()) -> Node:
    """Compare two JSON values; at the pointers of ``edited`` nothing is masked.

    Raises RecursionError for what is nested too deep.
    """

    def same(pointer: str, one: Any, other: Any) -> bool:
        if any(pointer == place or pointer.startswith(f"{place}/") for place in edited):
            return _is_equal(one, other)
        return _same_scalar(pointer, one, other, masking)

    return _compared("", None, left, right, same, masking)


def leaves(node: Node) -> Iterator[Node]:
    """The places at which the values differ, in their order."""
    if node.state not in UNLIKE:
        return
    if not node.below:
        yield node
    for each in node.below:
        yield from leaves(each)


def aligned(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Which entry of two lists is which, by keys: pairs of places, None where the other list has none."""
    if len(left) == len(right) and sum(a != b for a, b in zip(left, right, strict=True)) <= 1:
        yield from zip(range(len(left)), range(len(right)), strict=True)
        return
    if max(len(left), len(right)) > MOST_ALIGNED:
        yield from _side_by_side(range(len(left)), range(len(right)))
        return
    for _, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        yield from _side_by_side(range(a, b), range(c, d))


def json_text(value: Any) -> str:
    """A value on one line, with its members in order."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _side_by_side(left: range, right: range) -> Iterator[tuple[int | None, int | None]]:
    for place in range(max(len(left), len(right))):
        yield (left[place] if place < len(left) else None), (right[place] if place < len(right) else None)


def _compared(at: str, name: str | None, left: Any, right: Any, same: Same, masking: Masking) -> Node:
    if isinstance(left, dict) and isinstance(right, dict):
        return _joined(at, name, left, right, list(_members(at, left, right, same, masking)))
    if isinstance(left, list) and isinstance(right, list):
        return _joined(at, name, left, right, list(_entries(at, left, right, same, masking)))
    state = State.DIFFERS
    if same(at, left, right):
        state = State.SAME if _is_equal(left, right) else State.MASKED
    return Node(at=at, name=name, state=state, left=left, right=right)


def _joined(at: str, name: str | None, left: Any, right: Any, below: Sequence[Node]) -> Node:
    states = {each.state for each in below}
    state = State.DIFFERS if states & UNLIKE else State.MASKED if State.MASKED in states else State.SAME
    kept = () if state is State.SAME else tuple(below)
    return Node(at=at, name=name, state=state, left=left, right=right, below=kept)


def _members(at: str, left: dict[str, Any], right: dict[str, Any], same: Same, masking: Masking) -> Iterator[Node]:
    for key in dict.fromkeys((*left, *right)):
        below = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
        if key in left and key in right:
            yield _compared(below, key, left[key], right[key], same, masking)
        elif key in left:
            yield Node(at=below, name=key, state=State.ONLY_LEFT, left=left[key], right=None)
        else:
            yield Node(at=below, name=key, state=State.ONLY_RIGHT, left=None, right=right[key])


def _entries(at: str, left: list[Any], right: list[Any], same: Same, masking: Masking) -> Iterator[Node]:
    """Entries are found again by what they say, names made at random aside, so that one new entry shifts nothing."""
    places = _side_by_side(range(len(left)), range(len(right)))
    if max(len(left), len(right)) <= MOST_ALIGNED:
        keys = (
            [masking.left_shape(json_text(item)) for item in left],
            [masking.right_shape(json_text(item)) for item in right],
        )
        places = aligned(*keys)
    for here, there in places:
        if here is not None and there is not None:
            yield _compared(f"{at}/{here}", None, left[here], right[there], same, masking)
        elif here is not None:
            yield Node(at=f"{at}/{here}", name=None, state=State.ONLY_LEFT, left=left[here], right=None)
        elif there is not None:
            yield Node(at=f"{at}/{there}", name=None, state=State.ONLY_RIGHT, left=None, right=right[there])


def _same_scalar(pointer: str, left: Any, right: Any, masking: Masking) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return masking.same(left, right)
    if _is_number(left) and _is_number(right) and pointer.rpartition("/")[2].lower() == "pid":
        return masking.same_number("pid", left, right)
    return _is_equal(left, right)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_equal(left: Any, right: Any) -> bool:
    """Whether two values are equal; true is no 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)
