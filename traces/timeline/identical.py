"""Keys for what is too large to be compared or hashed."""

from dataclasses import fields
from typing import Generic, TypeVar

from traces.model.trace import Trace

T = TypeVar("T")
_BUT_FOR_MARKS = tuple(field.name for field in fields(Trace) if field.name != "marks")


class Identical(Generic[T]):
    """A value that is the same as itself alone, however alike another is. It keeps the value alive."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identical) and self.value is other.value


class Unmarked:
    """A trace that is the same as every other with its very calls, and all else of it: whatever is marked in them."""

    __slots__ = ("value",)

    def __init__(self, value: Trace) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value.calls)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unmarked):
            return False
        return all(getattr(self.value, name) is getattr(other.value, name) for name in _BUT_FOR_MARKS)
