"""The list of traces as rows: series by series, the newest first; branches under the trace they were made from."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from panels.render.glyphs import Glyphs
from panels.render.page import Kind, Line, Span, line_width
from panels.render.strips import fit_line
from traces.model.summary import Summary
from traces.timeline.measure import count_text
from traces.timeline.printable import printable

_WAYS = {"first": "from the first link", "materialise": "materialised", "in-place": "in place"}
_SHORT_ID = 12
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRow:
    """One row of the list: a trace, or the heading of a series."""

    summary: Summary
    """The trace; of a heading, the series' first."""
    heading: bool = False
    depth: int = 0
    """How many parents a branch has in the list."""
    number: int = 0
    """Of a branch: which one of its parent's it is, counted from 1."""


def trace_rows(summaries: Sequence[Summary], query: str = "") -> tuple[TraceRow, ...]:
    """The rows for the traces that match every word of the query."""
    words = query.casefold().split()
    shown = [summary for summary in summaries if all(word in _searched(summary) for word in words)]
    ids = {summary.id for summary in shown}
    branches: dict[str, list[Summary]] = defaultdict(list)
    series: dict[str, list[Summary]] = defaultdict(list)
    for summary in sorted(shown, key=lambda each: each.created):
        if summary.branch_of in ids and summary.branch_of is not None:
            branches[summary.branch_of].append(summary)
        else:
            series[summary.series].append(summary)
    newest_first = sorted(series.values(), key=lambda members: members[-1].created, reverse=True)
    return tuple(row for members in newest_first for row in _series_rows(members, branches))


def heading_line(row: TraceRow, width: int, glyphs: Glyphs) -> Line:
    """The heading of a series: container, interface, network, and its day."""
    first = row.summary
    left = (
        Span(f" {short_id(first.container_id)}", Kind.HEADING),
        Span(f" {glyphs.dot} {printable(first.ifname)} {glyphs.dot} {printable(first.network)}", Kind.DIM),
    )
    return _spread(left, [Span(printable(first.created[:10]), Kind.DIM)], width, glyphs)


def trace_line(row: TraceRow, width: int, glyphs: Glyphs, *, current: bool) -> Line:
    """One trace: sign, verb, what came of it, and at the right end where and when, as far as there is room."""
    summary = row.summary
    failed = summary.error is not None
    sign = Span(f"{glyphs.failed if failed else glyphs.ok} ", Kind.BAD if failed else Kind.GOOD)
    here = Span(glyphs.here if current else " ", Kind.KEY)
    outcome = Span(_outcome_word(summary), sign.kind)
    lead = (here, *_lead(row, glyphs), sign)
    room = width - line_width((*lead, outcome)) - 1
    left = (*lead, Span(_what(row, room)), outcome)
    right = [Span(printable(summary.created[11:19]), Kind.DIM)]
    if width >= 60:
        right = [Span(printable(summary.place), Kind.LABEL), *right]
    if width >= 76:
        right = [Span(count_text(summary.calls, "call", "calls"), Kind.DIM), *right]
    return _spread(left, right, width, glyphs)


def short_id(container_id: str) -> str:
    """A container's ID, shortened where it is one of those long hexadecimal ones."""
    if len(container_id) > _SHORT_ID and set(container_id) <= _HEX:
        return container_id[:_SHORT_ID]
    return printable(container_id)


def _series_rows(members: list[Summary], branches: dict[str, list[Summary]]) -> Iterator[TraceRow]:
    yield TraceRow(summary=members[0], heading=True)
    for member in members:
        yield TraceRow(summary=member)
        yield from _branch_rows(member.id, branches, 1)


def _branch_rows(parent: str, branches: dict[str, list[Summary]], depth: int) -> Iterator[TraceRow]:
    for number, branch in enumerate(branches.pop(parent, ()), 1):
        yield TraceRow(summary=branch, depth=depth, number=number)
        yield from _branch_rows(branch.id, branches, depth + 1)


def _searched(summary: Summary) -> str:
    """What the words of a query are looked for in."""
    fields = (summary.id, summary.verb, summary.network, summary.container_id, summary.ifname, summary.place)
    more = (summary.error, summary.failed_plugin, summary.how, summary.created, _outcome_word(summary))
    return "\n".join(field for field in (*fields, *more) if field).casefold()


def _lead(row: TraceRow, glyphs: Glyphs) -> Line:
    return (Span(f"{'  ' * row.depth}{glyphs.branch} ", Kind.DIM),) if row.depth else (Span(" "),)


def _what(row: TraceRow, room: int) -> str:
    """The verb; of a branch also which one it is, from which link and in which way: as much as there is room for."""
    summary = row.summary
    verb = printable(summary.verb)
    if summary.branch_of is None:
        return f"{verb:<6} "
    number = f"+{row.number} " if row.number else ""
    link = "" if summary.branch_link is None else f"from link {summary.branch_link}"
    way = _WAYS.get(summary.how or "", printable(summary.how or ""))
    made = ", ".join(part for part in (link, way) if part)
    candidates = (f"{number}{verb} {made} ", f"{number}{made} ", f"{number}{link or verb} ")
    return next((text for text in candidates if cell_len(text) <= room), candidates[-1])


def _outcome_word(summary: Summary) -> str:
    if summary.error is None:
        return "ok"
    return f"failed at {printable(summary.failed_plugin)}" if summary.failed_plugin else "failed"


def _spread(left: Line, right: list[Span], width: int, glyphs: Glyphs) -> Line:
    """Both ends of a row; of the right one only what leaves the left one whole."""
    while right:
        tail = tuple(part for span in right for part in (Span("  "), span))
        gap = width - 1 - line_width(left) - line_width(tail)
        if gap >= 0:
            return (*left, Span(" " * gap), *tail)
        right = right[1:]
    return fit_line(left, width, glyphs)
