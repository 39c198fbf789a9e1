"""Go's plain types as encoding/json reads them: null leaves such a field as it was (encoding/json/decode.go)."""

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from traces.cni.godecode import Place
from traces.cni.gojson import Number, kind_of, plain
from traces.cni.goscan import DecodeError

_INTEGER = re.compile(r"-?[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Text:
    """string."""

    name: str = "string"

    def zero(self) -> str:
        """The empty string."""
        return ""

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """A string; null changes nothing."""
        if isinstance(tree, str) and not isinstance(tree, Number):
            return tree
        if tree is not None:
            place.mismatch(kind_of(tree), self.name)
        return current


@dataclass(frozen=True, slots=True)
class Integer:
    """int or uint, of 64 bits: a number without point and exponent."""

    name: str = "int"

    def zero(self) -> int:
        """0."""
        return 0

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """An integer in range; null changes nothing."""
        if isinstance(tree, Number):
            unsigned = self.name.startswith("uint")
            low, high = (0, 2**64) if unsigned else (-(2**63), 2**63)
            signed = tree[0] == "-"
            if _INTEGER.fullmatch(tree) and low <= int(tree) < high and not (signed and unsigned):
                return int(tree)
            place.mismatch(f"number {tree}", self.name)
        elif tree is not None:
            place.mismatch(kind_of(tree), self.name)
        return current


@dataclass(frozen=True, slots=True)
class Boolean:
    """bool."""

    name: str = "bool"

    def zero(self) -> bool:
        """False."""
        return False

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """true or false; null changes nothing."""
        if isinstance(tree, bool):
            return tree
        if tree is not None:
            place.mismatch(kind_of(tree), self.name)
        return current


@dataclass(frozen=True, slots=True)
class Blob:
    """[]byte: base64 in a string."""

    name: str = "[]uint8"

    def zero(self) -> bytes:
        """Nothing."""
        return b""

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """The bytes; line ends inside the base64 are skipped; null gives none."""
        if tree is None:
            return b""
        if not isinstance(tree, str) or isinstance(tree, Number):
            place.mismatch(kind_of(tree), self.name)
            return current
        try:
            return base64.b64decode(tree.replace("\r", "").replace("\n", "").encode(), validate=True)
        except binascii.Error:
            place.faults.append("illegal base64 data")
            return current


@dataclass(frozen=True, slots=True)
class Anything:
    """interface{}."""

    name: str = "interface {}"

    def zero(self) -> None:
        """nil."""
        return

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """Whatever there is, every number a float."""
        try:
            return plain(tree)
        except DecodeError as error:
            place.faults.append(str(error))
            return None


@dataclass(frozen=True, slots=True)
class Textual:
    """A type with an UnmarshalText of its own; null makes it empty."""

    name: str
    build: Callable[[str], str]
    """The value of a string. Raises DecodeError."""

    def zero(self) -> str:
        """Nothing."""
        return ""

    def read(self, tree: Any, current: Any, place: Place) -> Any:
        """What UnmarshalText makes of a string. Raises DecodeError."""
        if tree is None:
            return ""
        if not isinstance(tree, str) or isinstance(tree, Number):
            place.mismatch(kind_of(tree), self.name)
            return current
        return self.build(tree)
