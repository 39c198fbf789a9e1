"""JSON of unknown origin, read by Python's own decoder: for looking into it, not for what libcni would make of it."""

import json
import math
from typing import Any


def any_json(text: str | bytes) -> Any:
    """The value. Raises ValueError, also where it is nested too deep or holds a number that JSON has no text for."""
    if not isinstance(text, str):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    elif text.startswith("\ufeff"):
        raise ValueError("it begins with a byte order mark")
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number that JSON can hold")
    return number


_DECODER = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)
"""One for all: json.loads makes one for each text, which takes as long as reading a small one."""


def any_object(text: str | bytes) -> dict[str, Any]:
    """The object; an empty one where the text is none."""
    try:
        value = any_json(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def ipam_of(config: bytes) -> dict[str, Any]:
    """The «ipam» of a link's configuration; an empty object where there is none (CNI specification, section 4)."""
    ipam = any_object(config).get("ipam")
    return ipam if isinstance(ipam, dict) else {}
