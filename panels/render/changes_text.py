"""What a plugin did to the result, as a page: what it dropped, changed and added, and what becomes of it."""

from collections.abc import Iterator, Sequence

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line, Page, Span, line_width, page, wrap
from traces.model.call import Call
from traces.timeline.changes import Change, ChangeKind, changes, why_incomparable
from traces.timeline.measure import one_line

_SIGNS = {
    ChangeKind.DROPPED: ("-", Kind.WARNING),
    ChangeKind.CHANGED: ("~", Kind.KEY),
    ChangeKind.ADDED: ("+", Kind.GOOD),
    ChangeKind.VERSION: ("~", Kind.KEY),
}
"""The sign in front of each change, and its kind; in the order of the page."""
_NOBODY_MERGES = (
    "Nobody merges results: what the plugin did not carry over from prevResult is gone. "
    "The next link, or the runtime, gets only what is in this answer."
)


def changes_page(call: Call, width: int, glyphs: Glyphs = UNICODE) -> Page:
    """How the answer differs from prevResult, grouped; or in one line that it does not, or why nobody can tell."""
    why = why_incomparable(call)
    if why:
        return page(_note(f"nothing to compare: {why}", width))
    found = changes(call)
    if not found:
        return page(_note(f"{one_line(call.plugin)} passed prevResult on unchanged", width))
    lines: list[Line] = []
    for kind in _SIGNS:
        for change in found:
            if change.kind is kind:
                lines += _change(change, width, glyphs)
    return page([*lines, *_explanation(found, width)], head=(_summary(found, glyphs),))


def _summary(found: Sequence[Change], glyphs: Glyphs) -> Line:
    """How many of each kind: «3 dropped · 5 added»."""
    counts = [(kind, sum(change.kind is kind for change in found)) for kind in _SIGNS if kind is not ChangeKind.VERSION]
    spans = [Span(f"{count} {kind}", _SIGNS[kind][1]) for kind, count in counts if count]
    if any(change.kind is ChangeKind.VERSION for change in found):
        spans.append(Span("another version", _SIGNS[ChangeKind.VERSION][1]))
    dotted = [part for span in spans for part in (Span(f" {glyphs.dot} ", Kind.DIM), span)]
    return tuple(dotted[1:])


def _change(change: Change, width: int, glyphs: Glyphs) -> Iterator[Line]:
    sign, kind = _SIGNS[change.kind]
    both = change.kind in (ChangeKind.CHANGED, ChangeKind.VERSION)
    values = f"{change.before} {glyphs.arrow} {change.after}" if both else change.before or change.after
    lead = Span(f"{sign} ", kind)
    whole: Line = (lead, Span(change.what), *([Span(f"  {values}", Kind.DIM)] if values else []))
    if line_width(whole) <= width:
        yield whole
        return
    for index, row in enumerate(wrap(change.what, width - 2)):
        yield (lead if not index else Span("  "), Span(row))
    for row in wrap(values, width - 4) if values else ():
        yield (Span("    "), Span(row, Kind.DIM))


def _explanation(found: Sequence[Change], width: int) -> Iterator[Line]:
    if any(change.kind is ChangeKind.DROPPED for change in found):
        yield ()
        yield from _note(_NOBODY_MERGES, width)
    for change in found:
        if change.kind is ChangeKind.VERSION:
            yield ()
            yield from _note(f"libcni converts nothing on the way: the next link gets this as {change.after}.", width)


def _note(text: str, width: int) -> list[Line]:
    return [(Span(row, Kind.NOTE),) for row in wrap(text, width)]
