"""JSON in a text, wherever it begins and however it ends: its strings and numbers, with their names.

It is read leniently, as a recorder may have kept only the beginning of a stream; and without recursion, as it may be
nested without end. What is found is told by place, so that all else can stay as it is, byte by byte.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from traces.redaction.names import says_what, secret_kind
from traces.redaction.suspicion import Skipper, Suspicions

_START = re.compile(r"[\[{\"]")
_BRACKET = re.compile(r"[\[{]")
_OPENING = ("[", "{")
_STRING = re.compile(r"\"[^\"\\\n]*+(?:\\[^\n][^\"\\\n]*+)*+(\"?)")
"""A string on one line: with something escaped in it it may be the quoted value of a log, and hold JSON."""
_TOKEN = re.compile(
    r"[ \t\r\n]*(?:(\"[^\"\\]*+(?:\\.[^\"\\]*+)*+(?:\"|\\?\Z))|([{}\[\],:])|([^\s\"{}\[\],:]+))", re.DOTALL
)
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_COLON = re.compile(r"[ \t\r\n]*:")
_ESCAPE = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
_ONE_LETTER = '"\\/bfnrt'
_STRICTLY = json.JSONDecoder(strict=False)
"""Decodes a string as JSON has it, at once; controls may stand in it."""
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
    is_cut: bool = False
    """Whether containers in it were skipped."""


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

    @property
    def may_skip(self) -> bool:
        """Whether a container may come next that is not secret as a whole."""
        return self.want == "value" and self.kind() is None

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


def regions(text: str, suspicions: Suspicions | None = None, skipper: Skipper | None = None) -> Iterator[Region]:
    """The parts of a text that are JSON with a string or a number in it, in their order.

    With suspicions only those that hold one, and of these only the containers that hold one.
    """
    starts = _Starts(text, suspicions)
    at = no_string_before = 0
    while (start := starts.next(at)) >= 0:
        region = None
        if text[start] != '"':
            region = _read(text, start, skipper)
        elif start >= no_string_before:
            region = _string_alone(text, start)
            no_string_before = region.end
        at = max(region.end, start + 1) if region and (region.slots or text[start] != '"') else start + 1
        if region and (region.slots or region.is_cut):
            yield region


class _Starts:
    """Where regions may begin: at brackets anywhere, at quotes only in lines with a suspicion."""

    def __init__(self, text: str, suspicions: Suspicions | None) -> None:
        self._text = text
        self._suspicions = suspicions
        self._bracket = self._quote = -1
        self._line_of = -1
        """The suspicion in whose line the next quote is looked for."""

    def next(self, at: int) -> int:
        """The first start from that place on, or -1."""
        if self._suspicions is None:
            found = _START.search(self._text, at)
            return found.start() if found else -1
        if self._bracket < at:
            found = _BRACKET.search(self._text, at)
            self._bracket = found.start() if found else len(self._text)
        if self._quote < at:
            self._quote = self._next_quote(at, self._suspicions)
        first = min(self._bracket, self._quote)
        return first if first < len(self._text) else -1

    def _next_quote(self, at: int, suspicions: Suspicions) -> int:
        place = suspicions.next(at)
        if place != self._line_of:
            self._line_of = place
            at = max(at, self._text.rfind("\n", at, place) + 1)
        found = self._text.find('"', at) if place < len(self._text) else -1
        return len(self._text) if found < 0 else found


def _read(text: str, start: int, skipper: Skipper | None) -> Region:
    reader, at, is_cut = _Reader(), start, False
    while token := _TOKEN.match(text, at):
        skipped = skipper.end(token.start(2)) if skipper and token[2] in _OPENING and reader.may_skip else None
        if skipped is not None:
            reader.want, is_cut = "after", True
        elif not reader.take(text, token):
            break
        at = token.end() if skipped is None else skipped
        if not reader.stack:
            break
    return Region(start, at, tuple(reader.slots), is_cut)


def _string_alone(text: str, start: int) -> Region:
    """A string outside of any container: without a slot where it is not closed, or where nothing is escaped in it."""
    found = _STRING.match(text, start)
    end = found.end() if found else start + 1
    is_telling = found is not None and bool(found[1]) and "\\" in found[0]
    return Region(start, end, (Slot(start + 1, end - 1, True),) if is_telling else ())


class Decoded:
    """What a string says, and where each of its characters is written."""

    def __init__(self, raw: str, text: str) -> None:
        self.text = text
        self._raw = raw

    def place(self, at: int) -> int:
        """Where a character of the text is written."""
        if self.text == self._raw:
            return at
        starts, escapes = self._escapes
        last = bisect_right(starts, at) - 1
        if last < 0:
            return at
        start, end = escapes[last]
        inside = at - starts[last]
        said = _size(self._raw, start, end)
        return start + inside if inside < said else end + inside - said

    @cached_property
    def _escapes(self) -> tuple[list[int], list[tuple[int, int]]]:
        """Where in the text each escape stands, and where it is written."""
        starts, escapes = [], []
        longer = 0
        for found in _ESCAPE.finditer(self._raw):
            start, end = span = found.span()
            starts.append(start - longer)
            escapes.append(span)
            longer += end - start - _size(self._raw, start, end)
        return starts, escapes


def _size(raw: str, start: int, end: int) -> int:
    """How many characters an escape says."""
    if end - start == 2:
        return 1 if raw[start + 1] in _ONE_LETTER else 2
    return 1 if end - start == 6 else len(_unescaped(raw[start:end]))


def decoded(raw: str) -> Decoded:
    """A string's content without its escapes; what is no escape stays as it is."""
    if "\\" not in raw:
        return Decoded(raw, raw)
    try:
        return Decoded(raw, str(_STRICTLY.decode(f'"{raw}"')))
    except ValueError:
        return Decoded(raw, _ESCAPE.sub(lambda found: _unescaped(found[0]), raw))


def _unescaped(escape: str) -> str:
    try:
        return str(json.loads(f'"{escape}"'))
    except ValueError:
        return escape


def escaped(text: str) -> str:
    """The text as it is written in a string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
