"""Go's encoding/json for values without a type: what libcni's `map[string]interface{}` reads and writes.

Reading: the last of repeated names wins, every number is a 64-bit float, text that is no UTF-8 becomes U+FFFD.
Writing: names sorted, no spaces, `<`, `>`, `&`, U+2028 and U+2029 escaped, floats in Go's format.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from traces.cni.goscan import MAX_DEPTH, DecodeError, JsonSyntaxError, scan


class Number(str):
    """A number as it is written: Go decides what it is only when it knows where it goes."""

    __slots__ = ()


class Members(tuple[tuple[str, Any], ...]):
    """An object with its members in their order, repeated names included: a struct, or an object before decoding."""

    __slots__ = ()


def loads(raw: bytes) -> Any:
    """A document as Go reads one into an `interface{}`: dict, list, str, float, bool or None.

    Raises DecodeError in Go's words; JsonSyntaxError, which has an offset, where the text is not JSON.
    """
    return _decode(raw, dict, _float64)


def parse(raw: bytes) -> Any:
    """A document as it stands: Members, list, str, Number, bool or None. Raises JsonSyntaxError."""
    return _decode(raw, Members, Number)


def load_object(raw: bytes) -> dict[str, Any]:
    """A document as Go reads one into a `map[string]interface{}`; null gives an empty one. Raises DecodeError."""
    value = loads(raw)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise DecodeError(f"json: cannot unmarshal {kind_of(value)} into Go value of type map[string]interface {{}}")
    return value


def kind_of(value: object) -> str:
    """What Go's decoder calls a JSON value in its errors."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, Number | int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Members | dict):
        return "object"
    return "null" if value is None else "array"


def go_type(value: object) -> str:
    """What `%T` prints of a decoded `interface{}`."""
    names = {"bool": "bool", "number": "float64", "string": "string", "null": "<nil>", "array": "[]interface {}"}
    return names.get(kind_of(value), "map[string]interface {}")


def plain(value: Any) -> Any:
    """A parsed value as Go reads it into an `interface{}`. Raises DecodeError for a number beyond 64 bits."""
    return loads(dumps(value))


def interface(value: Any) -> Any:
    """A value made in Python as it would be had JSON brought it to Go: integers become floats, at worst infinite."""
    if isinstance(value, Members):
        return Members((key, interface(item)) for key, item in value)
    if isinstance(value, Mapping):
        return {str(key): interface(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [interface(item) for item in value]
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf


def dumps(value: Any) -> bytes:
    """A value as json.Marshal writes it: dicts sorted, Members in their order, integers exactly, floats as Go does.

    Raises DecodeError for a number that JSON has no text for.
    """
    out: list[str] = []
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, _Written):
            out.append(item)
        elif isinstance(item, Members):
            _spread(waiting, "{", item, "}")
        elif isinstance(item, Mapping):
            _spread(waiting, "{", sorted(item.items()), "}")
        elif isinstance(item, list | tuple):
            _spread(waiting, "[", item, "]")
        else:
            out.append(_scalar(item))
    return "".join(out).encode()


def number(value: float) -> str:
    """A float as Go writes it: ES6's format (encoding/json, floatEncoder.encode)."""
    if not math.isfinite(value):
        raise DecodeError(f"json: unsupported value: {'NaN' if math.isnan(value) else '+Inf' if value > 0 else '-Inf'}")
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    exact = Decimal(repr(value)).normalize()
    if 1e-6 <= abs(value) < 1e21:
        return format(exact, "f")
    sign, digits, exponent = exact.as_tuple()
    power = len(digits) - 1 + int(exponent)
    mantissa = str(digits[0]) + ("." + "".join(map(str, digits[1:])) if len(digits) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{power:+d}"


def quoted(value: str) -> str:
    """A string as json.Marshal writes it, with what could end a script in HTML escaped."""
    return _UNSAFE.sub(_escape, json.dumps(value, ensure_ascii=False))


class _Written(str):
    """A piece of the text, ready."""

    __slots__ = ()


def _spread(waiting: list[Any], start: str, items: Any, end: str) -> None:
    """Put the pieces of a container on the stack, the last one first."""
    pieces: list[Any] = [_Written(start)]
    for place, item in enumerate(items):
        if place:
            pieces.append(_Written(","))
        if start == "{":
            pieces.append(_Written(quoted(item[0]) + ":"))
            item = item[1]
        pieces.append(item)
    pieces.append(_Written(end))
    waiting.extend(reversed(pieces))


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number(value)
    return str(value) if isinstance(value, Number | int) else quoted(value)


_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_USUAL_DEPTH = 32
"""Levels of nesting that are looked for; what is nested deeper and has very many brackets is read by Go's rules."""
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return "\\ufffd" if 0xD800 <= code <= 0xDFFF else f"\\u{code:04x}"


def _float64(literal: str) -> float:
    value = float(literal)
    if math.isinf(value):
        raise DecodeError(f"json: cannot unmarshal number {literal} into Go value of type float64")
    return value


def _no_constant(name: str) -> Any:
    raise json.JSONDecodeError(f"{name} is no JSON", "", 0)


def _decode(raw: bytes, make_object: Callable[[Any], Any], make_number: Callable[[str], Any]) -> Any:
    """Read a document by Python's parser where that one agrees with Go's, and by Go's rules where it might not."""
    decoder = json.JSONDecoder(
        object_pairs_hook=make_object, parse_float=make_number, parse_int=make_number, parse_constant=_no_constant
    )
    exotic = b"\\ud" in raw or b"\\uD" in raw or _may_be_deep(raw)
    if not exotic:
        try:
            return decoder.decode(raw.decode())
        except (ValueError, RecursionError):
            pass
    return _exactly(raw, make_object, make_number)


def _may_be_deep(raw: bytes) -> bool:
    """Whether a valid document may be nested deeper than Go allows: never where it is not, save for odd ones."""
    if raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return False
    outside = b"".join(raw.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])
    brackets = outside.translate(None, _NO_BRACKETS)
    for _ in range(_USUAL_DEPTH):
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
        if not brackets:
            return False
    return True


def _exactly(raw: bytes, make_object: Callable[[Any], Any], make_number: Callable[[str], Any]) -> Any:
    try:
        return scan(raw, make_object, make_number)
    except JsonSyntaxError:
        raise
    except DecodeError:
        scan(raw, Members, Number)  # Go looks at a number only once the whole text has proved to be JSON
        raise


__all__ = [
    "DecodeError",
    "JsonSyntaxError",
    "Members",
    "Number",
    "dumps",
    "go_type",
    "interface",
    "kind_of",
    "load_object",
    "loads",
    "number",
    "parse",
    "plain",
    "quoted",
]
