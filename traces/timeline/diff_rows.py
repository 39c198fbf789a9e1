"""Two documents side by side, row by row: JSON by its structure, anything else by its lines."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from traces.timeline.json_diff import parsed
from traces.timeline.json_tree import UNLIKE, Node, State, aligned, json_text, json_tree
from traces.timeline.masking import Masking

_LEAST_FOLDED = 3
"""So many parts, one after the other, that are the same are folded into one row."""
_SHORT = 60
"""Characters of a value that stands on one row though it is a list or an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRow:
    """One row. Its texts are as recorded: they are to be made safe where they are shown."""

    state: State = State.SAME
    left: str | None = None
    """None where the left document has nothing here."""
    right: str | None = None
    masked: str | None = None
    """Of a masked row the text with placeholders, which stands for both."""
    at: str = ""
    """The place, as a difference of the comparison names it."""
    depth: int = 0
    folded: int = 0
    """How many parts that are the same were folded into this row."""
    is_json: bool = False

    @property
    def is_unlike(self) -> bool:
        """Whether there is a difference in it."""
        return self.state in UNLIKE


def same_row(text: str, **fields: Any) -> DiffRow:
    """A row that both have."""
    return DiffRow(left=text, right=text, **fields)


def text_row(texts: Iterable[str | None], masking: Masking | None = None, at: str = "") -> DiffRow:
    """A row of the left text and the right one; without a masking they are compared as they are."""
    left, right = texts
    if left is None or right is None:
        return DiffRow(state=State.ONLY_LEFT if right is None else State.ONLY_RIGHT, left=left, right=right, at=at)
    if left == right:
        return same_row(left, at=at)
    if masking is not None and masking.same(left, right):
        return DiffRow(state=State.MASKED, left=left, right=right, masked=masking.masked(left, right), at=at)
    return DiffRow(state=State.DIFFERS, left=left, right=right, at=at)


def document_rows(
    left: bytes, right: bytes, masking: Masking, edited: Sequence[str] = (), *, fold: bool = True
) -> tuple[DiffRow, ...]:
    """Two documents; at the pointers of ``edited`` nothing is masked. With ``fold`` what is the same is folded away."""
    one, other = parsed(left), parsed(right)
    with suppress(RecursionError):
        if one and other:
            return tuple(_json_rows(json_tree(one[0], other[0], masking, edited), 0, masking, fold))
        if (one and not right.strip()) or (other and not left.strip()):
            return tuple(_alone(one or other or (None,), State.ONLY_LEFT if one else State.ONLY_RIGHT))
    return text_rows(left, right, masking, fold=fold)


def _alone(document: tuple[Any], state: State) -> Iterator[DiffRow]:
    """A document that stands beside nothing."""
    for text, depth in _laid_out("", document[0]):
        ours, theirs = (text, None) if state is State.ONLY_LEFT else (None, text)
        yield DiffRow(state=state, left=ours, right=theirs, depth=depth, is_json=True)


def text_rows(left: bytes, right: bytes, masking: Masking, *, fold: bool = True) -> tuple[DiffRow, ...]:
    """Two texts by their lines."""
    ours, theirs = (raw.decode(errors="backslashreplace").splitlines() for raw in (left, right))
    keys = [masking.left_shape(line) for line in ours], [masking.right_shape(line) for line in theirs]
    rows = []
    for here, there in aligned(*keys):
        number = (here if here is not None else there) or 0
        before, after = None if here is None else ours[here], None if there is None else theirs[there]
        rows.append(text_row((before, after), masking, f"line {number + 1}"))
    return tuple(folded(rows) if fold else rows)


def folded(rows: Iterable[DiffRow]) -> Iterator[DiffRow]:
    """The rows with those that are the same, where some follow one another, in one."""
    for is_same, group in groupby(rows, lambda row: row.state is State.SAME):
        members = list(group)
        if is_same and len(members) >= _LEAST_FOLDED:
            yield DiffRow(folded=len(members), depth=members[0].depth)
        else:
            yield from members


def _json_rows(node: Node, depth: int, masking: Masking, fold: bool) -> Iterator[DiffRow]:
    label = "" if node.name is None else f"{json.dumps(node.name, ensure_ascii=False)}: "
    if node.below:
        opening, closing = ("{", "}") if isinstance(node.left, dict) else ("[", "]")
        yield same_row(f"{label}{opening}", depth=depth, is_json=True)
        yield from _members(node.below, depth + 1, masking, fold)
        yield same_row(closing, depth=depth, is_json=True)
    elif node.state is State.SAME:
        yield from _same_rows(label, node.left, depth, fold)
    elif node.state is State.MASKED:
        yield _masked_row(label, node, depth, masking)
    else:
        left = () if node.state is State.ONLY_RIGHT else _laid_out(label, node.left)
        right = () if node.state is State.ONLY_LEFT else _laid_out(label, node.right)
        for (ours, deeper), (theirs, also) in zip_longest(left, right, fillvalue=(None, 0)):
            state = State.ONLY_RIGHT if ours is None else State.ONLY_LEFT if theirs is None else State.DIFFERS
            indent = depth + max(deeper, also)
            yield DiffRow(state=state, left=ours, right=theirs, at=node.at, depth=indent, is_json=True)


def _members(below: Sequence[Node], depth: int, masking: Masking, fold: bool) -> Iterator[DiffRow]:
    for is_same, group in groupby(below, lambda each: each.state is State.SAME):
        members = list(group)
        if fold and is_same and len(members) >= _LEAST_FOLDED:
            yield DiffRow(folded=len(members), depth=depth, is_json=True)
            continue
        for each in members:
            yield from _json_rows(each, depth, masking, fold)


def _same_rows(label: str, value: Any, depth: int, fold: bool) -> Iterator[DiffRow]:
    """A value that both have: on one row where it is short or folded."""
    if isinstance(value, dict | list) and value:
        if not fold and len(json_text(value)) > _SHORT:
            for text, deeper in _laid_out(label, value):
                yield same_row(text, depth=depth + deeper, is_json=True)
            return
        if fold and len(json_text(value)) > _SHORT:
            opening = "{" if isinstance(value, dict) else "["
            yield same_row(f"{label}{opening}", depth=depth, folded=len(value), is_json=True)
            return
    yield same_row(f"{label}{json_text(value)}", depth=depth, is_json=True)


def _masked_row(label: str, node: Node, depth: int, masking: Masking) -> DiffRow:
    if isinstance(node.left, str) and isinstance(node.right, str):
        shown = json.dumps(masking.masked(node.left, node.right), ensure_ascii=False)
    else:
        shown = masking.masked_number("pid", node.left)
    return DiffRow(
        state=State.MASKED,
        left=f"{label}{json_text(node.left)}",
        right=f"{label}{json_text(node.right)}",
        masked=f"{label}{shown}",
        at=node.at,
        depth=depth,
        is_json=True,
    )


def _laid_out(label: str, value: Any) -> Iterator[tuple[str, int]]:
    """A value on one row, or on several where it is long: each text with its depth."""
    text = json_text(value)
    if len(text) <= _SHORT or not isinstance(value, dict | list):
        yield f"{label}{text}", 0
        return
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    yield f"{label}{opening}", 0
    members = value.items() if isinstance(value, dict) else ((None, entry) for entry in value)
    for name, entry in members:
        inner = "" if name is None else f"{json.dumps(name, ensure_ascii=False)}: "
        for line, deeper in _laid_out(inner, entry):
            yield line, deeper + 1
    yield closing, 0
