"""The rows of the list of traces as text."""

from collections.abc import Sequence

from rich.cells import cell_len

from panels.render.glyphs import Glyphs
from panels.render.page import Kind, Line, Span, line_width, wrap
from panels.render.strips import fit_line
from panels.render.trace_rows import TraceRow
from traces.model.summary import Summary
from traces.timeline.measure import count_text
from traces.timeline.moments import seconds_since
from traces.timeline.printable import printable
from traces.timeline.trace_outcome import outcome_kind, outcome_word

_WAYS = {"first": "from the first link", "materialise": "materialised", "in-place": "in place"}
_SECONDS_FROM = 40
"""Cells of a list from which on there is room for a time's seconds."""


def heading_line(row: TraceRow, width: int, glyphs: Glyphs) -> Line:
    """The heading of a series: whom or what it was for, as far as that differs in the list, and when it began."""
    first, *others = row.names
    left = (Span(f" {first}", Kind.HEADING), *(Span(f" {glyphs.dot} {name}", Kind.DIM) for name in others))
    day, minute = printable(row.summary.created[:10]), printable(row.summary.created[11:16])
    return _spread(left, [Span(day, Kind.DIM), Span(minute, Kind.DIM)], width, glyphs)


def trace_line(row: TraceRow, width: int, glyphs: Glyphs, *, current: bool, marked: bool = False, now: int = 0) -> Line:
    """One trace: sign, verb, what came of it, and at the right end where and when, as far as there is room.

    One that is ``marked`` for comparing is called A, as it will be there. ``now`` is the time in nanoseconds since the
    epoch: of what runs the seconds are said.
    """
    summary = row.summary
    kind, mark = {
        "failed": (Kind.BAD, glyphs.failed),
        "ok": (Kind.GOOD, glyphs.ok),
        "running": (Kind.KEY, glyphs.running),
    }[outcome_kind(summary)]
    sign = Span(f"{mark} ", kind)
    first = Span("A", Kind.BAD) if marked else Span(glyphs.here if current else " ", Kind.KEY)
    lead = (first, *_lead(row, glyphs), sign)
    time = Span(printable(summary.created[11:19] if width >= _SECONDS_FROM else summary.created[11:16]), Kind.DIM)
    room = width - line_width(lead) - 1
    what, outcome = _said(row, _outcomes(row, glyphs, now), room, cell_len(time.text) + 2)
    right = [time]
    if width >= 60:
        right = [Span(printable(summary.place), Kind.LABEL), *right]
    if width >= 76:
        right = [Span(count_text(summary.calls, "call", "calls"), Kind.DIM), *right]
    return _spread((*lead, Span(what), Span(outcome, kind)), right, width, glyphs)


def title_detail(rows: Sequence[TraceRow], total: int, *said: str) -> str:
    """How many traces are listed of how many, and what else there is to say."""
    shown = sum(row.count if not row.is_open else 1 for row in rows if not row.heading)
    count = f"{total:,}" if shown == total else f"{shown:,} of {total:,}"
    return ", ".join(part for part in (count, *said, "times in UTC" if total else "") if part)


def note_line(said: str, index: int, width: int, glyphs: Glyphs) -> Line:
    """A row of what is said where there is no trace."""
    rows = [row.rstrip() for row in wrap(said, width)]
    return fit_line((Span(rows[index] if index < len(rows) else "", Kind.NOTE),), width, glyphs)


def _lead(row: TraceRow, glyphs: Glyphs) -> Line:
    elbow = f"{'  ' * row.depth}{glyphs.branch} " if row.depth else ""
    fold = "" if not row.earlier else "-" if row.is_open else "+"
    return (Span(f"{elbow}{fold}" or " ", Kind.DIM),)


def _outcomes(row: TraceRow, glyphs: Glyphs, now: int) -> tuple[str, str]:
    """How it ended, in more words and in fewer; how often; of what runs since when."""
    summary, times = row.summary, f" {glyphs.times}{row.count}" if row.count > 1 else ""
    if outcome_kind(summary) == "running" and now:
        seconds = f"{seconds_since(summary.created, now)} s"
        return f"running {seconds}{times}", f"{seconds}{times}"
    word = outcome_word(summary)
    return f"{word}{times}", f"{word.removeprefix('failed ')}{times}"


def _said(row: TraceRow, outcomes: tuple[str, str], room: int, time: int) -> tuple[str, str]:
    """What the trace is and how it ended: the fullest words that leave room for the time, or at least that fit.

    On a node the pod's name goes before the time.
    """
    long, short = outcomes
    whats = _branch_words(row.summary) if row.summary.branch_of is not None else _trace_words(row)
    named = [*((what, long) for what in whats[:2]), *((what, short) for what in whats[:2])]
    others = [*((what, short) for what in whats[2:-1]), (whats[-2], ""), (whats[-1], short), (whats[-1], "")]
    is_pod = row.summary.place == "node" and len(row.names) > 0
    for pairs in (named, others) if is_pod else ([*named, *others],):
        for limit in (room - time, room):
            for what, outcome in pairs:
                if cell_len(what) + cell_len(outcome) <= limit:
                    return what, outcome
    return others[-1]


def _trace_words(row: TraceRow) -> tuple[str, ...]:
    verb = f"{printable(row.summary.verb):<6} "
    if not row.names:
        return verb, verb, verb, verb
    return f"{verb}{' '.join(row.names)}  ", f"{verb}{row.names[0]}  ", verb, verb


def _branch_words(summary: Summary) -> tuple[str, ...]:
    """Where a branch begins, whether it was edited, and in which way it was run."""
    link = f"link {summary.branch_link}" if summary.branch_link is not None else printable(summary.verb)
    way = _WAYS.get(summary.how or "", printable(summary.how or ""))
    edited = ["edited"] if summary.edited else []
    whole = ", ".join(filter(None, [f"from {link}", *edited, way]))
    some = ", ".join([link, *edited])
    return f"{whole} ", f"from {some} ", f"{some} ", f"{link} "


def _spread(left: Line, right: list[Span], width: int, glyphs: Glyphs) -> Line:
    """Both ends of a row; of the right one only what leaves the left one whole."""
    while right:
        tail = tuple(part for span in right for part in (Span("  "), span))
        gap = width - 1 - line_width(left) - line_width(tail)
        if gap >= 0:
            return (*left, Span(" " * gap), *tail)
        right = right[1:]
    return fit_line(left, width, glyphs)
