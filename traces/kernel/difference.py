"""What changed in the kernel between two snapshots: by side and by kind, added, removed or changed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from traces.kernel.wording import Facts, facts_of, in_words, name_of
from traces.model.snapshot import HOST, POD, Snapshot

KINDS = {
    "links": "link",
    "addresses": "address",
    "routes": "route",
    "rules": "rule",
    "neighbours": "neighbour",
    "qdiscs": "qdisc",
    "classes": "class",
    "filters": "filter",
    "netfilter": "netfilter",
    "sysctls": "sysctl",
}
"""The parts of a namespace in the order in which changes are told, and what one entry of each is called."""


class How(StrEnum):
    """What became of an entry."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelChange:
    """One entry that is not as it was."""

    side: str
    """pod or host."""
    kind: str
    """link, address, route, rule, neighbour, qdisc, class, filter, netfilter, sysctl or reservation."""
    how: How
    name: str
    """What it is called: «10.22.0.2/16 on eth0»."""
    before: str = ""
    """What was said of it; where it changed, only what is not so any more. Empty where it was not there."""
    after: str = ""
    by_kernel: bool = False
    """Whether the kernel did it by itself, in the wake of something else."""


def differences(before: Snapshot, after: Snapshot, *, by_kernel: bool = False) -> tuple[KernelChange, ...]:
    """The changes, those in the pod first; `by_kernel` asks for the kernel's own doings too.

    A part that either snapshot lacks can't be compared and has no changes: see its `unread`.
    """
    changes = [change for side in (POD, HOST) for change in _of_side(before, after, side)]
    return tuple(change for change in changes if by_kernel or not change.by_kernel)


def _of_side(before: Snapshot, after: Snapshot, side: str) -> Iterator[KernelChange]:
    old, new = before.on(side), after.on(side)
    if old is not None and new is not None:
        for part, kind in KINDS.items():
            if not (before.lacks(side, part) or after.lacks(side, part)):
                yield from _compare(side, kind, getattr(old, part), getattr(new, part))
    if side == HOST and not (before.lacks(side, "reservations") or after.lacks(side, "reservations")):
        yield from _compare(side, "reservation", before.reservations, after.reservations)


def _compare(side: str, kind: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[KernelChange]:
    """What is gone, what is new, and what is another, in the order of the snapshots."""
    if old == new:
        return
    were, are = _by_name(old), _by_name(new)
    for name, entries in were.items():
        for entry in entries[len(are.get(name, ())) :]:
            yield _whole(side, kind, How.REMOVED, name, entry)
    for name, entries in are.items():
        earlier = were.get(name, ())
        for entry in entries[len(earlier) :]:
            yield _whole(side, kind, How.ADDED, name, entry)
        for first, second in zip(earlier, entries, strict=False):
            gone, come = _apart(facts_of(first), facts_of(second))
            if gone or come:
                own = _is_kernels(first) and _is_kernels(second)
                yield KernelChange(
                    side=side, kind=kind, how=How.CHANGED, name=name, before=gone, after=come, by_kernel=own
                )


def _by_name(entries: Sequence[Any]) -> dict[str, list[Any]]:
    named: dict[str, list[Any]] = defaultdict(list)
    for entry in entries:
        named[name_of(entry)].append(entry)
    return named


def _whole(side: str, kind: str, how: How, name: str, entry: Any) -> KernelChange:
    said = in_words(facts_of(entry))
    before, after = (said, "") if how is How.REMOVED else ("", said)
    own = _is_kernels(entry)
    return KernelChange(side=side, kind=kind, how=how, name=name, before=before, after=after, by_kernel=own)


def _apart(old: Facts, new: Facts) -> tuple[str, str]:
    """Of each what the other does not say."""
    return in_words(tuple(fact for fact in old if fact not in new)), in_words(
        tuple(fact for fact in new if fact not in old)
    )


def _is_kernels(entry: Any) -> bool:
    return bool(getattr(entry, "by_kernel", False))
