"""What json.Unmarshal does with a type, and what it says when a value does not fit (encoding/json/decode.go).

A value that does not fit is noted, the rest is still read, and the first such note is the error. But where a type reads
its values itself and fails, nothing more is read, and that is the error.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

from traces.cni.gojson import parse
from traces.cni.goscan import DecodeError


@dataclass(slots=True)
class Place:
    """Where in a document the decoder is, and what it has noted so far."""

    struct: str | None = None
    """The outermost struct's name, which may be empty; None outside of one."""
    path: tuple[str, ...] = ()
    faults: list[str] = field(default_factory=list)

    def inside(self, name: str, struct: str | None = None) -> "Place":
        """The place of a member; errors name the outermost struct."""
        return Place(struct if self.struct is None else self.struct, (*self.path, name), self.faults)

    def mismatch(self, value: str, wanted: str) -> None:
        """Note that a value cannot be read as the wanted Go type (json.UnmarshalTypeError)."""
        inside = self.struct is not None
        where = f"struct field {self.struct}.{'.'.join(self.path)} of type" if inside else "value of type"
        self.faults.append(f"json: cannot unmarshal {value} into Go {where} {wanted}")


class GoType(Protocol):
    """A Go type as the decoder sees it."""

    def zero(self) -> Any:
        """What a field of this type holds before anything is read."""
        ...

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The field's new value; what does not fit is noted at the place.

        Raises DecodeError where the type has an unmarshaller of its own, which failed.
        """
        ...


def unmarshal(raw: bytes, into: GoType) -> tuple[Any, str | None]:
    """What json.Unmarshal leaves behind: the value as far as it was read, and the error's text or None."""
    try:
        tree = parse(raw)
    except DecodeError as error:
        return into.zero(), str(error)
    place = Place()
    value = into.zero()
    try:
        value = into.read(tree, value, place)
    except DecodeError as error:
        return value, str(error)
    return value, place.faults[0] if place.faults else None


def decode(raw: bytes, into: GoType) -> Any:
    """The value of a document. Raises DecodeError in Go's words."""
    value, error = unmarshal(raw, into)
    if error is not None:
        raise DecodeError(error)
    return value


def build_from(into: GoType, tree: Any) -> Any:
    """What json.Unmarshal inside an UnmarshalJSON makes of a value. Raises DecodeError."""
    place = Place()
    value = into.read(tree, into.zero(), place)
    if place.faults:
        raise DecodeError(place.faults[0])
    return value
