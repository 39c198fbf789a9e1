"""Go's composed types as encoding/json reads them: the rules that decide what libcni sees of a document.

A struct's field is matched exactly, then without regard to case; a name that is not known is skipped; a repeated name
is read over what the first one left (encoding/json/decode.go).
"""

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from traces.cni.godecode import GoType, Place
from traces.cni.gojson import Members, kind_of


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer: null makes it nil, anything else is read over what it points to."""

    to: GoType

    def zero(self) -> None:
        """nil."""
        return

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The value pointed to, or None."""
        return None if tree is None else self.to.read(tree, self.to.zero() if current is None else current, place)


class Slice(list[Any]):
    """A slice that remembers what its array holds beyond its length, as Go's do."""

    def __init__(self) -> None:
        super().__init__()
        self.array: list[Any] = []


@dataclass(frozen=True, slots=True)
class ListOf:
    """A slice. An array read over another one is read element by element over the old ones."""

    of: GoType
    name: str = "[]string"

    def zero(self) -> Slice:
        """nil, which is never told apart from an empty one here."""
        return Slice()

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The elements; null gives none."""
        if tree is None:
            return Slice()
        if not isinstance(tree, list):
            place.mismatch(kind_of(tree), self.name)
            return current
        found = Slice()
        found.array = current.array
        for index, item in enumerate(tree):
            if index == len(found.array):
                found.array.append(self.of.zero())
            found.array[index] = self.of.read(item, found.array[index], place.inside(str(index)))
        found.extend(found.array[: len(tree)])
        return found


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """An array of fixed length: what is too much is skipped, what is missing is zero."""

    of: GoType
    length: int
    name: str

    def zero(self) -> list[Any]:
        """All elements zero."""
        return [self.of.zero() for _ in range(self.length)]

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The elements; null changes nothing."""
        if not isinstance(tree, list):
            if tree is not None:
                place.mismatch(kind_of(tree), self.name)
            return current
        found = self.zero()
        for index, item in enumerate(tree[: self.length]):
            found[index] = self.of.read(item, current[index], place.inside(str(index)))
        return found


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map with string keys; its values are always read afresh."""

    of: GoType
    name: str

    def zero(self) -> dict[str, Any]:
        """nil, which is never told apart from an empty one here."""
        return {}

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The old entries and the new ones; null gives none."""
        if tree is None:
            return {}
        if not isinstance(tree, Members):
            place.mismatch(kind_of(tree), self.name)
            return current
        found = dict(current)
        for key, item in tree:
            found[key] = self.of.read(item, self.of.zero(), place.inside(key))
        return found


@dataclass(frozen=True, slots=True)
class Struct:
    """A struct; its value is a dict by JSON name. The name of one without a name is how Go prints its type."""

    name: str
    fields: Mapping[str, GoType]

    def zero(self) -> dict[str, Any]:
        """All fields zero."""
        return {name: kind.zero() for name, kind in self.fields.items()}

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The fields that are named; null changes nothing."""
        if not isinstance(tree, Members):
            if tree is not None:
                place.mismatch(kind_of(tree), self.name)
            return current
        short = "" if self.name.startswith("struct {") else self.name.rpartition(".")[2]
        for key, item in tree:
            name = self._field(key)
            if name is not None:
                current[name] = self.fields[name].read(item, current[name], place.inside(key, short))
        return current

    def _field(self, key: str) -> str | None:
        if key in self.fields:
            return key
        folded = _folded(key)
        return next((name for name in self.fields if _folded(name) == folded), None)


@dataclass(frozen=True, slots=True)
class Custom:
    """A type with an UnmarshalJSON of its own, which always starts afresh."""

    name: str
    build: Callable[[Any], Any]
    """The value of a tree. Raises DecodeError."""
    empty: Callable[[], Any]

    def zero(self) -> Any:
        """The zero value."""
        return self.empty()

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """What UnmarshalJSON makes of the value, null included. Raises DecodeError."""
        return self.build(tree)


_FOLD = str.maketrans(string.ascii_lowercase + "\u017f\u212a", string.ascii_uppercase + "SK")
"""encoding/json folds case by Unicode's simple folding: the long s and the Kelvin sign are letters of ASCII too."""


def _folded(name: str) -> str:
    return name.translate(_FOLD)
