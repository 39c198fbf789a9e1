"""The calls of two traces as rows: on shared lifelines, A solid and B dashed, or in two columns where it is narrow.

Each pair has a sign and a word: same, differs, only in A, only in B, masked; and whether it only follows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from panels.render.diff_text import sign, word
from panels.render.glyphs import Glyphs
from panels.render.page import Kind, Line, Span
from panels.render.strips import fit_line, shorten
from traces.model.call import Call
from traces.timeline.beside import Pair
from traces.timeline.beside_sides import title_of
from traces.timeline.call_pairs import Meeting
from traces.timeline.glyphs import glyphs as sequence_glyphs
from traces.timeline.json_tree import State
from traces.timeline.measure import duration_text, one_line
from traces.timeline.words import end_words, reply_label

_LEAST_LANE, _MOST_LANE = 9, 16
_WORD = 12
"""Cells of the sign, the word and the gap behind them."""
_LEAD = 2
_LEAST_END = 34
"""Cells for what came of a call, beside the lifelines."""
_LANES_FROM = 110
_AGAIN = re.compile(r", call \d+")


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row: which pair it belongs to, and whose run it draws."""

    pair: int
    run: str
    """A, B, or empty for both."""
    is_first: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """How the pairs are drawn for a width."""

    rows: tuple[PairRow, ...]
    lanes: tuple[str, ...]
    """The names over the lifelines, safe; empty where two columns are drawn."""
    places: dict[str, int]
    """The lane of each plugin, by what the subject says without its count."""
    lane: int
    """Cells of a lane."""


def picture(pairs: Sequence[Pair], width: int) -> Picture:
    """Lifelines where all of them have room, else two columns."""
    places: dict[str, int] = {}
    names = ["runtime"]
    for pair in pairs:
        if pair.meeting is not None and _lane_key(pair.subject) not in places:
            places[_lane_key(pair.subject)] = len(names)
            names.append(one_line(_called(pair.meeting).plugin))
    room = width - _LEAD - _WORD - _LEAST_END
    has_lanes = width >= _LANES_FROM and len(names) * _LEAST_LANE <= room
    rows = []
    for place, pair in enumerate(pairs):
        both = pair.state in (State.SAME, State.MASKED) or pair.meeting is None or not has_lanes
        runs = ("",) if both else ("A", "B") if pair.state is State.DIFFERS else (_only(pair.state),)
        rows += [PairRow(place, run, number == 0) for number, run in enumerate(runs)]
    lane = min(_MOST_LANE, room // len(names))
    return Picture(rows=tuple(rows), lanes=tuple(names) if has_lanes else (), places=places, lane=lane)


def head_line(drawn: Picture, width: int, glyphs: Glyphs) -> Line:
    """The names over the lifelines, or over the columns."""
    lead = " " * (_LEAD + _WORD)
    if drawn.lanes:
        names = "".join(shorten(name, drawn.lane - 1, glyphs).ljust(drawn.lane) for name in drawn.lanes)
        return fit_line((Span(f"{lead}{names}", Kind.HEADING),), width, glyphs)
    who, end = _columns(width)
    text = f"{lead}{'call'.ljust(who)} {'A'.ljust(end)} B"
    return fit_line((Span(text, Kind.HEADING),), width, glyphs)


def pair_line(pair: Pair, row: PairRow, drawn: Picture, width: int, glyphs: Glyphs, *, is_cause: bool) -> Line:
    """One row of the comparison; ``is_cause`` marks where the first cause is."""
    cause = Span("!" if is_cause and row.is_first else " ", Kind.WARNING)
    said = _verdict(pair, glyphs) if row.is_first else ""
    lead = (cause, Span(" "), Span(said.ljust(_WORD), _kind(pair)))
    if pair.meeting is None:
        body: Line = (Span(title_of(pair), _text_kind(pair)),)
    elif drawn.lanes:
        body = _on_lanes(pair, pair.meeting, row, drawn, glyphs)
    else:
        body = _in_columns(pair, pair.meeting, width, glyphs)
    return fit_line((*lead, *body), width, glyphs)


def _verdict(pair: Pair, glyphs: Glyphs) -> str:
    if pair.is_left_out:
        return f"{glyphs.skipped} not rerun"
    return f"{sign(pair.state, glyphs)} {'follows' if pair.follows else word(pair.state)}"


def _kind(pair: Pair) -> Kind:
    if pair.follows or pair.is_left_out or pair.state is State.SAME:
        return Kind.DIM
    kinds = {State.MASKED: Kind.LABEL, State.ONLY_LEFT: Kind.BAD, State.ONLY_RIGHT: Kind.GOOD}
    return kinds.get(pair.state, Kind.KEY)


def _text_kind(pair: Pair) -> Kind:
    return Kind.DIM if pair.state in (State.SAME, State.MASKED) or pair.is_left_out else Kind.TEXT


def _on_lanes(pair: Pair, meeting: Meeting, row: PairRow, drawn: Picture, glyphs: Glyphs) -> Line:
    """The arrow of a run from its caller's lifeline to its own, and what came of it."""
    marks, kind = sequence_glyphs(glyphs.ascii_only), _text_kind(pair)
    to = drawn.places[_lane_key(pair.subject)]
    start = drawn.places.get(_lane_key(pair.subject).rpartition(" > ")[0], 0) if meeting.depth else 0
    before = (marks.life.ljust(drawn.lane)) * start
    length = (to - start) * drawn.lane - 2 - len(row.run)
    dash = (marks.reply + marks.reply_gap) * length if row.run == "B" else marks.call * length
    arrow = f"{marks.tee}{row.run}{dash[: max(length, 0)]}{marks.to}"
    behind = "".join(f"{' ' * (drawn.lane - 1)}{marks.life}" for _ in range(len(drawn.lanes) - to - 1))
    tail = " " * (drawn.lane - 1)
    ends = [_end(call, glyphs) for call in pair.calls]
    tells_right = row.run == "B" or (not row.run and meeting.right is not None and bool(meeting.right.touched))
    said = ends[tells_right]
    return (
        Span(before, Kind.DIM),
        Span(arrow, kind if row.run != "B" or kind is Kind.DIM else Kind.KEY),
        Span(marks.bar, kind),
        Span(f"{behind}{tail}", Kind.DIM),
        Span(f"{row.run} " if row.run else "  ", Kind.LABEL),
        said if kind is Kind.TEXT else Span(said.text, Kind.DIM),
    )


def _in_columns(pair: Pair, meeting: Meeting, width: int, glyphs: Glyphs) -> Line:
    """What it is, and what came of it in each run."""
    who, end = _columns(width)
    link = "" if meeting.depth or meeting.link is None else f"{meeting.link} "
    name = f"{'  ' * (meeting.depth + (meeting.depth > 0))}{link}{one_line(_called(meeting).plugin)}"
    name += "".join(_AGAIN.findall(pair.subject.rpartition(" > ")[2]))
    kind = _text_kind(pair)
    ends = [_end(call, glyphs) for call in pair.calls]
    shown = [Span(shorten(span.text, end - 1, glyphs), span.kind if kind is Kind.TEXT else kind) for span in ends]
    return (
        Span(_padded(shorten(name, who, glyphs), who + 1), kind),
        Span(_padded(shown[0].text, end + 1), shown[0].kind),
        shown[1],
    )


def _end(call: Call | None, glyphs: Glyphs) -> Span:
    """How a call ended, in a few words: «+ 12 ms  1 ip 3 if», «x exit 1  code 11 chain exists»."""
    if call is None:
        return Span(f"{glyphs.skipped} not called", Kind.DIM)
    marks = sequence_glyphs(glyphs.ascii_only)
    took = "" if call.duration is None or call.failed else f"{duration_text(call.duration, marks)}  "
    how = f"{end_words(call)}  " if call.failed else ""
    by_hand = "by hand  " if call.touched else ""
    text = f"{glyphs.outcome(call.outcome)} {by_hand}{took}{how}{reply_label(call)}"
    return Span(glyphs.fit(text), Kind.BAD if call.failed else Kind.TEXT)


def _columns(width: int) -> tuple[int, int]:
    """Cells for the name of a call, and for how it ended in each run."""
    room = width - _LEAD - _WORD
    who = min(34, max(14, room // 3))
    return who, max((room - who - 2) // 2, 8)


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - cell_len(text))


def _called(meeting: Meeting) -> Call:
    """The call, in A if it is there."""
    found = meeting.left or meeting.right
    if found is None:
        raise ValueError("a meeting of no call")
    return found


def _only(state: State) -> str:
    return "A" if state is State.ONLY_LEFT else "B"


def _lane_key(subject: str) -> str:
    return _AGAIN.sub("", subject)
