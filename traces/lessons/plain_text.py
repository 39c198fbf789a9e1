"""Markdown as plain lines: paragraphs and lists wrapped to a width, code as it is, nothing else drawn."""

import re
import textwrap
from collections.abc import Iterator

from traces.timeline.measure import cells

_BULLET = re.compile(r"(\s*(?:[-*]|\d+\.) )(.*)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`]+)`")


def plain_lines(markdown: str, width: int) -> list[str]:
    """The lines, none wider than the width; blocks of code are indented by two, and folded where they are too wide."""
    lines: list[str] = []
    for kind, block in _blocks(markdown):
        if lines:
            lines.append("")
        if kind == "code":
            lines += [f"  {part}".rstrip() for line in block for part in folded(line, width - 2)]
        else:
            lines += [line for item in _items(block) for line in _wrapped(item, width)]
    return lines


def _blocks(markdown: str) -> Iterator[tuple[str, list[str]]]:
    """Paragraphs, and what stands between two ``` lines."""
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


def _items(block: list[str]) -> Iterator[str]:
    """The entries of a list, or the one paragraph."""
    item: list[str] = []
    for line in block:
        if item and _BULLET.fullmatch(line):
            yield "\n".join(item)
            item = []
        item.append(line)
    yield "\n".join(item)


def _wrapped(item: str, width: int) -> list[str]:
    bullet = _BULLET.match(item)
    text = " ".join(item.split()) if bullet is None else " ".join(item[len(bullet[1]) :].split())
    mark = bullet[1] if bullet else ""
    plain = _CODE.sub(r"\1", _STRONG.sub(r"\1", text.lstrip("# ")))
    return textwrap.wrap(plain, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False)


def folded(line: str, width: int) -> list[str]:
    """A line in parts that fit, broken behind a space or, as in JSON without any, behind a comma."""
    parts: list[str] = []
    while cells(line) > width:
        cut = max(line.rfind(" ", 0, width + 1), line.rfind(",", 0, width) + 1)
        cut = cut if cut > width // 3 else width
        parts.append(line[:cut].rstrip())
        line = line[cut:].lstrip()
    return [*parts, line]
