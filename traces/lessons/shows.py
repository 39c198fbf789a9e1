"""Fills into a lesson's Markdown what it shows of its runs: «{{chain RUN}}», «{{sequence RUN}}», «{{PLACE}}».

Alone on a line it becomes a block of code; within a line the value itself, in one line.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from traces.cni.anyjson import any_json
from traces.errors import InputError
from traces.lessons.kinds.value import shown
from traces.lessons.place import ABSENT, read_place, value_at
from traces.lessons.runs import Runs
from traces.timeline.measure import cells
from traces.timeline.printable import printable
from traces.timeline.text import sequence_text

_SHOW = re.compile(r"\{\{\s*(.+?)\s*\}\}")
_WHOLE = ("chain", "sequence")


def check_shows(markdown: str, source: str, runs: tuple[str, ...]) -> None:
    """Raises InputError where the text shows something that no run has."""
    for found in _SHOW.finditer(markdown):
        word, _, name = found[1].partition(" ")
        if word not in _WHOLE:
            read_place(found[1], f"{source}: {found[0]}", runs)
        elif name not in runs:
            raise InputError(f"{source}: {found[0]}: expected one of the runs {', '.join(runs)} behind {word}")


def filled(markdown: str, runs: Runs, *, width: int, ascii: bool = False) -> str:
    """The text with everything that it shows, in lines that fit the width once a block is indented by two."""
    return "\n".join(_filled(markdown, runs, width - 2, ascii))


def _filled(markdown: str, runs: Runs, width: int, ascii: bool) -> Iterator[str]:
    for line in markdown.splitlines():
        alone = _SHOW.fullmatch(line.strip())
        if alone is None:
            yield _SHOW.sub(lambda found: _inline(found[1], runs), line)
        else:
            yield from ("```", *_block(alone[1], runs, width, ascii), "```")


def _inline(what: str, runs: Runs) -> str:
    return shown(value_at(runs, read_place(what, what, tuple(runs.traces))))


def _block(what: str, runs: Runs, width: int, ascii: bool) -> list[str]:
    word, _, name = what.partition(" ")
    if word == "sequence":
        return sequence_text(runs.traces[name], width=width, ascii=ascii).rstrip().splitlines()
    if word == "chain":
        return chain_text(runs.traces[name].network.raw, width).splitlines()
    value = value_at(runs, read_place(what, what, tuple(runs.traces)))
    return [shown(ABSENT)] if value is ABSENT else printable(laid_out(value, width), lines=True).splitlines()


def chain_text(raw: bytes, width: int) -> str:
    """A conflist as it was written; one that was written on one line is laid out."""
    text = printable(raw, lines=True).rstrip()
    if "\n" in text or cells(text) <= width:
        return text
    try:
        return printable(laid_out(any_json(raw), width), lines=True)
    except (ValueError, RecursionError):
        return text


def laid_out(value: Any, width: int, indent: int = 0, taken: int | None = None) -> str:
    """JSON in as few lines as the width allows: what fits stands on one.

    ``taken`` cells of its first line are there already; as many as the indent, if it is not given.
    """
    flat = json.dumps(value, ensure_ascii=False)
    before = indent if taken is None else taken
    if before + cells(flat) < width or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, list):
        entries = [inner + laid_out(entry, width, indent + 2) for entry in value]
        return "[\n" + ",\n".join(entries) + f"\n{' ' * indent}]"
    keys = [f"{inner}{json.dumps(name, ensure_ascii=False)}: " for name in value]
    pairs = zip(keys, value.values(), strict=True)
    members = [key + laid_out(entry, width, indent + 2, cells(key)) for key, entry in pairs]
    return "{\n" + ",\n".join(members) + f"\n{' ' * indent}}}"
