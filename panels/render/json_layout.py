"""JSON laid out for reading, from its own characters: numbers, escapes and repeated keys stay as they were sent.

Nothing is parsed and written again, only the space between tokens is made anew. A list or an object that fits on one
line stays on one, so that «{ "address": "10.22.0.7/16", "interface": 2 }» is read at a glance.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+', re.DOTALL)
_INDENT = 2
_SPACE_AFTER = frozenset({",", ":", "{", "["})
TOKEN_LIMIT = 40_000
"""Tokens that are laid out at most; what follows them is shown as it came."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The laid-out lines, and where in the text they end."""

    lines: list[str]
    end: int
    """The character after the last token laid out: the text's length, unless there were too many tokens."""


def lay_out(text: str, width: int, *, limit: int = TOKEN_LIMIT) -> Layout:
    """Lay out valid JSON for a view of so many cells."""
    tokens: list[str] = []
    end = len(text)
    for match in _TOKEN.finditer(text):
        if len(tokens) == limit:
            end = match.start()
            break
        tokens.append(match.group())
    return Layout(lines=list(_lines(tokens, width)), end=end)


def _lines(tokens: list[str], width: int) -> Iterator[str]:
    """The lines; the outermost list or object is always opened, unless it is empty.

    Beyond half the width nothing is indented further: a plugin may nest as deep as it likes.
    """
    closes, starts = _measure(tokens)
    deepest = max(width // (2 * _INDENT), 1)
    depth, line, index = 0, "", 0
    while index < len(tokens):
        token = tokens[index]
        if token in "{[":
            close = closes.get(index)
            if close is not None and _fits(tokens, starts, index, close, len(line), depth, width):
                line += _flat(tokens[index : close + 1])
                index = close + 1
                continue
            yield line + token
            depth += 1
            line = " " * (_INDENT * min(depth, deepest))
        elif token in "}]":
            if line.strip():
                yield line
            depth = max(depth - 1, 0)
            line = " " * (_INDENT * min(depth, deepest)) + token
        elif token == ",":
            yield f"{line},"
            line = " " * (_INDENT * min(depth, deepest))
        else:
            line += ": " if token == ":" else token
        index += 1
    if line.strip():
        yield line


def _fits(tokens: list[str], starts: list[int], index: int, close: int, column: int, depth: int, width: int) -> bool:
    if close == index + 1:
        return True
    return depth > 0 and column + starts[close] - starts[index] + len(", ") <= width


def _measure(tokens: list[str]) -> tuple[dict[int, int], list[int]]:
    """For every opening bracket its closing one, and for every token where it would start on one endless line."""
    closes: dict[int, int] = {}
    starts: list[int] = []
    opened: list[int] = []
    column = 0
    for index, token in enumerate(tokens):
        starts.append(column)
        column += len(token) + (token in _SPACE_AFTER)
        if token in "{[":
            opened.append(index)
        elif token in "}]":
            column += 1
            if opened:
                closes[opened.pop()] = index
    return closes, starts


def _flat(tokens: list[str]) -> str:
    """A list or an object on one line."""
    if len(tokens) == 2:
        return "".join(tokens)
    parts: list[str] = []
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        parts.append(token)
        opens_empty = token in "{[" and after and after in "}]"
        before_close = bool(after) and after in "}]"
        if (token in _SPACE_AFTER or before_close) and not opens_empty:
            parts.append(" ")
    return "".join(parts)
