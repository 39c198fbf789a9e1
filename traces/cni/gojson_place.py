"""Where a value stands in a JSON text."""

import json
import re

Path = tuple[str | int, ...]
"""The way to a value: names of members and places in lists."""

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_float=str, parse_int=str)


def pointer(path: Path) -> str:
    """The way as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def locate(raw: bytes, path: Path) -> int:
    """The byte at which the value begins, counted from 0; that of the nearest value around it where it is missing.

    Of a repeated name it is the last one, which is the one that counts. The text must be JSON.
    """
    text = raw.decode(errors="surrogateescape")
    at = _space(text, 0)
    for step in path:
        inner = _member(text, at, step) if isinstance(step, str) else _item(text, at, step)
        if inner is None:
            break
        at = inner
    return len(text[:at].encode(errors="surrogateescape"))


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _skip(text: str, at: int) -> int:
    """The place after a value and the space that follows it."""
    return _space(text, _DECODER.raw_decode(text, at)[1])


def _member(text: str, at: int, name: str) -> int | None:
    found = None
    at = _space(text, at + 1) if text[at : at + 1] == "{" else len(text)
    while text[at : at + 1] == '"':
        key, end = _DECODER.raw_decode(text, at)
        value = _space(text, _space(text, end) + 1)
        if key == name:
            found = value
        at = _skip(text, value)
        at = _space(text, at + 1) if text[at : at + 1] == "," else len(text)
    return found


def _item(text: str, at: int, index: int) -> int | None:
    at = _space(text, at + 1) if text[at : at + 1] == "[" else len(text)
    for _ in range(index):
        at = _skip(text, at) if at < len(text) else at
        at = _space(text, at + 1) if text[at : at + 1] == "," else len(text)
    return at if at < len(text) and text[at] != "]" else None
