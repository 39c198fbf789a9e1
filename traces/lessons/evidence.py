"""What evidence quotes of a JSON document: the part that is asked about, in lines, and no more."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from traces.lessons.place import ABSENT, values_in
from traces.timeline.measure import one_line

_LONGEST = 200
"""Characters of a line."""
_MOST = 14
"""Lines of a document."""


def document_lines(document: Any) -> tuple[str, ...]:
    """A document: a line for each of its members, and for each entry of a list in it."""
    lines = list(_lines(document))
    told = (_fitting(line) for line in lines[:_MOST])
    return (*told, "...") if len(lines) > _MOST else tuple(told)


def surroundings(document: Any, pointer: str) -> tuple[str, ...]:
    """What stands around a place, so that one sees what does and what doesn't stand there.

    That is the innermost object or list on the way to it that there is. Where that is the whole document, its names are
    enough, and only where nothing stands at the place.
    """
    head, found = _innermost(document, pointer)
    if head and isinstance(found, Mapping | list):
        return (f"{head}:", *document_lines(found))
    if not isinstance(found, Mapping) or next(values_in(document, pointer), ABSENT) is not ABSENT:
        return ()
    return (_fitting(f"At its top there is: {', '.join(map(str, found)) or 'nothing'}"),)


def _innermost(document: Any, pointer: str) -> tuple[str, Any]:
    head = pointer.rpartition("/")[0]
    while head:
        found = next(values_in(document, head), ABSENT)
        if found is not ABSENT:
            return head, found
        head = head.rpartition("/")[0]
    return "", document


def _lines(document: Any) -> Iterator[str]:
    if isinstance(document, Mapping):
        for name, value in document.items():
            if isinstance(value, list) and value and all(isinstance(entry, Mapping) for entry in value):
                yield f"  {name}:"
                yield from (f"    {_flat(entry)}" for entry in value)
            else:
                yield f"  {name}: {_flat(value)}"
    elif isinstance(document, list):
        yield from (f"  {_flat(entry)}" for entry in document)
    else:
        yield f"  {_flat(document)}"


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _fitting(line: str) -> str:
    """One harmless line of the usual length; its indent stays."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    told = one_line(line, _LONGEST + 1)
    return indent + (told if len(told) <= _LONGEST else f"{told[:_LONGEST]} ...").lstrip(" ")
