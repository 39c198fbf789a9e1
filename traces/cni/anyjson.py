"""JSON of unknown origin, read by Python's own decoder: for looking into it, not for what libcni would make of it."""

import json
from typing import Any


def any_json(text: str | bytes) -> Any:
    """The value. Raises ValueError, also where it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


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
