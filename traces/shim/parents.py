"""Which call made which, among the records of one chain or of a whole node's pods at once."""

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from traces.cni.anyjson import any_object
from traces.shim.record import Ancestor, Record

_Process = tuple[str, int, int]
"""Boot, pid namespace and pid."""
_COMM = 15
"""Bytes of a program's name that the kernel keeps as a process's comm."""


def variable(record: Record, name: str) -> str:
    """A variable of the call's environment, the first of that name; empty where it is missing."""
    prefix = f"{name}=".encode()
    for entry in record.environment:
        if entry.startswith(prefix):
            return entry[len(prefix) :].decode(errors="surrogateescape")
    return ""


def in_order(records: Iterable[Record]) -> list[Record]:
    """The records in the order of their start."""
    return sorted(records, key=lambda record: (record.started, record.pid, record.name))


def parents_of(ordered: Sequence[Record]) -> Mapping[str, Record]:
    """By a record's name the record of the call that made it; those that no call made are missing.

    The records are in the order of their start. The parent is the nearest ancestor that is a recorded plugin. Where a
    daemon executes for a plugin (Multus thick) no ancestor is one: then it is a call of another process that was under
    way for the same container and netns. Calls of the same process are its links, or networks that it attaches at once.
    """
    index = _Index(ordered)
    found = ((record, index.by_process(record) or index.by_pod(record)) for record in ordered)
    return {record.name: parent for record, parent in found if parent is not None}


class _Index:
    """The records by what a child knows of its parent, each list in the order of the start."""

    def __init__(self, ordered: Sequence[Record]) -> None:
        self._place = {record.name: place for place, record in enumerate(ordered)}
        self._processes: dict[_Process, list[Record]] = defaultdict(list)
        self._pods: dict[tuple[str, str], list[Record]] = defaultdict(list)
        for record in ordered:
            if record.child is not None:
                self._processes[record.boot_id, record.pidns, record.child].append(record)
            if record.ended is not None or record.is_live:
                self._pods[_pod(record)].append(record)

    def by_process(self, record: Record) -> Record | None:
        """The call whose plugin is the nearest ancestor. Of a pid that was used again, the last use counts."""
        for ancestor in record.ancestors:
            known = self._processes.get((record.boot_id, record.pidns, ancestor.pid), ())
            last = next(self._before(known, record), None)
            if last is not None and _spans(last, record) and _may_be(last, ancestor):
                return last
        return None

    def by_pod(self, record: Record) -> Record | None:
        """The call of another process under way for the pod: best for the same interface, then the last one."""
        pod = _pod(record)
        if not pod[0]:
            return None
        around = [other for other in self._before(self._pods.get(pod, ()), record) if _may_have_asked(other, record)]
        ifname = variable(record, "CNI_IFNAME")
        return max(around, key=lambda other: _likeness(other, ifname), default=None)

    def _before(self, known: Sequence[Record], record: Record) -> Iterator[Record]:
        """Those before the record, the last one first."""
        place = self._place[record.name]
        end = bisect_left(known, place, key=lambda other: self._place[other.name])
        return (known[index] for index in range(end - 1, -1, -1))


def _pod(record: Record) -> tuple[str, str]:
    return variable(record, "CNI_CONTAINERID"), variable(record, "CNI_NETNS")


def _spans(parent: Record, record: Record) -> bool:
    return parent.started <= record.started and (parent.ended is None or record.started <= parent.ended)


def _may_be(record: Record, ancestor: Ancestor) -> bool:
    """Whether the process is the call's plugin; where nobody saw that one end, its pid may be another's by now."""
    if record.ended is not None or record.is_live or not ancestor.name:
        return True
    return ancestor.name == os.path.basename(record.real)[:_COMM]


def _may_have_asked(other: Record, record: Record) -> bool:
    if other.started >= record.started or not _spans(other, record) or _caller(other) == _caller(record):
        return False
    return not _is_the_networks_own(other, record)


def _is_the_networks_own(other: Record, record: Record) -> bool:
    """Whether a call is a link of the very network that the other one works for: its runtime made it.

    So is the DEL of a runtime that was started again, while the plugin of an ADD still hangs. What a daemon executes is
    a link of another network, or is given the configuration of its caller, as an IPAM plugin is.
    """
    asked = any_object(record.stdin)
    is_link = asked.get("type") == os.path.basename(record.real)
    return is_link and asked.get("name") == any_object(other.stdin).get("name")


def _caller(record: Record) -> tuple[int, int]:
    """The process that made the call: its pid namespace and its pid; 0 where it is outside of that namespace."""
    return record.pidns, record.ancestors[0].pid if record.ancestors else 0


def _likeness(other: Record, ifname: str) -> tuple[bool, bool]:
    known = variable(other, "CNI_IFNAME")
    return known == ifname, known != "lo"
