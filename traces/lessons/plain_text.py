"""Markdown as plain lines: paragraphs and lists wrapped to a width, code as it is, nothing else drawn."""

import re
import textwrap
from collections.abc import Iterator

from traces.timeline.fold import fold_any

_BULLET = re.compile(r"([ \t]{0,6}(?:[-*]|\d{1,3}\.) )(.*)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_HANG = 4
"""Cells by which a row that goes on is indented."""
_CODE = re.compile(r"`([^`]+)`")


def plain_lines(markdown: str, width: int) -> list[str]:
    """The lines, none wider than the width; blocks of code are indented by two, and folded where they are too wide."""
    lines: list[str] = []
    for kind, block in blocks(markdown):
        if lines:
            lines.append("")
        if kind == "code":
            lines += [f"  {part}".rstrip() for line in block for part in code_rows(line, width - 2)]
        else:
            lines += [line for item in items(block) for line in _wrapped(item, width)]
    return lines


def blocks(markdown: str) -> Iterator[tuple[str, list[str]]]:
    """The lines of each paragraph («text»), and those that stand between two ``` lines («code»)."""
    block: list[str] = []
    fenced = False
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("```"):
            if block or fenced:
                yield "code" if fenced else "text", block
            block, fenced = [], not fenced
        elif line.strip() or fenced:
            block.append(line)
        elif block:
            yield "text", block
            block = []


def items(block: list[str]) -> Iterator[str]:
    """The entries of a list, or the one paragraph."""
    item: list[str] = []
    for line in block:
        if item and _BULLET.fullmatch(line):
            yield "\n".join(item)
            item = []
        item.append(line)
    yield "\n".join(item)


def bulleted(item: str) -> tuple[str, str]:
    """A paragraph or an entry of a list: its mark, empty where it has none, and its words."""
    bullet = _BULLET.match(item)
    mark = bullet[1] if bullet else ""
    return mark, " ".join(item[len(mark) :].split()).lstrip("# ")


def _wrapped(item: str, width: int) -> list[str]:
    mark, text = bulleted(item)
    plain = _CODE.sub(r"\1", _STRONG.sub(r"\1", text))
    return textwrap.wrap(plain, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False)


def code_rows(line: str, width: int) -> list[str]:
    """A line of code in rows that fit: further rows are indented more than the line, if there is room for that."""
    first, *others = folded(line, width)
    hang = " " * (len(line) - len(line.lstrip(" ")) + _HANG)
    if not others or len(hang) > width // 2:
        return [first, *others]
    return [first, *(hang + part for part in folded(line[len(first) :].lstrip(), width - len(hang)))]


def folded(line: str, width: int) -> list[str]:
    """A line in parts that fit, broken behind a comma or, where none is in the second half, behind a space."""
    parts: list[str] = []
    start = 0
    while True:
        _, end = next(fold_any(line, (start, len(line)), width, width))
        if end == len(line):
            return [*parts, line[start:]]
        comma, space = line.rfind(",", start, end) + 1, line.rfind(" ", start, end + 1)
        cut = comma if comma - start > (end - start) // 2 else max(comma, space)
        cut = cut if cut - start > (end - start) // 3 else end
        parts.append(line[start:cut].rstrip())
        start = next((place for place in range(cut, len(line)) if not line[place].isspace()), len(line))
