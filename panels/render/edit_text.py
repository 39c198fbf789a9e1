"""What an editor of JSON says of its text: the colours of a line, the lines that were changed, the verdict."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher

from panels.render.json_layout import lay_out
from panels.render.json_text import highlight
from panels.render.page import Kind
from panels.render.raw_text import decode
from traces.cni.complaints import Complaint, complaint
from traces.cni.json_error import json_error
from traces.timeline.printable import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How a text that is not a result is looked at."""

    find: Callable[[str], Complaint | None]
    """What is wrong with it, or None."""
    good: str
    """What is said where nothing is."""


_EDIT_WIDTH = 72
_COLOURED = 2_000
"""Characters; a longer line is left plain."""


def editable(raw: bytes) -> str:
    """The text to start from: JSON laid out, anything else as it came."""
    text = decode(raw)
    if not raw.strip() or json_error(raw) is not None:
        return text
    layout = lay_out(text, _EDIT_WIDTH)
    return "\n".join(layout.lines) + text[layout.end :]


def visible(line: str) -> str:
    """The line with every unsafe character as one harmless one, so that columns stay what they are."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(_one_cell(char) for char in line)


def coloured(line: str) -> list[tuple[int, int, Kind]]:
    """Where in a line its keys, strings, numbers and constants are: start, end, kind."""
    if len(line) > _COLOURED:
        return []
    places: list[tuple[int, int, Kind]] = []
    start = 0
    for text, kind in highlight(line):
        places.append((start, start + len(text), kind))
        start += len(text)
    return places


def changed_lines(before: str, after: str) -> frozenset[int]:
    """The lines of the new text, counted from 0, that the old one does not have; for lines taken out the one below."""
    old, new = before.split("\n"), after.split("\n")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    changed: set[int] = set()
    for tag, _, _, first, last in matcher.get_opcodes():
        if tag == "equal":
            continue
        changed.update(range(first, last) if last > first else {min(first, len(new) - 1)})
    return frozenset(changed)


def verdict(text: str, cni_version: str | None) -> Complaint | None:
    """What is wrong with the text: as a result of that version, or as mere JSON where there is no version."""
    if cni_version is not None:
        return complaint(text, cni_version)
    problem = json_error(text.encode(errors="surrogateescape"))
    if problem is None:
        return None
    message = f"{problem.message}: {problem.hint}" if problem.hint else problem.message
    return Complaint(line=problem.line, column=problem.column, offset=problem.offset, pointer="", message=message)


def verdict_text(found: Complaint | None, cni_version: str | None, dot: str = "·") -> str:
    """The verdict as one line: safe text."""
    if found is None:
        return "valid JSON" if cni_version is None else f"valid JSON {dot} valid result for {printable(cni_version)}"
    return printable(f"line {found.line} column {found.column}: {found.message}")


def _one_cell(char: str) -> str:
    shown = printable(char)
    return shown if len(shown) == 1 else "\ufffd"
