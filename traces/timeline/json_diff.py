"""How two documents differ: by their structure where both are JSON, by their lines where not."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from traces.cni.anyjson import any_json
from traces.timeline.masking import Masking

_MOST_ALIGNED = 1_000
"""Entries of a list, or lines, of which the longest common order is sought: that takes the square of their number."""

Same = Callable[[str, Any, Any], bool]
"""Whether the values at a JSON Pointer are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One place at which two documents differ."""

    at: str
    """The JSON Pointer (RFC 6901), into the left document where it is there; «line 3» in a text."""
    before: str | None
    """The left value as JSON, or as text; None where it has none."""
    after: str | None
    is_json: bool = True


def document_spots(left: bytes, right: bytes, masking: Masking, edited: Sequence[str] = ()) -> tuple[Spot, ...]:
    """Where the documents differ; at the pointers of ``edited`` nothing is masked.

    JSON differs from what is none as a whole.
    """
    if left == right:
        return ()
    one, other = _parsed(left), _parsed(right)
    if one and other:
        with suppress(RecursionError):
            return json_spots(one[0], other[0], masking, edited)
    if bool(one) != bool(other):
        before, after = (_whole(raw) for raw in (left, right))
        return (Spot(at="", before=before, after=after, is_json=False),)
    return text_spots(left, right, masking)


def json_spots(left: Any, right: Any, masking: Masking, edited: Sequence[str] = ()) -> tuple[Spot, ...]:
    """Where two JSON values differ. Raises RecursionError for what is nested too deep."""

    def same(pointer: str, one: Any, other: Any) -> bool:
        if any(pointer == place or pointer.startswith(f"{place}/") for place in edited):
            return bool(one == other)
        return _same_scalar(pointer, one, other, masking)

    return tuple(_differ("", left, right, same, masking))


def text_spots(left: bytes, right: bytes, masking: Masking) -> tuple[Spot, ...]:
    """Where two texts differ, by line."""
    one, other = left.decode(errors="backslashreplace"), right.decode(errors="backslashreplace")
    left_lines, right_lines = one.splitlines(), other.splitlines()
    found = []
    keys = [masking.left_shape(line) for line in left_lines], [masking.right_shape(line) for line in right_lines]
    for here, there in aligned(*keys):
        before = None if here is None else left_lines[here]
        after = None if there is None else right_lines[there]
        if before is None or after is None or not masking.same(before, after):
            number = (here if here is not None else there) or 0
            found.append(Spot(at=f"line {number + 1}", before=before, after=after, is_json=False))
    return tuple(found)


def aligned(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Which entry of two lists is which, by keys: pairs of places, None where the other list has none."""
    if len(left) == len(right) and sum(a != b for a, b in zip(left, right, strict=True)) <= 1:
        yield from zip(range(len(left)), range(len(right)), strict=True)
        return
    if max(len(left), len(right)) > _MOST_ALIGNED:
        yield from _side_by_side(range(len(left)), range(len(right)))
        return
    for _, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        yield from _side_by_side(range(a, b), range(c, d))


def _side_by_side(left: range, right: range) -> Iterator[tuple[int | None, int | None]]:
    for place in range(max(len(left), len(right))):
        yield (left[place] if place < len(left) else None), (right[place] if place < len(right) else None)


def _differ(at: str, left: Any, right: Any, same: Same, masking: Masking) -> Iterator[Spot]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in dict.fromkeys((*left, *right)):
            below = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in left and key in right:
                yield from _differ(below, left[key], right[key], same, masking)
            else:
                yield Spot(at=below, before=_text_in(left, key), after=_text_in(right, key))
    elif isinstance(left, list) and isinstance(right, list):
        yield from _lists_differ(at, left, right, same, masking)
    elif not same(at, left, right):
        yield Spot(at=at, before=_text(left), after=_text(right))


def _lists_differ(at: str, left: list[Any], right: list[Any], same: Same, masking: Masking) -> Iterator[Spot]:
    """Entries are found again by what they say, names made at random aside, so that one new entry shifts nothing."""
    places = _side_by_side(range(len(left)), range(len(right)))
    if max(len(left), len(right)) <= _MOST_ALIGNED:
        keys = [masking.left_shape(_text(item)) for item in left], [masking.right_shape(_text(item)) for item in right]
        places = aligned(*keys)
    for here, there in places:
        if here is not None and there is not None:
            yield from _differ(f"{at}/{here}", left[here], right[there], same, masking)
        elif here is not None:
            yield Spot(at=f"{at}/{here}", before=_text(left[here]), after=None)
        elif there is not None:
            yield Spot(at=f"{at}/{there}", before=None, after=_text(right[there]))


def _same_scalar(pointer: str, left: Any, right: Any, masking: Masking) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return masking.same(left, right)
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int) and isinstance(right, int) and pointer.rpartition("/")[2].lower() == "pid":
        return masking.same_number("pid", left, right)
    return bool(left == right)


def _parsed(raw: bytes) -> tuple[Any] | None:
    """The value, in a tuple; None where the bytes are no JSON."""
    try:
        return (any_json(raw),)
    except ValueError:
        return None


def _whole(raw: bytes) -> str | None:
    return raw.decode(errors="backslashreplace") if raw.strip() else None


def _text_in(value: dict[str, Any], key: str) -> str | None:
    return _text(value[key]) if key in value else None


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
