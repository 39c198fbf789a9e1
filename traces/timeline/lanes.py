"""The lanes of a sequence: the runtime, each link, and the delegates beside the plugin that called them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.cells import Ink
from traces.timeline.folding import Folding, folded_callers, shown_at
from traces.timeline.measure import one_line
from traces.timeline.nesting import NestedLink, Path, call_paths, path_order, place_in_chain
from traces.timeline.steps import Step, StepKind
from traces.timeline.words import delegate_note

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
_FOLDED_TAIL = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One column of the diagram."""

    title: str
    subtitles: tuple[str, ...] = ("",)
    """What may stand below the title, the fullest first."""
    ink: Ink
    path: Path = ()
    """Whose lane it is; the runtime's is empty."""
    x: int = 0
    """The cell of its lifeline, counted from the left edge of the lanes."""
    link: int | None = None
    is_delegate: bool = False
    is_called: bool = True
    is_simulated: bool = False
    holds: int = 0
    """How many lanes are folded on it."""
    is_open: bool = False
    """Whether the lanes of its delegates stand beside it, and can be folded on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """All lanes, and which one each call is on."""

    lanes: tuple[Lane, ...]
    lane_of_call: Mapping[str, int]
    lane_of_link: Mapping[int, int]
    folded_calls: Mapping[str, int]
    """The delegate calls that are drawn on the lane of their caller, and how deep inside of that lane's plugin."""
    pitch: int
    """Cells from one lane to the next."""
    width: int
    """Cells that the lanes take."""
    note_width: int
    """Cells that are left for the notes."""

    def within(self, cells: range) -> Sequence[Lane]:
        """The lanes whose lifelines are among those cells."""
        first, behind = (max(0, -((FIRST_X - edge) // self.pitch)) for edge in (cells.start, cells.stop))
        return self.lanes[first:behind]


def place_lanes(trace: Trace, found: Sequence[Step], room: int, folding: Folding | None = None) -> Lanes:
    """Lay the lanes out in so many cells: fold delegates first, then leave notes out, then be wider."""
    paths = call_paths(trace.calls)
    links = _links(trace)
    every = {(link,) for link in links} | set(paths.values())
    folded = folded_callers(every, folding or Folding(), _most(_COMFORTABLE, room), _most(NARROWEST, room))
    order = sorted(every, key=path_order(links, trace.calls, paths))
    shown = [path for path in order if shown_at(path, folded) == path]
    place = {path: index for index, path in enumerate(shown, start=1)}
    pitch = _fitting_pitch(len(shown), room, is_last_folded=bool(shown) and shown[-1] in folded)
    inside = Counter(path[:end] for path in every for end in range(1, len(path)))
    named = _name_lanes(trace, found, order, shown, paths)
    folding_lanes = (_fold(lane, inside[lane.path], lane.path in folded) for lane in named)
    lanes = [replace(lane, x=FIRST_X + pitch * place[lane.path]) for lane in folding_lanes]
    width = _width(lanes, room)
    lane_of_call = {call: place[shown_at(path, folded)] for call, path in paths.items()}
    return Lanes(
        lanes=(Lane(title=RUNTIME, ink=Ink.HEAD_RUNTIME, x=FIRST_X), *lanes),
        lane_of_call=lane_of_call,
        lane_of_link={link: place[link,] for link in links},
        folded_calls={
            call.id: max(1, len(paths[call.id]) - len(shown[lane_of_call[call.id] - 1]))
            for call in trace.calls
            if len(paths[call.id]) > 1 and lane_of_call[call.id] == lane_of_call[call.parent or ""]
        },
        pitch=pitch,
        width=width,
        note_width=room - width if width <= room else _NOTE_LEAST,
    )


def _most(pitch: int, room: int) -> int:
    """How many lanes beside the runtime's are so far apart, with the notes as narrow as they can be."""
    return (room - FIRST_X - _TAIL - _NOTE_LEAST) // pitch


def _pitch(count: int, room: int) -> int:
    """Cells between so many lanes and the runtime's: the notes have what they want, or at least what they need."""
    gaps = max(1, count)
    roomy = (room - FIRST_X - _TAIL - _NOTE_WANTED) // gaps
    tight = (room - FIRST_X - _TAIL - _NOTE_LEAST) // gaps
    return min(max(_WIDEST, _FEW_LANES // gaps), roomy if roomy >= _COMFORTABLE else min(_COMFORTABLE, tight))


def _fitting_pitch(count: int, room: int, *, is_last_folded: bool) -> int:
    """It with what is said behind a last lane that holds others, unless that would bring the lanes close together."""
    spare = _FOLDED_TAIL - _TAIL if is_last_folded else 0
    return max(NARROWEST, _pitch(count, room - spare), min(_COMFORTABLE, _pitch(count, room)))


def _width(lanes: Sequence[Lane], room: int) -> int:
    """Cells of the lanes, with some for the words behind the short arrows on a lane that holds others."""
    last = lanes[-1].x if lanes else FIRST_X
    wanted = max([last + _TAIL, *(lane.x + _FOLDED_TAIL for lane in lanes if lane.holds)])
    return max(last + _TAIL, min(wanted, room - _NOTE_LEAST))


def _fold(lane: Lane, inside: int, is_folded: bool) -> Lane:
    """The lane with so many others inside: it holds them, or is open; without any it is as it was."""
    if not is_folded:
        return replace(lane, is_open=inside > 0)
    return replace(lane, holds=inside, subtitles=(f"{lane.subtitles[0]} +{inside}", *lane.subtitles))


def _links(trace: Trace) -> list[int]:
    """The links of the network, and those that only the calls know."""
    known = [link.index for link in trace.network.links]
    return known + sorted({call.link for call in trace.calls if call.link is not None} - set(known))


def _name_lanes(
    trace: Trace, found: Sequence[Step], order: Sequence[Path], shown: Sequence[Path], paths: Mapping[str, Path]
) -> list[Lane]:
    """The lanes that are shown; all paths in their order tell what is beside each."""
    calls: dict[Path, list[Call]] = {path: [] for path in order}
    for call in trace.calls:
        calls[paths[call.id]].append(call)
    links = _LinkFacts(trace, found)
    return [replace(_lane(trace, links, path, calls), path=path) for path in shown]


class _LinkFacts:
    """What the lanes of links are made from, gathered once."""

    def __init__(self, trace: Trace, found: Sequence[Step]) -> None:
        self.types = {entry.index: entry.type for entry in trace.network.links}
        self.steps: dict[int | None, list[Step]] = defaultdict(list)
        for step in found:
            if step.depth == 0:
                self.steps[step.link].append(step)


def _lane(trace: Trace, links: _LinkFacts, path: Path, calls: Mapping[Path, Sequence[Call]]) -> Lane:
    call = calls[path][0] if calls[path] else None
    if isinstance(path[-1], NestedLink):
        return _nested_lane(trace, path, path[-1], calls)
    if len(path) > 1 and call is not None:
        return _delegate_lane(trace, call, delegate_note(trace.call(call.parent), call) if call.parent else "")
    if isinstance(path[0], int):
        return _link_lane(trace, links, path[0], call)
    return Lane(title=one_line(str(path[0])), ink=Ink.HEAD)


def _link_lane(trace: Trace, links: _LinkFacts, link: int, call: Call | None) -> Lane:
    title = call.plugin if call else links.types.get(link, f"link {link}")
    mine = links.steps[link]
    words = _with_simulated(trace, title, f"link {link}")
    lane = Lane(title=one_line(title), subtitles=words, ink=Ink.HEAD, link=link, is_called=call is not None)
    lane = replace(lane, is_simulated=title in trace.simulated)
    if any(step.failed for step in mine):
        return replace(lane, subtitles=_with_simulated(trace, title, "failed"), ink=Ink.HEAD_FAILED)
    if any(step.kind is StepKind.NOT_REACHED for step in mine):
        return replace(lane, subtitles=("not reached", "not run"), ink=Ink.HEAD_UNREACHED, is_simulated=False)
    return lane if mine else replace(lane, ink=Ink.HEAD_UNREACHED)


def _nested_lane(trace: Trace, path: Path, link: NestedLink, calls: Mapping[Path, Sequence[Call]]) -> Lane:
    """The lane of a link of a network that a plugin runs: with the interface, and its number in that chain."""
    beside = {each[-1]: calls[each] for each in calls if each[:-1] == path[:-1]}
    chain = [each for each in beside if isinstance(each, NestedLink) and each.chain == link.chain]
    made = [call for each in chain for call in beside[each]]
    number = place_in_chain(link, chain, trace.call(made[0].parent or ""), made)
    where = one_line(link.ifname or link.network)
    words = (where,) if number is None else (f"{where} link {number}", f"{where} {number}")
    return _delegate_lane(trace, calls[path][0], *words)


def _delegate_lane(trace: Trace, call: Call, *words: str) -> Lane:
    ink = Ink.HEAD_FAILED if call.failed else Ink.HEAD_DELEGATE
    subtitles = _with_simulated(trace, call.plugin, *words)
    simulated = call.plugin in trace.simulated
    return Lane(title=one_line(call.plugin), subtitles=subtitles, ink=ink, is_delegate=True, is_simulated=simulated)


def _with_simulated(trace: Trace, plugin: str, *words: str) -> tuple[str, ...]:
    """The words of a lane, with one that the plugin is simulated where it is: that is said before all else."""
    if plugin not in trace.simulated:
        return words
    return (f"{words[0]} simulated".lstrip(), "simulated")
