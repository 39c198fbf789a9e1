"""Drawing the lanes: the names over them, which of them is at a place, and the lifelines below."""

from traces.timeline.cells import CellRow, Ink, Span
from traces.timeline.diagram import Diagram
from traces.timeline.glyphs import Glyphs
from traces.timeline.lanes import Lane
from traces.timeline.measure import cells, clip

_SIMULATED = " sim."
"""Behind the name of a plugin that is simulated, where no row below the names says so."""


def draw_heads(diagram: Diagram) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The two rows over the lanes, as wide as the lanes and the notes, without the gutter.

    Names that do not fit side by side stand on both rows in turn, with the lifelines between them.
    """
    lanes, marks = diagram.lanes, diagram.glyphs
    rows = (CellRow(lanes.width + lanes.note_width), CellRow(lanes.width + lanes.note_width))
    staggered = _is_staggered(diagram)
    for place, lane in enumerate(lanes.lanes):
        room = lanes.pitch * (1 + staggered) - 2 if place else 2 * lane.x + 1
        title = clip(_title(lane, marks), room, marks.ellipsis)
        if staggered and lane.is_simulated and cells(title) + cells(_SIMULATED) < room - 1:
            title += _SIMULATED
        if not staggered:
            rows[0].centre(lane.x, title, lane.ink)
            rows[1].centre(lane.x, _subtitle(lane, lanes.pitch - 1, marks) or marks.life, _under(lane))
        else:
            rows[place % 2].centre(lane.x, title, lane.ink)
            if place % 2 == 0:
                rows[1].put(lane.x, _lifeline(lane, marks), _life_ink(lane))
    return rows[0].spans(), rows[1].spans()


def head_at(diagram: Diagram, x: int, y: int) -> Lane | None:
    """The lane whose name is at a cell of the lanes, on the first row of heads or the second; None where none is."""
    lanes, marks = diagram.lanes.lanes, diagram.glyphs
    here = [lane for place, lane in enumerate(lanes) if not _is_staggered(diagram) or place % 2 == y]
    nearest = min(here, key=lambda lane: abs(lane.x - x), default=None)
    if nearest is None:
        return None
    reach = max(cells(_title(nearest, marks)), diagram.lanes.pitch) // 2
    return nearest if abs(nearest.x - x) <= reach else None


def draw_lifelines(diagram: Diagram, row: CellRow, busy: tuple[tuple[int, bool], ...]) -> None:
    """Every lane's line, and the bars of the plugins at work."""
    marks = diagram.glyphs
    for lane in diagram.lanes.within(row.window):
        row.put(lane.x, _lifeline(lane, marks), _life_ink(lane))
    for place, fails in busy:
        row.put(diagram.lanes.lanes[place].x, marks.bar, Ink.BAR_FAILED if fails else Ink.BAR)


def _is_staggered(diagram: Diagram) -> bool:
    """Whether the names stand on both rows in turn."""
    return max(cells(_title(lane, diagram.glyphs)) for lane in diagram.lanes.lanes) > diagram.lanes.pitch - 2


def _title(lane: Lane, marks: Glyphs) -> str:
    folded = f"{marks.folded} " if lane.holds else ""
    return f"{marks.cross} {folded}{lane.title}" if lane.ink is Ink.HEAD_FAILED else f"{folded}{lane.title}"


def _subtitle(lane: Lane, room: int, marks: Glyphs) -> str:
    """The fullest that fits, else as much of the shortest as there is room for."""
    fitting = (text for text in lane.subtitles if cells(text) <= room)
    return next(fitting, None) or clip(lane.subtitles[-1], room, marks.ellipsis)


def _under(lane: Lane) -> Ink:
    if lane.ink is Ink.HEAD_FAILED:
        return Ink.FAILED
    return Ink.SUBHEAD if lane.subtitles[0] else Ink.LIFE


def _lifeline(lane: Lane, marks: Glyphs) -> str:
    return marks.life if lane.is_called else marks.idle


def _life_ink(lane: Lane) -> Ink:
    return Ink.LIFE if lane.is_called else Ink.IDLE
