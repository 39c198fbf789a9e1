"""What the kernel says, as pages: what a call changed and which claims hold, and the whole state before or after it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from panels.render.glyphs import UNICODE, Glyphs
from panels.render.page import Kind, Line, Page, Span, line_width, page, wrap
from traces.kernel.claim import ClaimRow
from traces.kernel.difference import How
from traces.timeline.glyphs import glyphs as diagram_glyphs
from traces.timeline.kernel_steps import KernelStep
from traces.timeline.kernel_words import Saying, Tone, call_lines, claim_lines, state_lines

KEY = "W"
"""What turns from the changes to the whole state and back; the screen binds it."""
_KIND_WIDTH = 12
_HANGING = 2


class Whole(StrEnum):
    """What of the kernel is shown."""

    CHANGES = "changes"
    BEFORE = "before"
    AFTER = "after"

    @property
    def next(self) -> "Whole":
        """What one more press of the key shows."""
        order = list(Whole)
        return order[(order.index(self) + 1) % len(order)]


_SIGNS = {Tone.ADDED: ("+", Kind.GOOD), Tone.CHANGED: ("~", Kind.KEY), Tone.REMOVED: ("-", Kind.WARNING)}
_COUNTED = {How.ADDED: Kind.GOOD, How.CHANGED: Kind.KEY, How.REMOVED: Kind.WARNING}
_HINTS = {Whole.CHANGES: "what changed", Whole.BEFORE: "state before", Whole.AFTER: "state after"}


def kernel_label(step: KernelStep, glyphs: Glyphs = UNICODE) -> str:
    """The tab's text: «kernel 18», and how many claims are not so; «kernel» where nothing is known."""
    if step.why_unknown:
        return "kernel"
    mark = diagram_glyphs(glyphs.ascii_only).disputed
    wrong = f" {mark}{len(step.disputed)}" if step.disputed else ""
    return f"kernel {len(step.own_changes)}{wrong}"


def kernel_page(step: KernelStep, whole: Whole, width: int, glyphs: Glyphs = UNICODE) -> Page:
    """What changed around the call, or the whole state before it or after it."""
    marks = diagram_glyphs(glyphs.ascii_only)
    if step.before is None or step.after is None:
        return page([line for told in call_lines(step, marks) for line in _lines(told, width, glyphs)])
    state = {Whole.BEFORE: step.before, Whole.AFTER: step.after}.get(whole)
    told = call_lines(step, marks) if state is None else state_lines(state)
    title = _summary(step, glyphs) if state is None else (Span(f"the whole state {whole} it", Kind.HEADING),)
    return page([line for each in told for line in _lines(each, width, glyphs)], head=_head(title, whole, width))


def claims_page(rows: Sequence[ClaimRow], width: int, glyphs: Glyphs = UNICODE) -> Page:
    """All claims of a result, those first that the kernel does not bear out."""
    told = claim_lines(rows, "the result", all_of_them=True)
    return page([line for each in told for line in _lines(each, width, glyphs)])


def _head(title: Line, whole: Whole, width: int) -> tuple[Line, ...]:
    """The title, and the key's hint at the right; below it where there is no room."""
    hint: Line = (Span(KEY, Kind.KEY), Span(f" {_HINTS[whole.next]}", Kind.DIM))
    gap = width - line_width(title) - line_width(hint)
    return ((*title, Span(" " * gap), *hint),) if gap > 1 else (title, hint)


def _summary(step: KernelStep, glyphs: Glyphs) -> Line:
    """How many of each: «2 not in kernel · 15 added · 1 changed»."""
    counts = [(how, sum(change.how is how for change in step.own_changes)) for how in _COUNTED]
    spans = [Span(f"{len(step.disputed)} not in kernel", Kind.BAD)] if step.disputed else []
    spans += [Span(f"{count} {how}", _COUNTED[how]) for how, count in counts if count]
    spans = spans or [Span("nothing changed", Kind.DIM)]
    return tuple(part for span in spans for part in (Span(f" {glyphs.dot} ", Kind.DIM), span))[1:]


def _lines(said: Saying, width: int, glyphs: Glyphs) -> Iterator[Line]:
    if said.tone is Tone.GAP:
        return iter(((),))
    if said.tone is Tone.NOTE:
        return ((Span(row, Kind.NOTE),) for row in wrap(said.text, width))
    if said.tone is Tone.SIDE:
        return iter(((Span(said.text, Kind.HEADING),),))
    if said.tone is Tone.DISPUTED:
        lead: Line = (Span(f"{diagram_glyphs(glyphs.ascii_only).disputed} ", Kind.BAD),)
        return _two_parts(lead, (f"claims {said.text}", Kind.TEXT), (said.detail, Kind.WARNING), glyphs, width)
    if said.tone is Tone.HELD:
        return _two_parts((Span(f"{glyphs.ok} ", Kind.GOOD),), (said.text, Kind.TEXT), ("", Kind.DIM), None, width)
    sign, kind = _SIGNS.get(said.tone, (" ", Kind.TEXT))
    text = (said.text, Kind.DIM if said.tone is Tone.BY_KERNEL else Kind.TEXT)
    lead = (Span(f"  {said.kind:<{_KIND_WIDTH}}", Kind.LABEL), Span(f"{sign} ", kind))
    return _two_parts(lead, text, (said.detail, Kind.DIM), None, width)


def _two_parts(
    lead: Line, text: tuple[str, Kind], detail: tuple[str, Kind], glyphs: Glyphs | None, width: int
) -> Iterator[Line]:
    """Both on one line where there is room, with a dot between them if glyphs are given; else one below the other."""
    gap = Span(f" {glyphs.dot} " if glyphs else "  ", Kind.DIM)
    whole: Line = (*lead, Span(*text), *((gap, Span(*detail)) if detail[0] else ()))
    if line_width(whole) <= width:
        yield whole
        return
    indent = line_width(lead)
    for place, row in enumerate(wrap(text[0], width - indent)):
        yield (*(lead if not place else (Span(" " * indent),)), Span(row, text[1]))
    for row in wrap(detail[0], width - indent - _HANGING) if detail[0] else ():
        yield (Span(" " * (indent + _HANGING)), Span(row, detail[1]))
