"""The environment of a call as a page: what CNI says first, the rest of the runtime's environment dimmed below."""

from collections import Counter

from panels.render.page import Kind, Line, Page, Span, note, page, wrap
from traces.timeline.printable import printable
from traces.timeline.search import entries_in_order

_NAME_WIDTH = 16


def env_page(environment: tuple[bytes, ...], width: int) -> Page:
    """The entries as the runtime passed them: CNI_* sorted, then the others; names that repeat are marked."""
    if not environment:
        return note("no environment was recorded")
    entries = [_split(entry) for entry in environment]
    repeated = {name for name, count in Counter(name for name, _ in entries).items() if count > 1}
    ordered = [_split(entry) for entry in entries_in_order(environment)]
    ours = [entry for entry in ordered if entry[0].startswith(b"CNI_")]
    others = ordered[len(ours) :]
    seen: set[bytes] = set()
    lines: list[Line] = []
    begins: list[int] = []
    for name, value in ours:
        begins.append(len(lines))
        lines += _entry(name, value, width, _remark(name, repeated, seen), Kind.TEXT)
    if others:
        lines += [(), (Span(f"{len(others)} others, from the runtime's own environment", Kind.NOTE),)]
    for name, value in others:
        begins.append(len(lines))
        lines += _entry(name, value, width, _remark(name, repeated, seen), Kind.DIM)
    return page(lines, entries=begins)


def cni_count(environment: tuple[bytes, ...]) -> int:
    """How many of the entries are CNI's."""
    return sum(entry.startswith(b"CNI_") for entry in environment)


def _split(entry: bytes) -> tuple[bytes, bytes]:
    name, _, value = entry.partition(b"=")
    return name, value


def _remark(name: bytes, repeated: set[bytes], seen: set[bytes]) -> str:
    """What to say of a name that is there more than once; getenv finds the first."""
    if name not in repeated:
        return ""
    first = name not in seen
    seen.add(name)
    return "repeated: this one counts" if first else "repeated: not looked at"


def _entry(name: bytes, value: bytes, width: int, remark: str, kind: Kind) -> list[Line]:
    label = printable(name)
    ours = kind is Kind.TEXT
    pad = max(_NAME_WIDTH - len(label), 1) if ours else 1
    lead: Line = (Span(label, Kind.KEY if ours else kind), Span(" " * pad if ours else "=", kind))
    room = max(width - len(label) - pad, 16)
    parts = [value] if name != b"CNI_ARGS" else value.split(b";")
    lines: list[Line] = []
    for part in parts:
        for row in wrap(printable(part), room):
            lines.append((*(lead if not lines else (Span(" " * (len(label) + pad)),)), *_value(row, name, kind)))
    if remark:
        lines[0] = (*lines[0], Span(f"  {remark}", Kind.WARNING))
    return lines


def _value(row: str, name: bytes, kind: Kind) -> Line:
    if name != b"CNI_ARGS" or "=" not in row:
        return (Span(row or '""', Kind.STRING if kind is Kind.TEXT else kind),)
    key, _, value = row.partition("=")
    return (Span(f"{key}=", Kind.LABEL), Span(value, Kind.STRING))
