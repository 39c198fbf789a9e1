"""From the records of a whole node to the runs of verbs: which calls belong to one verb over one network for one pod.

Nothing in a record names the run that it belongs to. What is known is how libcni runs a chain: for one attachment one
link after the other, each once the one before it has ended well, and soon after it. Runtimes attach networks of one
pod at once (containerd its «lo» and the pod network), pods at once, and try again what failed.

STATUS and GC are for no container: of those that run at the same time the links may be taken for each other's. What GC
deletes first, attachment by attachment, cannot be told from other DELs, and is shown as such. Each VERSION is asked for
itself (libcni, GetVersionInfo).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from traces.shim.asked import Asked
from traces.shim.parents import in_order, parents_of
from traces.shim.record import State

QUIET = 10_000_000_000
"""Nanoseconds after an answer in which the next link is called, or the run is over.

libcni needs microseconds, and waits up to six seconds for a binary that is being written (pkg/invoke/raw_exec.go).
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbRun:
    """One verb over one network for one attachment, as far as it has come."""

    members: tuple[Asked, ...]
    """Its calls in the order of their start, those of delegates included."""
    parents: Mapping[str, str]
    """By the name of a record that of the call that made it."""

    @property
    def roots(self) -> tuple[Asked, ...]:
        """The calls that no recorded call made."""
        return tuple(asked for asked in self.members if asked.name not in self.parents)

    @property
    def links(self) -> tuple[Asked, ...]:
        """The calls that the runtime made: roots that are given a configuration of their own."""
        return tuple(asked for asked in self.roots if asked.is_link)

    @property
    def first(self) -> Asked:
        """The call that it began with: it names the run."""
        return self.members[0]

    def is_same(self, other: "VerbRun") -> bool:
        """Whether nothing in it has changed."""
        mine, others = self.members, other.members
        return len(mine) == len(others) and all(one is another for one, another in zip(mine, others, strict=True))


def verb_runs(requests: Iterable[Asked]) -> tuple[VerbRun, ...]:
    """The runs that the calls belong to, in the order of their start.

    No conflist is looked at, which may be another by now: the same calls give the same runs whenever they are read.
    """
    by_name = {asked.name: asked for asked in requests}
    ordered = in_order(asked.record for asked in by_name.values())
    parents = {name: parent.name for name, parent in parents_of(ordered).items()}
    book = _Book()
    for record in ordered:
        book.add(by_name[record.name], parents.get(record.name))
    return tuple(
        VerbRun(
            members=tuple(run.members),
            parents={asked.name: parents[asked.name] for asked in run.members if asked.name in parents},
        )
        for run in book.runs
    )


@dataclass(slots=True)
class _Growing:
    members: list[Asked]
    roots: list[Asked] = field(default_factory=list)


class _Book:
    """The runs so far, and those among them that may still get another link."""

    def __init__(self) -> None:
        self.runs: list[_Growing] = []
        self._of: dict[str, _Growing] = {}
        self._open: dict[tuple[str, str, str], list[_Growing]] = defaultdict(list)

    def add(self, asked: Asked, parent: str | None) -> None:
        """Put a call where it belongs; its parent has been put before it."""
        run = self._of[parent] if parent is not None else self._run_of_root(asked)
        run.members.append(asked)
        self._of[asked.name] = run

    def _run_of_root(self, asked: Asked) -> _Growing:
        key = (asked.verb, asked.container, asked.ifname)
        waiting = [run for run in self._open[key] if not _is_over(run.roots[-1], asked)]
        run = next((run for run in reversed(waiting) if _is_next(run, asked)), None)
        if run is None:
            run = _Growing([])
            self.runs.append(run)
            waiting.append(run)
        run.roots.append(asked)
        self._open[key] = waiting
        return run


def _is_next(run: _Growing, asked: Asked) -> bool:
    """Whether a call may be the next link of a run. An ADD without prevResult is always the first one."""
    first, last = run.roots[0], run.roots[-1]
    if asked.verb == "VERSION" or _end(last) > asked.record.started:
        return False
    if None not in (first.network, asked.network) and first.network != asked.network:
        return False
    if asked.verb == "ADD" and asked.has_previous is not None:
        return asked.has_previous
    return not first.is_like(asked)


def _is_over(last: Asked, asked: Asked) -> bool:
    """Whether a run whose last link is that one gets no other any more, by the time that a call starts."""
    record = last.record
    if record.is_live and record.ended is None:
        return False
    if record.state is State.LOST or asked.record.started - _end(last) > QUIET:
        return True
    return last.verb != "GC" and (record.signal is not None or bool(record.exit_code))


def _end(asked: Asked) -> int:
    """When a call ended; of one whose recording broke, when it was seen last; of one that runs, never."""
    record = asked.record
    if record.ended is None and record.is_live:
        return record.started + (1 << 63)
    return record.last_seen if record.ended is None else record.ended
