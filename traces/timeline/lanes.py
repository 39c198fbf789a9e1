"""The lanes of a sequence: the runtime, each link, and the delegates beside the plugin that called them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.cells import Ink
from traces.timeline.measure import one_line
from traces.timeline.steps import Step, StepKind, walk
from traces.timeline.words import delegate_note

Path = tuple[int | str, ...]
"""Where a lane is: its link (or, for a call of no link, its plugin), then the plugin of each delegation."""

RUNTIME = "runtime"
FIRST_X = 4
"""The cell of the runtime's lifeline: half of its name is to the left of it."""
NARROWEST = 9
"""The fewest cells from one lane to the next in which a message can be read."""
_COMFORTABLE = 12
_WIDEST = 22
_FEW_LANES = 48
"""Cells that a few lanes may share: with one or two plugins there is room for what they say."""
_NOTE_LEAST = 15
_NOTE_WANTED = 32
_TAIL = 2
"""Cells right of the last lifeline that still belong to the lanes."""
_FOLDED_TAIL = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One column of the diagram."""

    title: str
    subtitle: str
    ink: Ink
    x: int = 0
    """The cell of its lifeline, counted from the left edge of the lanes."""
    link: int | None = None
    is_delegate: bool = False
    is_called: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """All lanes, and which one each call is on."""

    lanes: tuple[Lane, ...]
    lane_of_call: Mapping[str, int]
    lane_of_link: Mapping[int, int]
    pitch: int
    """Cells from one lane to the next."""
    width: int
    """Cells that the lanes take."""
    note_width: int
    """Cells that are left for the notes."""
    is_folded: bool
    """Whether delegates are drawn on the lane of their caller."""


def place_lanes(trace: Trace, found: Sequence[Step], room: int) -> Lanes:
    """Lay the lanes out in so many cells: fold delegates first, then leave notes out, then be wider."""
    lanes = _name_lanes(trace, found, fold=False)
    if _pitch(len(lanes.lanes), room) < NARROWEST and any(lane.is_delegate for lane in lanes.lanes):
        lanes = _name_lanes(trace, found, fold=True)
    pitch = max(NARROWEST, _pitch(len(lanes.lanes), room))
    placed = tuple(replace(lane, x=FIRST_X + pitch * place) for place, lane in enumerate(lanes.lanes))
    wanted = placed[-1].x + (_FOLDED_TAIL if lanes.is_folded else _TAIL)
    width = max(placed[-1].x + _TAIL, min(wanted, room - _NOTE_LEAST))
    note_width = room - width if width <= room else _NOTE_LEAST
    return replace(lanes, lanes=placed, pitch=pitch, width=width, note_width=note_width)


def _pitch(count: int, room: int) -> int:
    """Cells between lanes, so that the notes have what they want, or at least what they need."""
    gaps = max(1, count - 1)
    roomy = (room - FIRST_X - _TAIL - _NOTE_WANTED) // gaps
    tight = (room - FIRST_X - _TAIL - _NOTE_LEAST) // gaps
    return min(max(_WIDEST, _FEW_LANES // gaps), roomy if roomy >= _COMFORTABLE else min(_COMFORTABLE, tight))


def _name_lanes(trace: Trace, found: Sequence[Step], fold: bool) -> Lanes:
    paths = _paths(trace.calls)
    if fold:
        paths = {call: path[:1] for call, path in paths.items()}
    links = _links(trace)
    order = sorted({(link,) for link in links} | set(paths.values()), key=_order(links, paths))
    first_call = {path: trace.call(call) for call, path in reversed(paths.items())}
    lanes = [_lane(trace, found, path, first_call.get(path)) for path in order]
    place = {path: index for index, path in enumerate(order, start=1)}
    return Lanes(
        lanes=(Lane(title=RUNTIME, subtitle="", ink=Ink.HEAD_RUNTIME), *lanes),
        lane_of_call={call: place[path] for call, path in paths.items()},
        lane_of_link={link: place[link,] for link in links},
        pitch=0,
        width=0,
        note_width=0,
        is_folded=fold,
    )


def _paths(calls: Sequence[Call]) -> dict[str, Path]:
    """The lane of each call: its link's, or one beside its caller's for each plugin that the caller executes."""
    paths: dict[str, Path] = {}
    callers: list[Path] = []
    for visit in walk(calls):
        if visit.ends:
            callers.pop()
            continue
        root = visit.call.plugin if visit.call.link is None else visit.call.link
        paths[visit.call.id] = (*callers[-1], visit.call.plugin) if callers else (root,)
        callers.append(paths[visit.call.id])
    return paths


def _order(links: Sequence[int], paths: Mapping[str, Path]) -> Callable[[Path], tuple[int, ...]]:
    """The chain's order, delegates behind their caller in the order of their first call."""
    rank: dict[Path, int] = {(link,): place for place, link in enumerate(links)}
    for path in paths.values():
        rank.setdefault(path, len(rank))
    return lambda path: tuple(rank[path[: end + 1]] for end in range(len(path)))


def _links(trace: Trace) -> list[int]:
    """The links of the network, and those that only the calls know."""
    known = [link.index for link in trace.network.links]
    return known + sorted({call.link for call in trace.calls if call.link is not None} - set(known))


def _lane(trace: Trace, found: Sequence[Step], path: Path, call: Call | None) -> Lane:
    if len(path) > 1 and call is not None:
        return _delegate_lane(trace, call)
    if isinstance(path[0], int):
        return _link_lane(trace, found, path[0], call)
    return Lane(title=one_line(path[0]), subtitle="", ink=Ink.HEAD)


def _link_lane(trace: Trace, found: Sequence[Step], link: int, call: Call | None) -> Lane:
    types = {entry.index: entry.type for entry in trace.network.links}
    title = call.plugin if call else types[link]
    mine = [step for step in found if step.link == link and step.depth == 0]
    subtitle = "simulated" if title in trace.simulated else f"link {link}"
    lane = Lane(title=one_line(title), subtitle=subtitle, ink=Ink.HEAD, link=link, is_called=call is not None)
    if any(step.failed for step in mine):
        return replace(lane, subtitle="failed", ink=Ink.HEAD_FAILED)
    if any(step.kind is StepKind.NOT_REACHED for step in mine):
        return replace(lane, subtitle="not reached", ink=Ink.HEAD_UNREACHED)
    return lane if mine else replace(lane, ink=Ink.HEAD_UNREACHED)


def _delegate_lane(trace: Trace, call: Call) -> Lane:
    role = delegate_note(trace.call(call.parent), call) if call.parent else ""
    subtitle = "simulated" if call.plugin in trace.simulated else role
    ink = Ink.HEAD_FAILED if call.failed else Ink.HEAD_DELEGATE
    return Lane(title=one_line(call.plugin), subtitle=subtitle, ink=ink, is_delegate=True)
