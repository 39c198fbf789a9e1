"""Frozen values as JSON objects, and back, checked by the types that their classes give the fields."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from traces.model.plain import plain
from traces.store.fields import Field, pack_text

T = TypeVar("T")
_Reader = Callable[[Field], Any]
_SCALARS: Mapping[Any, _Reader] = {str: Field.text, int: Field.whole, bool: Field.flag}


def value_object(value: Any) -> Any:
    """The value as it stands in a trace file: fields that have their default are left out."""
    return packed(plain(value))


def packed(tree: Any) -> Any:
    """JSON values, with text that not every JSON reader keeps packed as pack_text does."""
    if isinstance(tree, str):
        return pack_text(tree)
    if isinstance(tree, dict):
        return {key: packed(value) for key, value in tree.items()}
    return [packed(value) for value in tree] if isinstance(tree, list) else tree


def read_value(kind: Callable[..., T], field: Field) -> T:
    """The value of that class which an object describes. Raises StoreError; what the class does not know is ignored."""
    found = field.mapping()
    given = {}
    for name, read, optional in _readers(kind):
        if name in found or not optional:
            given[name] = read(field.get(name))
    return kind(**given)


@cache
def _readers(kind: Hashable) -> tuple[tuple[str, _Reader, bool], ...]:
    """The fields of a class, how each is read, and whether it may be missing."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind} is no dataclass")
    hints = get_type_hints(kind)
    return tuple((item.name, _reader(hints[item.name]), item.default is not MISSING) for item in fields(kind))


def _reader(hint: Any) -> _Reader:
    if hint in _SCALARS:
        return _SCALARS[hint]
    arguments = get_args(hint)
    if isinstance(hint, UnionType):
        read = _reader(next(part for part in arguments if part is not NoneType))
        return lambda field: field.maybe(read)
    if get_origin(hint) is tuple:
        read = _reader(arguments[0])
        return lambda field: field.each(read)
    return lambda field: read_value(hint, field)
