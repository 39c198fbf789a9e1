"""The pieces of a stdout that should have been one JSON document: each document in it, and the text between them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_MOST = 200
"""Pieces that are told apart; a log of thousands of lines is one kind of thing."""
_LARGEST = 512 * 1024
_RESULT = frozenset({"cniVersion", "ips", "interfaces", "ip4", "ip6", "supportedVersions"})
_OPENS = re.compile(r"[{\[]")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One document, or text that is none. Places are bytes."""

    start: int
    end: int
    document: Any = None

    @property
    def is_json(self) -> bool:
        """Whether it is a JSON object or list."""
        return self.document is not None

    @property
    def is_answer(self) -> bool:
        """Whether it could be what the protocol asks for: a result, or an error object."""
        return isinstance(self.document, Mapping) and (is_result(self.document) or is_error(self.document))


def is_result(document: Mapping[str, Any]) -> bool:
    """Whether an object looks like a result: the record of a log has none of these members."""
    return not _RESULT.isdisjoint(document)


def is_error(document: Mapping[str, Any]) -> bool:
    """Whether an object is an error as the specification has it: a number as code, and a message."""
    code = document.get("code")
    return isinstance(code, int) and not isinstance(code, bool) and "msg" in document


def pieces(stdout: bytes) -> Sequence[Piece]:
    """The pieces in their order, white space between them left out; one alone where it is as it should be."""
    if len(stdout) > _LARGEST:
        return ()
    # Latin-1 keeps each byte one character, so that places in the text are places in the bytes.
    return tuple(_pieces(stdout, stdout.decode("latin-1")))


def _pieces(raw: bytes, text: str) -> Iterator[Piece]:
    place, count = 0, 0
    while count < _MOST and (start := _next_black(text, place)) < len(text):
        document, end = _document_at(raw, text, start)
        if document is None:
            end = _end_of_text(text, start)
        yield Piece(start=start, end=end, document=document)
        place, count = end, count + 1


def _next_black(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _document_at(raw: bytes, text: str, start: int) -> tuple[Any, int]:
    """The object or list that begins there, and its end; None where none does."""
    if not _OPENS.match(text, start):
        return None, start
    try:
        _, end = _DECODER.raw_decode(text, start)
        return json.loads(raw[start:end].decode(errors="replace")), end
    except (ValueError, RecursionError):
        return None, start


def _end_of_text(text: str, start: int) -> int:
    """The end of what is no document: the next line that begins one, or the end of the line."""
    newline = text.find("\n", start)
    return len(text) if newline < 0 else newline


__all__ = ["Piece", "is_error", "is_result", "pieces"]
