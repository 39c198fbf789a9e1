"""A key for what is too large to be compared or hashed."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Identical(Generic[T]):
    """A value that is the same as itself alone, however alike another is. It keeps the value alive."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identical) and self.value is other.value
