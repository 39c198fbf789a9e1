"""Watch expressions: one value of what a step shows, looked up at every step.

An expression is a JSON Pointer (RFC 6901) or a path: ``/ips/0/address``, ``ips[0].address``, ``interfaces|len``. It is
looked up in the reply's result, else in the prevResult of the request; behind ``stdin:`` in all that the plugin was
given. ``env:NAME`` is a variable of its environment.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from traces.cni.anyjson import any_json
from traces.errors import InputError
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.measure import count_text, one_line
from traces.timeline.steps import Step

_CACHED_DOCUMENTS = 8
_LENGTH = "|len"
_PART = re.compile(r"(?P<dot>\.?)(?P<name>[^.\[\]|]+)|\[(?P<index>\d+)\]")
_BAD_ESCAPE = re.compile(r"~(?![01])")
_LONGEST_VALUE = 2_000
"""Characters of a value that are shown."""
EXAMPLES = "ips[0].address, interfaces|len, /dns/nameservers/0, stdin:ipam.subnet, env:CNI_IFNAME"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """An expression that was understood."""

    text: str
    """As the user wrote it."""
    source: str = ""
    """Where it is looked up: stdin, env, or, empty, in the result or prevResult."""
    path: tuple[str | int, ...] = ()
    """Names of members and numbers of entries; of a pointer, names only: a list takes them for numbers."""
    length: bool = False
    """Whether it is how many entries there are that is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What an expression is at a step."""

    text: str
    """The value, or why there is none: safe text."""
    is_there: bool
    changed: bool = False
    """Whether it was another at the step before."""


class _MissingError(Exception):
    """There is no such value; the text says why."""


def parse_watch(text: str) -> Watch:
    """Understand an expression. Raises InputError, naming the place that is wrong and what was expected there."""
    expression = text.strip()
    source, colon, rest = expression.partition(":")
    if not colon or source not in ("stdin", "env"):
        source, rest = "", expression
    if not rest:
        raise _wrong(expression, len(expression), f"an expression: {EXAMPLES}")
    if source == "env":
        if "=" in rest:
            raise _wrong(expression, expression.index("="), "the name of a variable alone")
        return Watch(text=expression, source=source, path=(rest,))
    length = rest.endswith(_LENGTH)
    path_text = rest.removesuffix(_LENGTH)
    before = len(expression) - len(rest)
    if path_text.startswith("/"):
        path: tuple[str | int, ...] = _pointer(expression, path_text, before)
    else:
        path = tuple(_path(expression, path_text, before)) if path_text else ()
    return Watch(text=expression, source=source, path=path, length=length)


def look(watch: Watch, trace: Trace, found: Sequence[Step], cursor: int) -> Seen:
    """What the expression is at a step, and whether it has just changed: from one value to another, or to none."""
    value, why = _at(watch, trace, found, cursor)
    before = _at(watch, trace, found, cursor - 1)[0] if cursor > 0 else value
    text = one_line(why if value is None else value, _LONGEST_VALUE)
    return Seen(text=text, is_there=value is not None, changed=value != before)


def _at(watch: Watch, trace: Trace, found: Sequence[Step], cursor: int) -> tuple[str | None, str]:
    """The value as text, or None and why there is none."""
    try:
        return _text(_value(watch, trace, found[cursor])), ""
    except _MissingError as missing:
        return None, str(missing)


def _value(watch: Watch, trace: Trace, step: Step) -> Any:
    if step.call is None:
        raise _MissingError("nothing was called here")
    call = trace.call(step.call)
    if watch.source == "env":
        name = str(watch.path[0])
        if name not in call.env:
            raise _MissingError("not in the environment")
        return call.env[name]
    value, whose = _document(call.stdin, "stdin") if watch.source else _shown(call, step)
    for part in watch.path:
        value, whose = _member(value, part, whose)
    return _length(value, whose) if watch.length else value


def _shown(call: Call, step: Step) -> tuple[Any, str]:
    """What the step shows of the result: the reply's, else the request's prevResult; and what that is called."""
    if step.is_reply and not call.failed and call.stdout.strip():
        return _document(call.stdout, "the result")
    stdin, _ = _document(call.stdin, "stdin")
    if not isinstance(stdin, Mapping) or stdin.get("prevResult") is None:
        raise _MissingError("no result and no prevResult here" if step.is_reply else "no prevResult here")
    return stdin["prevResult"], "prevResult"


def _document(raw: bytes, name: str) -> tuple[Any, str]:
    value, is_json = _read(raw)
    if not is_json:
        raise _MissingError(f"{name} is not JSON" if raw.strip() else f"{name} is empty")
    return value, name


@lru_cache(maxsize=_CACHED_DOCUMENTS)
def _read(raw: bytes) -> tuple[Any, bool]:
    try:
        return any_json(raw), True
    except ValueError:
        return None, False


def _member(value: Any, part: str | int, whose: str) -> tuple[Any, str]:
    """A member of an object, or an entry of a list, and what that is called."""
    if isinstance(value, Mapping):
        if isinstance(part, int):
            raise _MissingError(f"{whose} is no list")
        if part not in value:
            raise _MissingError(f"no {part} in {whose}")
        return value[part], part
    if not isinstance(value, list):
        raise _MissingError(f"{whose} has nothing in it")
    if not str(part).isdecimal():
        raise _MissingError(f"{whose} is a list: expected a number, not {part}")
    if int(part) >= len(value):
        raise _MissingError(f"{whose} has {count_text(len(value), 'entry', 'entries')}")
    return value[int(part)], f"{whose}[{part}]"


def _length(value: Any, whose: str) -> int:
    if not isinstance(value, list | Mapping | str):
        raise _MissingError(f"{whose} has no length")
    return len(value)


def _text(value: Any) -> str:
    """A text as it is, all else as JSON on one line."""
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise _MissingError("nested too deep to be shown") from None


def _pointer(expression: str, text: str, before: int) -> tuple[str, ...]:
    wrong = _BAD_ESCAPE.search(text)
    if wrong:
        raise _wrong(expression, before + wrong.start() + 1, "0 or 1 behind ~ (RFC 6901)")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:])


def _path(expression: str, text: str, before: int) -> Iterator[str | int]:
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or (part["name"] is not None and bool(part["dot"]) != bool(at)):
            raise _wrong(expression, before + at, _expected(text, at))
        yield int(part["index"]) if part["index"] is not None else part["name"]
        at = part.end()


def _expected(text: str, at: int) -> str:
    if text[at] == "[":
        return "the number of an entry and ], like [0]"
    if text[at] == "|":
        return "|len at the end"
    if text[at] == ".":
        return "a name behind the dot" if at else "a name"
    return "a dot, [ or |len" if at else "a name"


def _wrong(expression: str, at: int, expected: str) -> InputError:
    place = f"{one_line(expression)}: character {at + 1}: " if expression else ""
    return InputError(f"{place}expected {expected}")
