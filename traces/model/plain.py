"""Frozen values as plain dicts, lists and scalars, as they travel in JSON; fields with their default are left out."""

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any


def plain(value: Any) -> Any:
    """The value as JSON values; a tuple becomes a list, a dataclass a dict."""
    if isinstance(value, str | int | float) or value is None:
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((name, default, getattr(value, name)) for name, default in _defaults(type(value)))
        return {name: plain(held) for name, default, held in pairs if default is MISSING or held != default}
    raise TypeError(f"{type(value).__name__} has no plain form")


@cache
def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))
