"""The difference between two JSON values, kept small, and a value made from another and the difference.

A difference is an object of one of these forms:

    {"value": V}                            it is V now
    {"gone": true}                          a member is not there any more
    {"members": {name: difference, ...}}    of an object, those members that differ
    {"removed": [i, ...], "added": [[i, V], ...]}
                                            of a list: where it lost items, and where it has new ones
"""

import json
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from traces.store.fields import Field

_GONE = {"gone": True}


def difference(old: Any, new: Any) -> dict[str, Any] | None:
    """What turns old into new; None where they are the same."""
    if _text(old) == _text(new):
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        return {"members": dict(_members(old, new))}
    if isinstance(old, list) and isinstance(new, list):
        return _items(old, new)
    return {"value": new}


def changed(old: Any, field: Field) -> Any:
    """The value that old becomes by the difference in that field. Raises StoreError where it does not fit."""
    found = field.mapping()
    if "value" in found:
        return found["value"]
    if "members" in found:
        return _changed_object(_expected(old, dict, field, "members"), field.get("members"))
    if "removed" in found or "added" in found:
        return _changed_list(_expected(old, list, field, "removed" if "removed" in found else "added"), field)
    raise field.expected("a difference: value, members, or removed and added")


def _members(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[tuple[str, Any]]:
    differing = []
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            differing.append((name, _GONE))
        elif name not in old:
            differing.append((name, {"value": new[name]}))
        else:
            found = difference(old[name], new[name])
            differing += [(name, found)] if found else []
    return differing


def _items(old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any]:
    matcher = SequenceMatcher(None, [_text(item) for item in old], [_text(item) for item in new], autojunk=False)
    removed: list[int] = []
    added: list[list[Any]] = []
    for operation, start, end, there, until in matcher.get_opcodes():
        if operation != "equal":
            removed += range(start, end)
            added += [[place, new[place]] for place in range(there, until)]
    return {**({"removed": removed} if removed else {}), **({"added": added} if added else {})}


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _expected(old: Any, kind: type, field: Field, name: str) -> Any:
    if not isinstance(old, kind):
        raise field.get(name).expected(f"a difference to {'an object' if kind is dict else 'a list'} that is there")
    return old


def _changed_object(old: Mapping[str, Any], field: Field) -> dict[str, Any]:
    new = dict(old)
    for name, difference_ in field.mapping().items():
        if difference_ == _GONE:
            new.pop(name, None)
        else:
            new[name] = changed(old.get(name), field.get(name))
    return new


def _changed_list(old: Sequence[Any], field: Field) -> list[Any]:
    gone = set(field.get("removed", []).each(Field.whole))
    if not gone <= set(range(len(old))):
        raise field.get("removed").expected(f"places in a list of {len(old)}")
    new = [item for place, item in enumerate(old) if place not in gone]
    for place, item in field.get("added", []).each(_read_added):
        if not 0 <= place <= len(new):
            raise field.get("added").expected(f"places in a list of {len(new)}, in their order")
        new.insert(place, item)
    return new


def _read_added(field: Field) -> tuple[int, Any]:
    pair = field.each(lambda item: item)
    if len(pair) != 2:
        raise field.expected("a place and a value")
    return pair[0].whole(), pair[1].value
