"""The rows of a diagram as strips: kept, so that a row that has not changed costs nothing."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from panels.render.sequence_styles import SequenceStyles, When
from traces.timeline.cells import Ink, Span
from traces.timeline.diagram import Diagram
from traces.timeline.measure import cells
from traces.timeline.rows import draw_row

_CACHED_STRIPS = 1_000


class SequenceStrips:
    """Makes the strips of one diagram, for a window of so many cells that is scrolled sideways."""

    def __init__(self, diagram: Diagram, styles: SequenceStyles, width: int) -> None:
        """Nothing is drawn before it is asked for."""
        self._diagram = diagram
        self._styles = styles
        self._width = width
        self._kept: dict[tuple[int, When, int], Strip] = {}

    def clear(self) -> None:
        """Forget everything: the styles have changed."""
        self._kept.clear()

    def window(self, offset: int) -> tuple[int, int]:
        """The lanes' cells that are in view: first, and one behind the last."""
        diagram = self._diagram
        room = max(0, self._width - diagram.gutter_width - diagram.lanes.note_width)
        return offset, min(offset + room, diagram.lanes.width)

    def row(self, index: int, when: When, offset: int) -> Strip:
        """A row as it looks at a time."""
        key = (index, when, offset)
        strip = self._kept.get(key)
        if strip is None:
            if len(self._kept) >= _CACHED_STRIPS:
                self._kept.clear()
            strip = self._kept[key] = self._make(index, when, offset)
        return strip

    def message(self, index: int, step: int, travelled: float, offset: int) -> Strip:
        """The cursor's row with its message on the way: what it has passed is bright, what is ahead is not."""
        diagram = self._diagram
        passed, ahead = self.row(index, When.HERE, offset), self.row(index, When.HERE_BEFORE, offset)
        arrow = diagram.arrows[step]
        if arrow is None:
            return passed
        x = token_x(diagram, step, travelled)
        first, behind = self.window(offset)
        rightward = arrow.start < arrow.end
        if not first <= x < behind:
            return passed if (x < first) != rightward else ahead
        left, right = (passed, ahead) if rightward else (ahead, passed)
        cell = diagram.gutter_width + x - offset
        token = Strip([Segment(diagram.glyphs.token, self._styles.token)], 1)
        return Strip.join([left.crop(0, cell), token, right.crop(cell + 1)])

    def with_running_note(self, strip: Strip, step: int, now: int, when: When) -> Strip:
        """A row of a call that still runs, with its seconds; `now` in nanoseconds since the epoch."""
        return self._with_note(strip, self._diagram.running_text(step, now), Ink.RUNNING, when)

    def with_held(self, strip: Strip, step: int, notes: Sequence[str], when: When, offset: int) -> Strip:
        """A row of a call that is held: a sign at the head of its arrow, and as much of the notes as there is room for.

        The fullest note comes first.
        """
        diagram = self._diagram
        arrow = diagram.arrows[step]
        first, behind = self.window(offset)
        head = max(arrow.start, arrow.end) - 1 if arrow is not None else -1
        cell = diagram.gutter_width + head - offset
        if first <= head < behind:
            strip = self._with_sign(strip, cell, diagram.glyphs.held, Ink.HELD, when)
        if self._waits_to_start(step) and first <= head + 1 < behind:
            strip = self._with_sign(strip, cell + 1, diagram.glyphs.idle, Ink.IDLE, when)
        room = diagram.lanes.note_width - 1
        note = next((text for text in notes if cells(text) <= room), "")
        return self._with_note(strip, f" {note}", Ink.HELD, when)

    def with_stop(self, strip: Strip, when: When, *, beside: bool = False) -> Strip:
        """A row at which a breakpoint holds, with its dot between number and lanes; with ``beside`` a cell further on.

        The lanes begin behind that.
        """
        cell = self._diagram.gutter_width - 1 + beside
        return self._with_sign(strip, cell, self._diagram.glyphs.stop, Ink.STOP, when)

    def with_mark(self, strip: Strip, when: When, *, by_hand: bool, beside: bool, grave: bool = False) -> Strip:
        """A row at which something is marked: where a failure has its cross, or, with ``beside``, in the next cell.

        With ``grave`` it is more than a note.
        """
        own = self._diagram.glyphs.warning if grave else self._diagram.glyphs.notable
        sign, ink = (self._diagram.glyphs.mark, Ink.MARK) if by_hand else (own, Ink.NOTABLE)
        return self._with_sign(strip, self._diagram.gutter_width - 2 + beside, sign, ink, when)

    def _waits_to_start(self, step: int) -> bool:
        """Whether the step's arrow leads to a lane whose plugin is not at work yet; a folded one leads to no lane."""
        known = self._diagram.steps[step]
        return known.is_request and known.call not in self._diagram.lanes.folded_calls

    def _with_sign(self, strip: Strip, cell: int, sign: str, ink: Ink, when: When) -> Strip:
        drawn = self._styles.strip((Span(sign, ink),), when)
        return Strip.join([strip.crop(0, cell), drawn, strip.crop(cell + 1)])

    def _with_note(self, strip: Strip, text: str, ink: Ink, when: When) -> Strip:
        note_width = self._diagram.lanes.note_width
        note = self._styles.strip((Span(text.ljust(note_width), ink),), when)
        return Strip.join([strip.crop(0, strip.cell_length - note_width), note])

    def _make(self, index: int, when: When, offset: int) -> Strip:
        row, styles = draw_row(self._diagram, index, range(*self.window(offset))), self._styles
        gutter = row.gutter
        if when in (When.HERE, When.HERE_BEFORE):
            pointer = Span(self._diagram.glyphs.here, Ink.POINTER)
            gutter = (pointer, Span(gutter[0].text[1:], gutter[0].ink), *gutter[1:])
        return Strip.join([styles.strip(part, when) for part in (gutter, row.body, row.note)])


def token_x(diagram: Diagram, step: int, travelled: float) -> int:
    """The cell of the lanes in which a step's message is, always between its two lanes. Raises ValueError."""
    arrow = diagram.arrows[step]
    if arrow is None:
        raise ValueError(f"step {step} has no message")
    toward = 1 if arrow.end > arrow.start else -1
    first, last = arrow.start + toward, arrow.end - toward
    return first + round((last - first) * travelled)
