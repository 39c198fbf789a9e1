"""Go's JSON scanner, exactly: what it accepts, where it stops, and in which words (encoding/json/scanner.go).

Slower than Python's own parser, so it only runs where that one gives up: on text that is wrong, nested deeply, or not
quite Unicode.
"""

import re
from collections.abc import Callable
from typing import Any, NoReturn

from traces.cni.goquote import quote_rune

MAX_DEPTH = 10_000
"""encoding/json, maxNestingDepth."""

_SPACE = re.compile(rb"[ \t\r\n]*")
_BODY = rb'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*'
"""A string up to where it ends or goes wrong; no part of it can be read in two ways, so matching takes linear time."""
_STRING = re.compile(_BODY + b'"')
_OPEN_STRING = re.compile(_BODY)
_OPEN_CODE = re.compile(rb"u[0-9a-fA-F]{0,3}")
_PLAIN_KEY = re.compile(rb'[ \t\r\n]*"([ !#-\[\]-~]*)"[ \t\r\n]*:')
"""The usual key and its colon in one go: ASCII without escapes."""
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS = {b"t": (b"true", True), b"f": (b"false", False), b"n": (b"null", None)}
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(["\\/bfnrt]))')
_SHORT = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_VALUE = "looking for beginning of value"
_KEY = "looking for beginning of object key string"


class DecodeError(ValueError):
    """What Go's decoder would return; the text is in its words."""


class JsonSyntaxError(DecodeError):
    """The text is not JSON; `offset` is the byte at which the scanner stopped, counted from 0."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def scan(raw: bytes, make_object: Callable[[list[tuple[str, Any]]], Any], make_number: Callable[[str], Any]) -> Any:
    """The value of a whole document, with objects and numbers made by the two callables.

    Raises JsonSyntaxError.
    """
    return _Scan(raw, make_object, make_number).document()


def text(raw: bytes | str) -> str:
    """Bytes as Go's decoder and its `range` over a string read them: each byte that is no UTF-8 becomes U+FFFD."""
    if isinstance(raw, bytes):
        raw = raw.decode(errors="surrogateescape")
    return raw if raw.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", raw)


class _Scan:
    """One pass over a document, without recursion: a document may be nested 10,000 deep."""

    def __init__(
        self, raw: bytes, make_object: Callable[[list[tuple[str, Any]]], Any], make_number: Callable[[str], Any]
    ) -> None:
        self._raw = raw
        self._at = 0
        self._make_object = make_object
        self._make_number = make_number
        self._open: list[tuple[bool, list[Any], str]] = []
        """The containers around the present place: is it an object, its items so far, the key it hangs on."""

    def document(self) -> Any:
        """Everything up to the end, which must be one value."""
        key = ""
        while True:
            opened, value = self._begin(_VALUE)
            if opened:
                value, key = self._enter(value, key)
                if value is None:
                    continue
                value = self._finish(value[0], value[1])
            while self._open:
                is_object, items, outer = self._open[-1]
                items.append((key, value) if is_object else value)
                if self._peek() == b",":
                    self._at += 1
                    key = self._key(_KEY) if is_object else ""
                    break
                self._close(is_object)
                value, key = self._finish(is_object, items), outer
                self._open.pop()
            else:
                return self._end(value)

    def _enter(self, is_object: bool, key: str) -> tuple[tuple[bool, list[Any]] | None, str]:
        """Go into a container: its first key, or, where it is empty, the container itself."""
        if len(self._open) >= MAX_DEPTH:
            raise JsonSyntaxError("exceeded max depth", self._at)
        if self._peek() == (b"}" if is_object else b"]"):
            self._at += 1
            return (is_object, []), key
        self._open.append((is_object, [], key))
        return None, self._key(_KEY) if is_object else ""

    def _finish(self, is_object: bool, items: list[Any]) -> Any:
        return self._make_object(items) if is_object else items

    def _close(self, is_object: bool) -> None:
        if self._peek() != (b"}" if is_object else b"]"):
            self._fail("after object key:value pair" if is_object else "after array element")
        self._at += 1

    def _end(self, value: Any) -> Any:
        if self._peek():
            self._fail("after top-level value")
        return value

    def _peek(self) -> bytes:
        """The next byte that is no space, or nothing at the end."""
        found = self._raw[self._at : self._at + 1]
        if found > b" ":
            return found
        space = _SPACE.match(self._raw, self._at)
        self._at = space.end() if space else self._at
        return self._raw[self._at : self._at + 1]

    def _begin(self, context: str) -> tuple[bool, Any]:
        """The next scalar, or True and whether a container that opens here is an object."""
        first = self._peek()
        if first in (b"{", b"["):
            self._at += 1
            return True, first == b"{"
        if first == b'"':
            return False, self._string()
        if first in _WORDS:
            return False, self._word(*_WORDS[first])
        if first.isdigit() or first == b"-":
            return False, self._number()
        self._fail(context)

    def _key(self, context: str) -> str:
        whole = _PLAIN_KEY.match(self._raw, self._at)
        if whole:
            self._at = whole.end()
            return whole.group(1).decode()
        if self._peek() != b'"':
            self._fail(context)
        key = self._string()
        if self._peek() != b":":
            self._fail("after object key")
        self._at += 1
        return key

    def _string(self) -> str:
        found = _STRING.match(self._raw, self._at)
        if found is None:
            self._bad_string()
        self._at = found.end()
        body = found.group()[1:-1].decode(errors="surrogateescape")
        return text(_ESCAPE.sub(_unescape, body) if "\\" in body else body)

    def _number(self) -> Any:
        found = _NUMBER.match(self._raw, self._at)
        self._at = found.end() if found else self._at + 1
        following = self._raw[self._at : self._at + 1]
        if found is None:
            self._fail("in numeric literal")
        if following == b"." and b"." not in found.group() and b"e" not in found.group().lower():
            self._at += 1
            self._fail("after decimal point in numeric literal")
        if following in (b"e", b"E") and b"e" not in found.group().lower():
            self._at += 2 if self._raw[self._at + 1 : self._at + 2] in (b"+", b"-") else 1
            self._fail("in exponent of numeric literal")
        return self._make_number(found.group().decode())

    def _word(self, word: bytes, value: Any) -> Any:
        for expected in word:
            if self._raw[self._at : self._at + 1] != bytes([expected]):
                self._fail(f"in literal {word.decode()} (expecting '{chr(expected)}')")
            self._at += 1
        return value

    def _bad_string(self) -> NoReturn:
        good = _OPEN_STRING.match(self._raw, self._at)
        self._at = good.end() if good else self._at
        context = "in string literal"
        if self._raw[self._at : self._at + 1] == b"\\":
            self._at += 1
            context = "in string escape code"
            if self._raw[self._at : self._at + 1] == b"u":
                digits = _OPEN_CODE.match(self._raw, self._at)
                self._at = digits.end() if digits else self._at
                context = "in \\u hexadecimal character escape"
        self._fail(context)

    def _fail(self, context: str) -> NoReturn:
        if self._at >= len(self._raw):
            raise JsonSyntaxError("unexpected end of JSON input", len(self._raw))
        raise JsonSyntaxError(f"invalid character {_quoted(self._raw, self._at)} {context}", self._at)


def _unescape(found: re.Match[str]) -> str:
    """One escape as Go reads it: a surrogate that has no partner becomes U+FFFD (encoding/json, unquoteBytes)."""
    code, low, short = found.groups()
    if short:
        return _SHORT[short]
    high = int(code, 16)
    if low is None:
        return chr(high)
    if 0xD800 <= high < 0xDC00:
        return chr(0x10000 + ((high - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    return chr(high) + chr(int(low, 16))


def _quoted(raw: bytes, at: int) -> str:
    """The character at a byte offset, as Go quotes one in an error."""
    for length in range(1, 5):
        try:
            return quote_rune(raw[at : at + length].decode())
        except UnicodeDecodeError:
            continue
    return quote_rune(raw[at : at + 1].decode(errors="surrogateescape"))
