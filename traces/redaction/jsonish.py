"""JSON in a text, wherever it begins and however it ends: its strings and numbers, with their names.

It is read leniently, as a recorder may have kept only the beginning of a stream; and without recursion, as it may be
nested without end. What is found is told by place, so that all else can stay as it is, byte by byte.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from traces.redaction.names import says_what, secret_kind

_START = re.compile(r"[\[{\"]")
_STRING = re.compile(r"\"[^\"\\\n]*+(?:\\[^\n][^\"\\\n]*+)*+(\"?)")
"""A string on one line: with something escaped in it it may be the quoted value of a log, and hold JSON."""
_TOKEN = re.compile(
    r"[ \t\r\n]*(?:(\"[^\"\\]*+(?:\\.[^\"\\]*+)*+(?:\"|\\?\Z))|([{}\[\],:])|([^\s\"{}\[\],:]+))", re.DOTALL
)
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_COLON = re.compile(r"[ \t\r\n]*:")
_ESCAPE = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
_NAMING = ("name", "key", "path")
"""Members that name what the member «value» beside them is: variables of a container, operations of a JSON Patch."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A string (without its quotes) or a number, by its place in the text."""

    start: int
    end: int
    is_string: bool
    kind: str | None = None
    """The kind of secret that its name says it is."""
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a text that is JSON, as far as it goes."""

    start: int
    end: int
    slots: tuple[Slot, ...]


@dataclass(slots=True)
class _Frame:
    is_object: bool
    kind: str | None
    """Of the secret that the whole container is."""
    member: str | None = None
    named: str = ""


@dataclass(slots=True)
class _Reader:
    """Reads one region; `want` is what has to come next."""

    slots: list[Slot] = field(default_factory=list)
    stack: list[_Frame] = field(default_factory=list)
    want: str = "value"

    def kind(self) -> str | None:
        """The kind of secret that the next value is, by its name or by what it is part of."""
        top = self.stack[-1] if self.stack else None
        if top is None or top.member is None:
            return top.kind if top else None
        own = secret_kind(top.named if top.member == "value" and top.named else top.member)
        return own or (None if says_what(top.member) else top.kind)

    def take(self, text: str, token: re.Match[str]) -> bool:
        """Go on by one token; False where it is none that may stand here."""
        if token[1] is not None:
            return self._string(text, token)
        if token[2] is not None:
            return self._punctuation(token[2])
        if self.want != "value" or not _SCALAR.fullmatch(token[3]):
            return False
        if token[3][0] in "-0123456789":
            self.slots.append(Slot(*token.span(3), False, self.kind()))
        return self._valued()

    def _string(self, text: str, token: re.Match[str]) -> bool:
        start, end = token.span(1)
        closed = end - start > 1 and text[end - 1] == '"'
        inside = (start + 1, end - 1 if closed else end)
        if self.want == "key" and _COLON.match(text, end):
            self.stack[-1].member = decoded(text[slice(*inside)]).text
            self.slots.append(Slot(*inside, True, None, True))
            self.want = "colon"
            return True
        if self.want != "value":
            return False
        self.slots.append(Slot(*inside, True, self.kind()))
        top = self.stack[-1]
        if top.member in _NAMING:
            top.named = decoded(text[slice(*inside)]).text.rpartition("/")[2]
        return self._valued()

    def _valued(self) -> bool:
        self.want = "after"
        return True

    def _punctuation(self, char: str) -> bool:
        if char in "{[" and self.want == "value":
            self.stack.append(_Frame(char == "{", self.kind()))
            self.want = "key" if char == "{" else "value"
        elif char in "}]" and self.want != "colon" and self.stack[-1].is_object is (char == "}"):
            self.stack.pop()
            self.want = "after"
        elif char == "," and self.want == "after":
            self.want = "key" if self.stack[-1].is_object else "value"
        elif char == ":" and self.want == "colon":
            self.want = "value"
        else:
            return False
        return True


def regions(text: str) -> Iterator[Region]:
    """The parts of a text that are JSON with a string or a number in it, in their order."""
    at = no_string_before = 0
    while found := _START.search(text, at):
        start = found.start()
        region = None
        if text[start] != '"':
            region = _read(text, start)
        elif start >= no_string_before:
            region = _string_alone(text, start)
            no_string_before = region.end
        at = max(region.end, start + 1) if region and (region.slots or text[start] != '"') else start + 1
        if region and region.slots:
            yield region


def _read(text: str, start: int) -> Region:
    reader, at = _Reader(), start
    while token := _TOKEN.match(text, at):
        if not reader.take(text, token):
            break
        at = token.end()
        if not reader.stack:
            break
    return Region(start, at, tuple(reader.slots))


def _string_alone(text: str, start: int) -> Region:
    """A string outside of any container: without a slot where it is not closed, or where nothing is escaped in it."""
    found = _STRING.match(text, start)
    end = found.end() if found else start + 1
    is_telling = found is not None and bool(found[1]) and "\\" in found[0]
    return Region(start, end, (Slot(start + 1, end - 1, True),) if is_telling else ())


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a string says, and where each of its characters is written."""

    text: str
    starts: tuple[int, ...]
    """Where pieces begin in the text."""
    raw: tuple[int, ...]
    """Where they begin as they are written."""

    def place(self, at: int) -> int:
        """Where a character of the text is written."""
        piece = bisect_right(self.starts, at) - 1
        return self.raw[piece] + at - self.starts[piece]


def decoded(raw: str) -> Decoded:
    """A string's content without its escapes; what is no escape stays as it is."""
    if "\\" not in raw:
        return Decoded(raw, (0,), (0,))
    parts, starts, places = [], [], []
    length = at = 0
    for found in _ESCAPE.finditer(raw):
        for piece, begin in ((raw[at : found.start()], at), (_unescaped(found[0]), found.start())):
            if piece:
                parts.append(piece)
                starts.append(length)
                places.append(begin)
                length += len(piece)
        at = found.end()
    parts.append(raw[at:])
    return Decoded("".join(parts), (*starts, length), (*places, at))


def _unescaped(escape: str) -> str:
    try:
        return str(json.loads(f'"{escape}"'))
    except ValueError:
        return escape


def escaped(text: str) -> str:
    """The text as it is written in a string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
