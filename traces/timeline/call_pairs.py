"""Which call of a trace is which of another: by link, then by caller, plugin and how often it was called.

Links are found again by their plugins, so that a link put into a chain does not shift those behind it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.json_tree import aligned
from traces.timeline.steps import walk

Key = tuple[tuple[str, int], ...]
"""The call's caller's key, then plugin or link, and which call of it by that caller."""
_Moment = tuple[Key, bool]
"""A call, and whether it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A moment of a call in either trace or both: its request, or its reply."""

    left: Call | None
    right: Call | None
    link: int | None
    """The link that it works for, by its number in the left trace, or in the right one if that alone has it."""
    label: str
    """«link 0 bridge > host-local»; as recorded. No other call has it."""
    depth: int
    """0 for a link's call, one more for each delegation."""
    ends: bool


class _Visited(NamedTuple):
    call: Call
    link: int | None
    plugins: tuple[str, ...]
    """Those that called each other down to this one, the link's first: «multus», «bridge, call 2»."""


def link_pairs(left: Trace, right: Trace) -> tuple[tuple[int | None, int | None], ...]:
    """Which link of a chain is which of the other: places in both, None where one has no such link."""
    types = [link.type for link in left.network.links], [link.type for link in right.network.links]
    return tuple(aligned(*types))


def meetings(left: Trace, right: Trace) -> Iterator[Meeting]:
    """The calls of both traces in the order of time, each at its request and again at its reply."""
    there = {right_link: left_link for left_link, right_link in link_pairs(left, right) if right_link is not None}
    ours, theirs = dict(_visits(left, {})), dict(_visits(right, there))
    for moment in _merged(list(ours), list(theirs)):
        one, other = ours.get(moment), theirs.get(moment)
        shown = one or theirs[moment]
        key, ends = moment
        yield Meeting(
            left=one.call if one else None,
            right=other.call if other else None,
            link=shown.link,
            label=_label(shown),
            depth=len(key) - 1,
            ends=ends,
        )


def _label(visited: _Visited) -> str:
    plugins = " > ".join(visited.plugins)
    return plugins if visited.link is None else f"link {visited.link} {plugins}"


def _visits(trace: Trace, there: dict[int, int | None]) -> Iterator[tuple[_Moment, _Visited]]:
    """Each call at its begin and its end; ``there`` are the numbers that its links have in the other trace."""
    stack: list[tuple[Key, tuple[str, ...]]] = []
    counts: Counter[tuple[Key, str]] = Counter()
    for visit in walk(trace.calls):
        if not visit.ends:
            above, plugins = stack[-1] if stack else ((), ())
            name = _name(visit.call, visit.depth, there)
            counts[above, name] += 1
            count = counts[above, name]
            again = f", call {count}" if count > 1 else ""
            stack.append(((*above, (name, count)), (*plugins, f"{visit.call.plugin}{again}")))
        key, plugins = stack[-1]
        yield (key, visit.ends), _Visited(visit.call, visit.link, plugins)
        if visit.ends:
            stack.pop()


def _name(call: Call, depth: int, there: dict[int, int | None]) -> str:
    if depth or call.link is None:
        return call.plugin
    link = there.get(call.link, call.link)
    return f"link {link}" if link is not None else f"only link {call.link}"


def _merged(ours: Sequence[_Moment], theirs: Sequence[_Moment]) -> list[_Moment]:
    """Our moments in their order; what only they have stands behind what it follows there."""
    known, behind = set(ours), dict[_Moment | None, list[_Moment]]()
    last: _Moment | None = None
    for moment in theirs:
        if moment in known:
            last = moment
        else:
            behind.setdefault(last, []).append(moment)
    merged = list(behind.get(None, []))
    for moment in ours:
        merged += [moment, *behind.get(moment, [])]
    return merged
