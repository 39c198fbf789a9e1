"""A payload as a page: JSON laid out and coloured, or the bytes as they came with the offending place marked."""

import json
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

from pygments.lexers.data import JsonLexer
from pygments.token import Token
from rich.cells import cell_len

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.hex_text import hex_page
from panels.render.ink import InkedLines, Inks, JoinedLines, Spot
from panels.render.json_layout import lay_out
from panels.render.page import FOLD, Kind, Line, Page, Span, note, wrap
from panels.render.raw_text import RawLines, decode, raw_page
from traces.cni.json_error import JsonError, json_error
from traces.timeline.fold import fold as fold_places
from traces.timeline.measure import size_text
from traces.timeline.printable import printable

_LEXER = JsonLexer()
_KINDS = (
    (Token.Name.Tag, Kind.KEY),
    (Token.Literal.String, Kind.STRING),
    (Token.Literal.Number, Kind.NUMBER),
    (Token.Keyword, Kind.CONSTANT),
    (Token.Punctuation, Kind.DIM),
)
_HANG = 4
"""Cells before a row that goes on from the one above: beyond its line's own indentation, which it keeps."""
_COLOURED = 20_000
"""Characters; a longer line is one string for all that can be seen of it."""
_BINARY_SHARE = 0.1
_SAMPLE = 4_096


class JsonLines(InkedLines):
    """Laid-out JSON; each row is coloured when it is asked for, and a line that is too long goes on in further rows."""

    def __init__(self, lines: list[str], fold: int, glyphs: Glyphs) -> None:
        """Take lines of raw text; rows are at most so many cells."""
        self._plain = [printable(line) for line in lines]
        self._texts = [glyphs.fit(text) for text in self._plain]
        self._glyphs = glyphs
        self._fold = fold
        self._rows = [
            (number, start, end)
            for number, text in enumerate(self._texts)
            for start, end in pieces(text, fold, fold - self._hang(text))
        ]

    def __len__(self) -> int:
        return len(self._rows)

    def line(self, index: int) -> Line:
        """One row."""
        number, start, end = self._rows[index]
        text = self._texts[number]
        if start == 0 and end == len(text):
            return highlight(text)
        if len(text) <= _COLOURED:
            row = cut(highlight(text), start, end)
        else:
            row = cut(highlight(text[:end] + '"'), 0, end) if start == 0 else (Span(text[start:end], Kind.STRING),)
        return row if start == 0 else (Span(" " * (self._hang(text) - 2) + self._glyphs.folded + " ", Kind.DIM), *row)

    def place(self, count: int) -> Spot | None:
        """Where the character stands before which there is so much ink."""
        found = self._inks.find(count)
        if found is None:
            return None
        number, place = found
        place = len(self._glyphs.fit(self._plain[number][:place]))
        row = bisect_right(self._rows, (number, place, len(self._texts[number]))) - 1
        start = self._rows[row][1]
        return row, place - start + (self._hang(self._texts[number]) if start else 0)

    @property
    def all_ink(self) -> int:
        """How much ink the lines have."""
        return self._inks.total

    @cached_property
    def _inks(self) -> Inks:
        return Inks(self._plain)

    @property
    def longest(self) -> int:
        """Cells of the longest row."""
        widths = (_width(self._texts[row[0]], row, self._hang(self._texts[row[0]])) for row in self._rows)
        return max(widths, default=0)

    def _hang(self, text: str) -> int:
        """Cells before a row that goes on from the one above; never more than half of a row."""
        return min(_indent(text) + _HANG, max(self._fold // 2, _HANG))


def highlight(text: str) -> Line:
    """One line of JSON, safe to show, in its kinds: keys, strings, numbers, constants."""
    stripped = text.lstrip(" ")
    spans = [Span(text[: len(text) - len(stripped)])] if len(stripped) < len(text) else []
    for _, token, value in _tokens(stripped):
        kind = next((kind for parent, kind in _KINDS if token in parent), Kind.TEXT)
        if spans and spans[-1].kind is kind:
            spans[-1] = Span(spans[-1].text + value, kind)
        else:
            spans.append(Span(value, kind))
    return tuple(spans)


def _tokens(text: str) -> Iterator[tuple[int, Any, str]]:
    tokens: Iterator[tuple[int, Any, str]] = _LEXER.get_tokens_unprocessed(text)  # type: ignore[no-untyped-call]
    return tokens


def cut(line: Line, start: int, end: int) -> Line:
    """The characters of a line from start to end."""
    spans: list[Span] = []
    place = 0
    for text, kind in line:
        piece = text[max(start - place, 0) : max(end - place, 0)]
        if piece:
            spans.append(Span(piece, kind))
        place += len(text)
    return tuple(spans)


@lru_cache(maxsize=32)
def payload_page(raw: bytes, width: int, glyphs: Glyphs = UNICODE, *, fold: bool = True) -> Page:
    """What a plugin was given or what it said, for a view of so many cells: JSON, or else the bytes as they came.

    Without fold only lines of more than FOLD characters go on in further rows: the view scrolls sideways.
    """
    if not raw:
        return note("empty: 0 bytes")
    if is_binary(raw):
        dump = hex_page(raw, width)
        head = ((Span(f"binary: {size_text(len(raw))}, shown as hex", Kind.WARNING),),)
        return Page(lines=dump.lines, width=dump.width, head=head)
    if not raw.strip():
        head = ((Span(f"nothing but white space: {size_text(len(raw))}", Kind.WARNING),),)
        return raw_page(decode(raw), head=head, glyphs=glyphs)
    problem = None if _is_plainly_json(raw) else json_error(raw)
    if problem is None:
        return _json_page(raw, width, width if fold else FOLD, glyphs)
    return _broken_page(raw, problem, width, width - 2 if fold else FOLD, glyphs)


def is_binary(raw: bytes) -> bool:
    """Whether the bytes are no text: judged by their beginning."""
    sample = raw[:_SAMPLE]
    odd = sum(byte < 0x20 and byte not in b"\t\n\r\x1b" for byte in sample)
    odd += decode(sample[:-4] or sample).count("\ufffd") + sum(0xDC80 <= ord(char) <= 0xDCFF for char in decode(sample))
    return odd > _BINARY_SHARE * len(sample)


def _is_plainly_json(raw: bytes) -> bool:
    """Whether even Python's decoder, stricter than Go's in all but NaN and Infinity, takes it: much faster."""
    try:
        json.loads(raw.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _json_page(raw: bytes, width: int, fold: int, glyphs: Glyphs) -> Page:
    text = decode(raw)
    layout = lay_out(text, width)
    laid_out = JsonLines(layout.lines, fold, glyphs)
    lines: InkedLines = laid_out
    longest = laid_out.longest
    head = _not_utf8(raw)
    if layout.end < len(text):
        rest = RawLines(text[layout.end :], fold=fold - 2, glyphs=glyphs)
        lines, longest = JoinedLines(lines, rest), max(longest, rest.longest)
        head = (*head, (Span(f"long: the last {size_text(len(text) - layout.end)} are shown as they came", Kind.NOTE),))
    return Page(lines=lines, width=longest, head=head)


def _not_utf8(raw: bytes) -> tuple[Line, ...]:
    """A warning where a byte is no text: Go's decoder, and so libcni, takes it for U+FFFD and goes on."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return ((Span(f"byte {error.start} is not UTF-8; libcni reads it as U+FFFD", Kind.WARNING),),)
    return ()


def _broken_page(raw: bytes, problem: JsonError, width: int, fold: int, glyphs: Glyphs) -> Page:
    text = decode(raw)
    mark = len(decode(raw[: problem.offset]))
    said = f"not JSON: byte {problem.offset}, line {problem.line} column {problem.column}: {problem.message}"
    head = [(Span(row, Kind.BAD),) for row in wrap(printable(said), width)]
    head += [(Span(row, Kind.NOTE),) for hint in _hints(raw, problem) for row in wrap(hint, width)]
    return raw_page(text, fold=fold, mark=mark, head=tuple(head), glyphs=glyphs)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def pieces(text: str, first: int, later: int) -> list[tuple[int, int]]:
    """Where to cut a line so that no piece is too wide; one that fits is whole."""
    if len(text) <= first and (text.isascii() or cell_len(text) <= first):
        return [(0, len(text))]
    return fold_places(text, first, later)


def _width(text: str, row: tuple[int, int, int], hang: int) -> int:
    _, start, end = row
    return (end - start if text.isascii() else cell_len(text[start:end])) + hang * (start > 0)


def _hints(raw: bytes, problem: JsonError) -> list[str]:
    """What a broken payload seems to be."""
    before, after = raw[: problem.offset], raw[problem.offset :]
    if before.strip() and json_error(before) is None:
        what = "a second document" if json_error(after) is None else "something else"
        return [f"The first {problem.offset} bytes are JSON; {what} follows ({size_text(len(after))})."]
    start = _json_start(raw)
    if start is not None:
        line = raw.count(b"\n", 0, start) + 1
        return [f"From line {line} on it is JSON: {size_text(start)} of other output stand before it."]
    if problem.offset >= len(raw.rstrip()):
        return [f"It ends too early, after {size_text(len(raw))}."]
    return [f"Perhaps: {problem.hint}."] if problem.hint else []


def _json_start(raw: bytes) -> int | None:
    """Where valid JSON begins, if something else stands before it: the start of a line, looked for in the first few."""
    place = 0
    for _ in range(50):
        place = raw.find(b"\n", place) + 1
        if not place:
            return None
        if raw[place : place + 1] in (b"{", b"[") and json_error(raw[place:]) is None:
            return place
    return None
