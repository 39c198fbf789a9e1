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
_SECONDS_FROM = 40
"""Cells of a list from which on there is room for a time's seconds."""
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRow:
    """One row of the list: a trace, or the heading of a series."""

    summary: Summary
    """The trace; of a heading, the series' first."""
    heading: bool = False
    depth: int = 0
    """How many parents a branch has in the list."""
    names: tuple[str, ...] = ()
    """Of a heading, and of a trace that has none over it: what tells it from others, in safe text."""


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
    several = _differing(shown)
    return tuple(row for members in newest_first for row in _series_rows(members, branches, several))


def heading_line(row: TraceRow, width: int, glyphs: Glyphs) -> Line:
    """The heading of a series: whom or what it was for, as far as that differs in the list, and when it began."""
    first, *others = row.names
    left = (Span(f" {first}", Kind.HEADING), *(Span(f" {glyphs.dot} {name}", Kind.DIM) for name in others))
    day, minute = printable(row.summary.created[:10]), printable(row.summary.created[11:16])
    return _spread(left, [Span(day, Kind.DIM), Span(minute, Kind.DIM)], width, glyphs)


def trace_line(row: TraceRow, width: int, glyphs: Glyphs, *, current: bool) -> Line:
    """One trace: sign, verb, what came of it, and at the right end where and when, as far as there is room."""
    summary = row.summary
    failed = summary.error is not None
    kind = Kind.BAD if failed else Kind.GOOD
    sign = Span(f"{glyphs.failed if failed else glyphs.ok} ", kind)
    lead = (Span(glyphs.here if current else " ", Kind.KEY), *_lead(row, glyphs), sign)
    time = Span(printable(summary.created[11:19] if width >= _SECONDS_FROM else summary.created[11:16]), Kind.DIM)
    room = width - line_width(lead) - 1
    what, outcome = _said(row, room, cell_len(time.text) + 2)
    right = [time]
    if width >= 60:
        right = [Span(printable(summary.place), Kind.LABEL), *right]
    if width >= 76:
        right = [Span(count_text(summary.calls, "call", "calls"), Kind.DIM), *right]
    return _spread((*lead, Span(what), Span(outcome, kind)), right, width, glyphs)


def short_id(container_id: str) -> str:
    """A container's ID, shortened where it is one of those long hexadecimal ones."""
    if len(container_id) > _SHORT_ID and set(container_id) <= _HEX:
        return container_id[:_SHORT_ID]
    return printable(container_id)


def _differing(shown: Sequence[Summary]) -> frozenset[str]:
    """Which of the container and the interface are not the same in all of the traces."""
    return frozenset(field for field in ("container_id", "ifname") if len({getattr(row, field) for row in shown}) > 1)


def _names(summary: Summary, several: frozenset[str]) -> tuple[str, ...]:
    names = [summary.pod, summary.network] if summary.pod else [summary.network or summary.id]
    safe = [printable(name) for name in names]
    safe += [short_id(summary.container_id)] if "container_id" in several and not summary.pod else []
    safe += [printable(summary.ifname)] if "ifname" in several else []
    return tuple(safe)


def _series_rows(
    members: list[Summary], branches: dict[str, list[Summary]], several: frozenset[str]
) -> Iterator[TraceRow]:
    """The rows of a series; one that is but one trace needs no heading."""
    names = _names(members[0], several)
    if len(members) == 1 and members[0].id not in branches:
        yield TraceRow(summary=members[0], names=names)
        return
    yield TraceRow(summary=members[0], heading=True, names=names)
    for member in members:
        yield TraceRow(summary=member)
        yield from _branch_rows(member.id, branches, 1)


def _branch_rows(parent: str, branches: dict[str, list[Summary]], depth: int) -> Iterator[TraceRow]:
    for branch in branches.pop(parent, ()):
        yield TraceRow(summary=branch, depth=depth)
        yield from _branch_rows(branch.id, branches, depth + 1)


def _searched(summary: Summary) -> str:
    """What the words of a query are looked for in."""
    fields = (summary.id, summary.verb, summary.network, summary.container_id, summary.ifname, summary.place)
    edited = "edited" if summary.edited else ""
    more = (summary.error, summary.failed_plugin, summary.how, summary.created, summary.pod, edited)
    return "\n".join(field for field in (*fields, *more, _outcome_word(summary)) if field).casefold()


def _lead(row: TraceRow, glyphs: Glyphs) -> Line:
    return (Span(f"{'  ' * row.depth}{glyphs.branch} ", Kind.DIM),) if row.depth else (Span(" "),)


def _said(row: TraceRow, room: int, time: int) -> tuple[str, str]:
    """What the trace is and how it ended: the fullest words that leave room for the time, or at least that fit."""
    long, short = _outcome_word(row.summary), _outcome_word(row.summary).removeprefix("failed ")
    whats = _branch_words(row.summary) if row.summary.branch_of is not None else _trace_words(row)
    pairs = [*((what, long) for what in whats[:2]), *((what, short) for what in whats[:-1])]
    pairs += [(whats[-2], ""), (whats[-1], short), (whats[-1], "")]
    for limit in (room - time, room):
        for what, outcome in pairs:
            if cell_len(what) + cell_len(outcome) <= limit:
                return what, outcome
    return pairs[-1]


def _trace_words(row: TraceRow) -> tuple[str, ...]:
    verb = f"{printable(row.summary.verb):<6} "
    return (f"{verb}{' '.join(row.names)}  " if row.names else verb, verb, verb)


def _branch_words(summary: Summary) -> tuple[str, ...]:
    """Where a branch begins, whether it was edited, and in which way it was run."""
    link = f"link {summary.branch_link}" if summary.branch_link is not None else printable(summary.verb)
    way = _WAYS.get(summary.how or "", printable(summary.how or ""))
    edited = ["edited"] if summary.edited else []
    whole = ", ".join(filter(None, [f"from {link}", *edited, way]))
    some = ", ".join([link, *edited])
    return f"{whole} ", f"from {some} ", f"{some} ", f"{link} "


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
