"""Puts one member into a JSON object's text, or takes it out: every other byte stays as it is."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of the object, and where it stands."""

    name: str
    start: int
    value: int
    """Where its value begins."""
    end: int


def with_member(text: str, name: str, value: str | None) -> str:
    """The text of an object with that member, its value given as JSON text; with None, without it.

    A new member is the last one. Raises ValueError where the text is no JSON object.
    """
    members = list(_members(text))
    found = [place for place, member in enumerate(members) if member.name == name]
    if value is not None and found:
        last = members[found[-1]]
        return text[: last.value] + value + text[last.end :]
    if value is not None:
        return _with_new(text, members, f"{json.dumps(name)}: {value}")
    for place in reversed(found):
        start, end = _cut(members, place)
        text = text[:start] + text[end:]
        del members[place]
    return text


def _with_new(text: str, members: list[_Member], member: str) -> str:
    """The member behind the last one, on a line of its own where the others are."""
    if not members:
        begin = text.index("{") + 1
        return f"{text[:begin]}{member}{text[begin:]}"
    first, end = members[0], members[-1].end
    gap = text[text.index("{") + 1 : first.start]
    return f"{text[:end]},{gap or ' '}{member}{text[end:]}"


def _cut(members: list[_Member], place: int) -> tuple[int, int]:
    """From where to where a member goes, with the comma before it; of the first one with the comma behind it."""
    if place:
        return members[place - 1].end, members[place].end
    return members[0].start, members[1].start if len(members) > 1 else members[0].end


def _members(text: str) -> Iterator[_Member]:
    at = _expect(text, _skip(text, 0), "{")
    if text[at : at + 1] == "}":
        return
    while True:
        name, end = _DECODER.raw_decode(text, at)
        if not isinstance(name, str):
            raise ValueError(f"character {at}: expected the name of a member")
        value = _expect(text, _skip(text, end), ":")
        _, end = _DECODER.raw_decode(text, value)
        yield _Member(name, at, value, end)
        behind = _skip(text, end)
        if text[behind : behind + 1] == "}":
            return
        at = _expect(text, behind, ",")


def _expect(text: str, at: int, sign: str) -> int:
    """Where the text goes on behind the sign and white space."""
    if text[at : at + 1] != sign:
        raise ValueError(f"character {at}: expected {sign!r}")
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
