"""Bytes and text as JSON values, and the checked reading of a JSON document."""

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from traces.errors import StoreError

T = TypeVar("T")

_SHOWN = 40
"""Characters of a wrong value that an error message shows."""

_LEAST, _MOST = -(1 << 63), (1 << 64) - 1
"""A CNI error code is unsigned in Go, and so may need all of the 64 bits."""


class _Missing:
    """Stands where the document has nothing."""


_MISSING = _Missing()


def pack_bytes(content: bytes) -> Any:
    """Bytes as a JSON value: a string where they are UTF-8, else ``{"base64": ...}``."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii")}


def pack_text(text: str) -> Any:
    """Text as a JSON value; with surrogates in it, which not every JSON reader keeps, ``{"base64": ...}``.

    Surrogates come from file names that are not UTF-8 and from lone escapes in a network's JSON.
    """
    return pack_bytes(text.encode(errors="surrogatepass"))


@dataclass(frozen=True, slots=True)
class Field:
    """A value in a document, with the place where it stands."""

    value: Any
    source: str
    """The file's name, for error messages."""
    pointer: str = ""
    """Its JSON pointer (RFC 6901)."""

    def expected(self, what: str) -> StoreError:
        """The error that says what should have stood here."""
        return StoreError(f"{self.source}: {self.pointer or '/'}: expected {what}, found {_shown(self.value)}")

    def get(self, key: str, default: Any = _MISSING) -> "Field":
        """The member of that name; where there is none, one that holds the default."""
        step = key.replace("~", "~0").replace("/", "~1")
        return Field(self.mapping().get(key, default), self.source, f"{self.pointer}/{step}")

    def each(self, read: "Callable[[Field], T]") -> tuple[T, ...]:
        """The items of a list, each read in the given way."""
        if not isinstance(self.value, list):
            raise self.expected("a list")
        items = enumerate(self.value)
        return tuple(read(Field(item, self.source, f"{self.pointer}/{index}")) for index, item in items)

    def maybe(self, read: "Callable[[Field], T]") -> T | None:
        """None where null stands, else the value, read in the given way."""
        return None if self.value is None else read(self)

    def mapping(self) -> Mapping[str, Any]:
        """The value as an object."""
        if not isinstance(self.value, dict):
            raise self.expected("an object")
        return self.value

    def whole(self) -> int:
        """The value as a whole number; one of 64 bits, signed or not, so that it can be reckoned with."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.expected("a whole number")
        if not _LEAST <= self.value <= _MOST:
            raise self.expected("a whole number of 64 bits")
        return self.value

    def flag(self) -> bool:
        """The value as true or false."""
        if not isinstance(self.value, bool):
            raise self.expected("true or false")
        return self.value

    def text(self) -> str:
        """The value as text."""
        if isinstance(self.value, str):
            return self.value
        try:
            return self._unpacked("a string").decode(errors="surrogatepass")
        except UnicodeDecodeError:
            raise self.get("base64").expected("text in base64") from None

    def content(self) -> bytes:
        """The value as bytes."""
        what = 'a string or {"base64": ...}'
        if not isinstance(self.value, str):
            return self._unpacked(what)
        try:
            return self.value.encode()
        except UnicodeEncodeError:
            raise self.expected(f"{what} without lone surrogates") from None

    def _unpacked(self, what: str) -> bytes:
        coded = self.value.get("base64") if isinstance(self.value, dict) else None
        if not isinstance(coded, str):
            raise self.expected(what)
        try:
            return base64.b64decode(coded, validate=True)
        except (binascii.Error, ValueError):
            raise self.get("base64").expected("bytes in base64") from None


def _shown(value: Any) -> str:
    if isinstance(value, _Missing):
        return "nothing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
