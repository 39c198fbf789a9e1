"""A trace's sequence as a picture: text and lines, dark on light, nothing in it that is loaded from elsewhere.

Whatever was recorded is made printable first and then escaped as XML has it.
"""

from collections.abc import Iterator
from html import escape

from traces.model.trace import Trace
from traces.timeline.diagram import Arrow, Diagram, layout
from traces.timeline.fold import fold_words
from traces.timeline.glyphs import UNICODE
from traces.timeline.headline import closing_lines
from traces.timeline.lanes import Lane
from traces.timeline.measure import cells, clip
from traces.timeline.steps import Step, StepKind, steps
from traces.timeline.text import header_line
from traces.timeline.words import dropped_mark, reply_facts, reply_label, request_label, request_note, touched_words

_CELL, _STEP, _FONT = 7.8, 30, 13
"""Pixels: a cell of the diagram, a step, the letters."""
_LEFT, _TOP, _HEADS = 16, 30, 46
_ROOM = 30
"""Cells for each lane: so many that no delegate is folded on its caller's lane and every name is whole."""
_LONGEST = 140
"""Cells of a line of text."""
_FONTS = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
_STYLE = f"""
text {{ font-family: {_FONTS}; font-size: {_FONT}px; fill: #1f2430; white-space: pre; }}
.title {{ font-weight: bold; }}
.small, .note {{ fill: #5b6270; }}
.failed {{ fill: #b3261e; font-weight: bold; }}
.unreached {{ fill: #8a919e; }}
.back {{ fill: #ffffff; }}
.life {{ stroke: #c3c8d1; stroke-width: 1; }}
.faint {{ stroke-dasharray: 2 4; }}
.bar {{ fill: #d5e3fb; stroke: #3566b8; }}
.bar-failed {{ fill: #f9dedc; stroke: #b3261e; }}
.call, .reply {{ stroke: #1f2430; stroke-width: 1.4; fill: none; }}
.reply {{ stroke-dasharray: 6 4; }}
.wrong {{ stroke: #b3261e; }}
.label {{ stroke: #ffffff; stroke-width: 4; paint-order: stroke; }}
"""


def svg_text(trace: Trace) -> str:
    """The picture as an SVG document of its own, ended with a newline."""
    found = steps(trace)
    lanes = 1 + len(trace.network.links) + len(trace.calls)
    diagram = layout(trace, found, lanes * _ROOM + _LONGEST)
    title = clip(header_line(trace, UNICODE), _LONGEST)
    closing = [row for text in closing_lines(trace, UNICODE) for row in fold_words(text, _LONGEST, "  ")]
    bottom = _y(len(found)) + 8
    notes_x = _x(max(lane.x for lane in diagram.lanes.lanes) + 10)
    notes = [_note(diagram, step) for step in found]
    width = max(
        notes_x + _CELL * max(map(cells, notes), default=0), _CELL * max(cells(text) for text in (title, *closing))
    )
    width, height = width + 2 * _LEFT, bottom + 24 + 20 * len(closing)
    size = f'width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<title>{_safe(title)}</title>"]
    lines += [f"<style>{_STYLE}</style>", f'<rect class="back" width="{width:.0f}" height="{height}"/>']
    lines += [_text(_LEFT, _TOP - 10, title, "title")]
    lines += [part for lane in diagram.lanes.lanes for part in _lane(lane, bottom)]
    lines += _bars(diagram)
    for step, note in zip(found, notes, strict=True):
        lines += _step(diagram, step)
        lines.append(_text(notes_x, _y(step.index) + 4, note, "failed" if step.failed else "note"))
    for index, text in enumerate(closing):
        lines.append(_text(_LEFT, bottom + 22 + 20 * index, text, "failed" if trace.failure and not index else "note"))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _lane(lane: Lane, bottom: float) -> Iterator[str]:
    """A name, what stands below it, and the lifeline."""
    x, look = _x(lane.x), "title" if lane.is_called else "unreached"
    yield _text(x, _TOP + 14, lane.title, look, "middle")
    yield _text(x, _TOP + 30, lane.subtitles[0], "small", "middle")
    yield _line(x, _TOP + 38, x, bottom, "life" if lane.is_called else "life faint")


def _bars(diagram: Diagram) -> Iterator[str]:
    """A bar for each call, from its request to its reply; for one that has not ended, to the end."""
    begun: dict[str, int] = {}
    ended = {step.call: step for step in diagram.steps if step.is_reply}
    for step in diagram.steps:
        if step.is_request and step.call is not None:
            begun[step.call] = step.index
    for call, first in begun.items():
        end = ended.get(call)
        last = end.index if end else len(diagram.steps) - 1
        x, look = _x(diagram.lanes.lanes[diagram.lanes.lane_of_call[call]].x), "bar-failed" if _fails(end) else "bar"
        high = max(_y(last) - _y(first), 6)
        yield f'<rect class="{look}" x="{x - 4:.1f}" y="{_y(first):.1f}" width="8" height="{high:.1f}" rx="2"/>'


def _fails(step: Step | None) -> bool:
    return step is not None and step.failed


def _step(diagram: Diagram, step: Step) -> Iterator[str]:
    """The number of a step, its arrow, and what the arrow says."""
    arrow, y = diagram.arrows[step.index], _y(step.index)
    yield _text(_LEFT, y + 4, f"{step.index + 1:02d}", "failed" if step.failed else "small")
    if arrow is None:
        x = _x(diagram.lanes.lanes[diagram.lanes.lane_of_link[step.link or 0]].x)
        yield _text(x, y + 4, "not reached", "unreached label", "middle")
        return
    yield from _arrow(arrow, step, y)
    x = min(_x(arrow.start), _x(arrow.end)) + 12
    yield _text(x, y - 5, clip(_label(diagram, step), _room(arrow)), "failed label" if step.failed else "label")


def _room(arrow: Arrow) -> int:
    """Cells that an arrow has for what it says."""
    return max(abs(arrow.end - arrow.start) - 3, 6)


def _label(diagram: Diagram, step: Step) -> str:
    if step.call is None:
        return f"{UNICODE.cross} failed before it could be executed"
    call = diagram.calls[step.call]
    if step.is_request:
        return request_label(call)
    if step.failed:
        return f"{UNICODE.cross} {reply_label(call)}"
    return f"{reply_label(call)}  {dropped_mark(call, UNICODE)}".rstrip()


def _note(diagram: Diagram, step: Step) -> str:
    """The facts at the right, and what the arrow had no room for."""
    arrow = diagram.arrows[step.index]
    if arrow is None:
        return ""
    call, label = diagram.calls.get(step.call or ""), _label(diagram, step)
    facts = ["no process"] if call is None else []
    if call is not None:
        asked = [touched_words(call, answer=False), request_note(call)]
        facts = asked if step.is_request else [fact.strip() for fact in reply_facts(call, UNICODE)]
    facts += [label] if cells(label) > _room(arrow) else []
    return clip(", ".join(filter(None, facts)), _LONGEST)


def _arrow(arrow: Arrow, step: Step, y: float) -> Iterator[str]:
    """A line from caller to callee or back, and its head; a cross where nothing came of it."""
    start, end = _x(arrow.start), _x(arrow.end)
    way = 1 if end > start else -1
    look = ("reply" if step.is_reply else "call") + (" wrong" if step.failed else "")
    tip = end - way * 5
    yield _line(start + way * 5, y, tip, y, look)
    look = "call wrong" if step.failed else "call"
    if step.kind is StepKind.NOT_STARTED:
        yield f'<path class="{look}" d="M{tip - 5:.1f} {y - 5} l10 10 m0 -10 l-10 10"/>'
    else:
        yield f'<path class="{look}" d="M{tip - way * 8:.1f} {y - 4} L{tip:.1f} {y} L{tip - way * 8:.1f} {y + 4}"/>'


def _x(cell: int) -> float:
    """The middle of a cell of the lanes."""
    return _LEFT + 34 + (cell + 0.5) * _CELL


def _y(step: int) -> int:
    return _TOP + _HEADS + 18 + step * _STEP


def _line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<line class="{look}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, look: str, anchor: str = "start") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{look}" {where} text-anchor="{anchor}">{_safe(text)}</text>' if text else ""


def _safe(text: str) -> str:
    """Text that was made printable already, without the characters that XML gives a meaning or does not have."""
    return escape("".join(char for char in text if char not in "\ufffe\uffff"))
