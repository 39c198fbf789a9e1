"""Single pieces of a trace as text that can be copied: a call, what stands in a payload, and where."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from traces.cni.anyjson import any_json
from traces.model.call import Call
from traces.store.archive import encoded
from traces.store.call_codec import call_object
from traces.timeline.printable import printable


@dataclass(frozen=True, slots=True)
class Place:
    """A value of a JSON document."""

    pointer: str
    """Its JSON Pointer (RFC 6901); empty for the whole document."""
    value: Any

    @property
    def text(self) -> str:
        """A string's own text; any other value as JSON."""
        return self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)


def call_text(call: Call) -> str:
    """The call as it stands in a trace file: all that was recorded of it. Raises StoreError."""
    return encoded(call_object(call)).decode("ascii")


def exact_text(content: bytes) -> str:
    """Recorded bytes as text; those that are no UTF-8 as ``\\xff``."""
    return content.decode(errors="backslashreplace")


def json_laid_out(content: bytes) -> str | None:
    """A payload with a member a line; None where it is not JSON."""
    try:
        return json.dumps(any_json(content), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return None


def is_json(content: bytes) -> bool:
    """Whether a payload is JSON, as far as Python can tell."""
    try:
        any_json(content)
    except ValueError:
        return False
    return True


def places(content: bytes) -> Iterator[Place]:
    """Every value of a payload that is JSON, in the order in which they stand there; none where it is not JSON."""
    waiting = [Place("", any_json(content))] if is_json(content) else []
    while waiting:
        place = waiting.pop()
        yield place
        waiting.extend(reversed([Place(f"{place.pointer}/{name}", value) for name, value in _members(place.value)]))


def pasteable(text: str) -> str:
    """The text without what could act on the terminal that it is pasted into: only newlines and tabs stay.

    Whoever pastes an escape sequence runs it, and one that ends a bracketed paste types what stands behind it.
    """
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "\t".join(printable(part, lines=True) for part in text.split("\t"))


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """What stands in a container, each with its part of a pointer."""
    if isinstance(value, dict):
        yield from ((name.replace("~", "~0").replace("/", "~1"), member) for name, member in value.items())
    elif isinstance(value, list):
        yield from ((str(index), item) for index, item in enumerate(value))
