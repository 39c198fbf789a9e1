"""Looks at the kernel between the links of a run, and holds a DEL to what its attachment's ADDs had made."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from traces.cni.anyjson import any_object, ipam_of
from traces.diagnosis.remains import remains
from traces.errors import InputError, TraceError
from traces.kernel.difference import How, KernelChange, differences
from traces.kernel.snapshot import Wanted
from traces.model.call import Call
from traces.model.events import CallEnded, CallStarted, Event, SnapshotTaken, TraceEnded, TraceStarted
from traces.model.network import Network
from traces.model.snapshot import HOST, Moment, Namespace, Snapshot, Unread
from traces.model.trace import Trace

SCOPES = ("deep", "all", "pod", "none")
"""What is looked at: the pod's netns and the host's, with deep around delegates too; the pod's alone, or nothing.

A caller waits while its delegate is looked at: with deep its time is longer than without.
"""
BEFORE, AFTER, END = "before", "after", "end"
MOST_DELEGATES = 100
"""Delegate calls of one run around which the kernel is looked at: each costs two looks, some 30 ms each."""
_HOST_LOCAL = "/var/lib/cni/networks"
"""Where host-local keeps reservations, unless the link's ipam names another dataDir (plugins, backend/disk)."""

Look = Callable[[Wanted], Snapshot]
"""Takes a snapshot in a place. Raises OSError, TraceError."""
_Key = tuple[str, str, str]
"""What makes an entry of the kernel the same one: its side, its kind and its name."""


@dataclass(frozen=True, slots=True)
class Observer:
    """What one place's kernel had, from run to run."""

    look: Look
    scope: str
    """One of SCOPES."""
    made: dict[_Key, dict[_Key, int]]
    """What the ADDs of each attachment have made, by the link that made it."""

    def __post_init__(self) -> None:
        """Raises InputError where the scope is none."""
        if self.scope not in SCOPES:
            raise InputError(f"snapshots {self.scope}: expected one of {', '.join(SCOPES)}")

    @property
    def sees_delegates(self) -> bool:
        """Whether the calls that plugins make are looked at too, in every run."""
        return self.scope == "deep"

    @property
    def sees_host(self) -> bool:
        """Whether the host's side is looked at."""
        return self.scope in ("deep", "all")

    def watched(self, events: Iterator[Event], trace: Trace, *, stands_still: bool = False) -> Iterator[Event]:
        """The events of a run: it stands still between its links while it is looked at, until the next is asked for.

        ``stands_still`` says that delegates do so too at their start and their end, and are to be looked at.
        """
        if self.scope == "none":
            yield from events
            return
        moments = _Moments(self, trace, delegates=stands_still and self.sees_host)
        for event in events:
            yield from moments.after(event)

    def take(self, trace: Trace) -> Snapshot:
        """The kernel now, as far as a trace has to do with it. A run is never lost for want of a look."""
        try:
            return self.look(wanted(trace, host=self.sees_host))
        except (OSError, TraceError) as error:
            return Snapshot(unread=(Unread(side=HOST, part="netns", reason=str(error)),))


class _Moments:
    """The moments of one run."""

    def __init__(self, observer: Observer, trace: Trace, *, delegates: bool) -> None:
        self._observer = observer
        self._trace = trace
        self._made = observer.made.setdefault(_attachment(trace), {})
        self._moments: list[Moment] = []
        self._between_links = Snapshot()
        self._is_fresh = False
        self._sees_delegates = delegates
        self._delegates: set[str] = set()
        self._passed_over: set[str] = set()

    def after(self, event: Event) -> Iterator[Event]:
        """The event with what was seen at it: before the first link, where a link has ended, and all of it at the end.

        A look comes before the end that it is for, so that who holds the run there has it; and a look before a delegate
        comes after its start was told: it starts when the next event is asked for.
        """
        if isinstance(event, TraceStarted):
            self._trace = event.trace
            self._take(None, BEFORE)
            event = TraceStarted(replace(event.trace, snapshots=tuple(self._moments)))
        elif isinstance(event, CallStarted):
            self._is_fresh = False
        elif isinstance(event, CallEnded) and (event.call.link is not None or event.call.id in self._delegates):
            yield SnapshotTaken(self._take(event.call, AFTER))
        elif isinstance(event, TraceEnded):
            event = TraceEnded(self._told(event.trace))
        yield event
        if isinstance(event, CallStarted) and self._is_to_be_seen(event.call):
            yield SnapshotTaken(self._take(event.call, BEFORE))

    def _is_to_be_seen(self, call: Call) -> bool:
        """Whether it is a delegate that has just begun; of very many the first only."""
        if not self._sees_delegates or call.parent is None or call.id in self._delegates | self._passed_over:
            return False
        seen = self._delegates if len(self._delegates) < MOST_DELEGATES else self._passed_over
        seen.add(call.id)
        return seen is self._delegates

    def _take(self, call: Call | None, when: str) -> Moment:
        snapshot = self._observer.take(self._trace)
        if self._moments and self._moments[-1].snapshot == snapshot:
            snapshot = self._moments[-1].snapshot
        moment = Moment(call=None if call is None else call.id, when=when, snapshot=snapshot)
        self._moments.append(moment)
        self._is_fresh = call is None or call.link is not None
        if self._is_fresh:
            before, self._between_links = self._between_links, snapshot
            if call is not None and call.verb == "ADD":
                self._credit(call.link or 0, before, snapshot)
        return moment

    def _credit(self, link: int, before: Snapshot, after: Snapshot) -> None:
        """What the ADD of a link has made, its delegates' doing included, is that link's."""
        added = (change for change in differences(before, after) if change.how is How.ADDED)
        self._made.update(dict.fromkeys(map(_key, added), link))

    def _told(self, trace: Trace) -> Trace:
        if not self._is_fresh:
            self._take(None, END)
        notes = trace.notes
        if self._passed_over:
            notes = (*notes, f"the kernel was looked at around the first {MOST_DELEGATES} delegate calls only")
        trace = replace(trace, snapshots=tuple(self._moments), notes=notes)
        return _with_remains(trace, self._made) if trace.verb == "DEL" else trace


def wanted(trace: Trace, *, host: bool) -> Wanted:
    """What a snapshot for a trace must have: the pod's netns, the sysctls that its chain names, its reservations."""
    return Wanted(
        pod=trace.attachment.netns or None,
        host=host,
        pod_sysctls=_sysctls(trace.network, trace.attachment.ifname),
        reservations=_data_dirs(trace.network),
    )


def present(snapshot: Snapshot) -> tuple[KernelChange, ...]:
    """Everything that the kernel has and does not have by itself, as if it had just been added."""
    nothing = Snapshot(pod=Namespace(), host=Namespace())
    return differences(nothing, snapshot)


def _with_remains(trace: Trace, made: dict[_Key, int]) -> Trace:
    """The trace of a DEL; what is left of what its attachment's ADDs had made stands in its notes."""
    last = trace.snapshots[-1].snapshot
    left = [change for change in present(last) if _key(change) in made]
    sorted_out = remains(left)
    notes = [f"left by design: {text}" for text in sorted_out.by_design]
    by_link = sorted(((made[_key(change)], text) for change, text in sorted_out.leaked), key=lambda leak: -leak[0])
    notes += [_leak_note(trace.network, link, text) for link, text in by_link]
    unread = [str(entry) for entry in last.unread if entry.side == HOST]
    notes += [f"what this DEL left behind could not be read wholly: {text}" for text in unread]
    return replace(trace, notes=(*trace.notes, *notes))


def _leak_note(network: Network, link: int, text: str) -> str:
    return f"LEFT BEHIND by link {link}, {network.links[link].type}: {text}"


def _key(change: KernelChange) -> _Key:
    return change.side, change.kind, change.name


def _attachment(trace: Trace) -> _Key:
    return trace.network.name, trace.attachment.container_id, trace.attachment.ifname


def _data_dirs(network: Network) -> tuple[str, ...]:
    """The folders in which the network's reservations are."""
    folders = [_HOST_LOCAL, *(ipam_of(link.config).get("dataDir") for link in network.links)]
    return tuple(dict.fromkeys(f"{folder}/{network.name}" for folder in folders if isinstance(folder, str)))


def _sysctls(network: Network, ifname: str) -> tuple[str, ...]:
    """The sysctls that the chain sets in the pod, as tuning has them: IFNAME stands for the pod's interface."""
    named: Sequence[object] = [any_object(link.config).get("sysctl") for link in network.links]
    names = (name for setting in named if isinstance(setting, dict) for name in setting)
    return tuple(dict.fromkeys(re.sub(r"(?<=[./])IFNAME(?=[./])", ifname, name) for name in names))
