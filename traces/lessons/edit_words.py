"""What a learner has edited, a line each."""

from collections.abc import Iterable, Mapping
from typing import Any

from jsonpatch import make_patch

from traces.cni.anyjson import any_json
from traces.timeline.headline import edit_words
from traces.timeline.measure import one_line

_MOST = 6
_LONGEST = 160
"""Characters of a line."""


def words_between(before: bytes, after: bytes) -> tuple[str, ...]:
    """What makes the one document the other; both are JSON."""
    return edited_lines(make_patch(any_json(before), any_json(after)).patch)


def edited_lines(operations: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The operations of a JSON Patch (RFC 6902), a line each; what is too much is counted."""
    lines = [f"Changed: {_fitting(edit_words(each))}" for each in operations]
    if not lines:
        return ("Changed: nothing.",)
    more = len(lines) - _MOST
    told = (f"Changed: {more} {'place' if more == 1 else 'places'} more.",) if more > 0 else ()
    return (*lines[:_MOST], *told)


def _fitting(words: str) -> str:
    told = one_line(words, _LONGEST + 1)
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]} ..."
