"""How two documents differ: by their structure where both are JSON, by their lines where not."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from traces.cni.anyjson import any_json
from traces.timeline.json_tree import State, aligned, json_text, json_tree, leaves
from traces.timeline.masking import Masking


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
    one, other = parsed(left), parsed(right)
    if one and other:
        with suppress(RecursionError):
            return json_spots(one[0], other[0], masking, edited)
    if bool(one) != bool(other):
        before, after = (_whole(raw) for raw in (left, right))
        return (Spot(at="", before=before, after=after, is_json=False),)
    return text_spots(left, right, masking)


def json_spots(left: Any, right: Any, masking: Masking, edited: Sequence[str] = ()) -> tuple[Spot, ...]:
    """Where two JSON values differ. Raises RecursionError for what is nested too deep."""
    return tuple(
        Spot(
            at=node.at,
            before=None if node.state is State.ONLY_RIGHT else json_text(node.left),
            after=None if node.state is State.ONLY_LEFT else json_text(node.right),
        )
        for node in leaves(json_tree(left, right, masking, edited))
    )


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


def parsed(raw: bytes) -> tuple[Any] | None:
    """The value, in a tuple; None where the bytes are no JSON."""
    try:
        return (any_json(raw),)
    except ValueError:
        return None


def _whole(raw: bytes) -> str | None:
    return raw.decode(errors="backslashreplace") if raw.strip() else None
