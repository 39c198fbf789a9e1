"""An edit in words: what stands where now, what is new, what is gone."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonpatch import make_patch

from traces.cni.anyjson import any_json
from traces.timeline.measure import one_line

_MOST = 6
_LONGEST = 120
"""Characters of a value that are told."""


def words_between(before: bytes, after: bytes) -> tuple[str, ...]:
    """What makes the one document the other; both are JSON."""
    return edit_words(make_patch(any_json(before), any_json(after)).patch)


def edit_words(operations: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The operations of a JSON Patch (RFC 6902), a line each; what is too much is counted."""
    lines = list(_lines(operations))
    if not lines:
        return ("Changed: nothing.",)
    more = (f"Changed: {len(lines) - _MOST} places more.",) if len(lines) > _MOST else ()
    return (*lines[:_MOST], *more)


def _lines(operations: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for each in operations:
        place = one_line(str(each["path"]), _LONGEST) or "all of it"
        match each["op"]:
            case "remove":
                yield f"Changed: {place} is gone"
            case "move":
                yield f"Changed: {one_line(str(each['from']), _LONGEST)} is at {place} now"
            case "add":
                yield f"Changed: at {place} there is now {_value(each['value'])}"
            case _:
                yield f"Changed: {place} is now {_value(each.get('value'))}"


def _value(value: Any) -> str:
    told = one_line(json.dumps(value, ensure_ascii=False), _LONGEST + 1)
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST]} ..."
