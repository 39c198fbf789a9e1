"""The list of traces as rows: series by series, the newest first; branches under the trace they were made from.

What a node's runtime ran stands pod by pod, the newest first, and what it tried again and again is one row.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from traces.model.summary import Summary
from traces.timeline.attempts import attempt_key, pod_key
from traces.timeline.identical import Identical
from traces.timeline.printable import printable

_SHORT_ID = 12
_HEX = frozenset("0123456789abcdef")
_NODE = "node"

AttemptKey = tuple[str | None, ...]
"""Names a row of attempts, whichever is the newest of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRow:
    """One row of the list: a trace, or the heading of a series."""

    summary: Summary
    """The trace; of a heading, the series' first; of attempts the newest."""
    heading: bool = False
    depth: int = 0
    """How many parents a branch has in the list."""
    names: tuple[str, ...] = ()
    """Of a heading, and of a trace that has none over it: what tells it from others, in safe text."""
    earlier: tuple[Summary, ...] = ()
    """The attempts before, the newest first."""
    is_open: bool = False
    """Whether those have rows of their own, below this one."""

    @property
    def key(self) -> AttemptKey:
        """What the row is opened and folded by."""
        return attempt_key(self.summary)

    @property
    def count(self) -> int:
        """How many attempts it stands for."""
        return 1 + len(self.earlier)

    def shows(self, trace_id: str | None) -> bool:
        """Whether this is the row of that trace, folded into it or not."""
        if self.heading:
            return False
        folded = () if self.is_open else self.earlier
        return self.summary.id == trace_id or any(each.id == trace_id for each in folded)


def trace_rows(summaries: Sequence[Summary], opened: Collection[AttemptKey] = ()) -> tuple[TraceRow, ...]:
    """The rows for the traces; ``opened`` are the attempts that have rows of their own."""
    if isinstance(summaries, tuple):
        return _kept_rows(Identical(summaries), frozenset(opened))
    return _rows(summaries, opened)


@lru_cache(maxsize=2)
def _kept_rows(summaries: Identical[tuple[Summary, ...]], opened: frozenset[AttemptKey]) -> tuple[TraceRow, ...]:
    """The same again, where nothing has changed: the list is asked for by whoever counts, and by whoever draws it."""
    return _rows(summaries.value, opened)


def _rows(summaries: Sequence[Summary], opened: Collection[AttemptKey]) -> tuple[TraceRow, ...]:
    ids = {summary.id for summary in summaries}
    branches: dict[str, list[Summary]] = defaultdict(list)
    series: dict[object, list[Summary]] = defaultdict(list)
    for summary in sorted(summaries, key=lambda each: each.created):
        if summary.branch_of in ids and summary.branch_of is not None:
            branches[summary.branch_of].append(summary)
        else:
            series[pod_key(summary) if summary.place == _NODE else summary.series].append(summary)
    newest_first = sorted(series.values(), key=lambda members: members[-1].created, reverse=True)
    several = _differing(summaries)
    return tuple(row for members in newest_first for row in _series_rows(members, branches, several, opened))


def short_id(container_id: str) -> str:
    """A container's ID, shortened where it is one of those long hexadecimal ones."""
    if len(container_id) > _SHORT_ID and set(container_id) <= _HEX:
        return container_id[:_SHORT_ID]
    return printable(container_id)


def _differing(shown: Sequence[Summary]) -> frozenset[str]:
    """Which of the container and the interface are not the same in all of the traces."""
    return frozenset(field for field in ("container_id", "ifname") if len({getattr(row, field) for row in shown}) > 1)


def _names(summary: Summary, several: frozenset[str]) -> tuple[str, ...]:
    pod = f"{summary.namespace}/{summary.pod}" if summary.namespace else summary.pod
    names = [pod, summary.network] if summary.pod else [summary.network or summary.id]
    safe = [printable(name) for name in names]
    safe += [short_id(summary.container_id)] if "container_id" in several and not summary.pod else []
    safe += [printable(summary.ifname)] if "ifname" in several else []
    return tuple(safe)


def _series_rows(
    members: list[Summary],
    branches: dict[str, list[Summary]],
    several: frozenset[str],
    opened: Collection[AttemptKey],
) -> Iterator[TraceRow]:
    """The rows of a series; one that is but one row needs no heading."""
    names, folded = _names(members[0], several), _attempts(members)
    if len(folded) == 1 and not any(member.id in branches for member in members):
        yield from _attempt_rows(next(iter(folded.values())), branches, opened, names)
        return
    yield TraceRow(summary=members[0], heading=True, names=names)
    for same in folded.values():
        yield from _attempt_rows(same, branches, opened)


def _attempts(members: list[Summary]) -> Mapping[AttemptKey, list[Summary]]:
    """The members by what they are attempts at; of what a node's runtime ran the newest first."""
    folded: dict[AttemptKey, list[Summary]] = defaultdict(list)
    for member in reversed(members) if members[0].place == _NODE else members:
        folded[attempt_key(member)].append(member)
    return folded


def _attempt_rows(
    same: list[Summary],
    branches: dict[str, list[Summary]],
    opened: Collection[AttemptKey],
    names: tuple[str, ...] = (),
) -> Iterator[TraceRow]:
    """The newest attempt's row, and those of the others where it is open; the branches of all."""
    newest, *earlier = same
    row = TraceRow(summary=newest, names=names, earlier=tuple(earlier), is_open=attempt_key(newest) in opened)
    yield row
    yield from _branch_rows(newest.id, branches, 1)
    for each in earlier:
        if row.is_open:
            yield TraceRow(summary=each, depth=1)
        yield from _branch_rows(each.id, branches, 1 + row.is_open)


def _branch_rows(parent: str, branches: dict[str, list[Summary]], depth: int) -> Iterator[TraceRow]:
    for branch in branches.pop(parent, ()):
        yield TraceRow(summary=branch, depth=depth)
        yield from _branch_rows(branch.id, branches, depth + 1)
