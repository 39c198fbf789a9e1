"""What the kernel says of a call: what it had before and after, what changed, and which claims hold.

What a delegate changed is its own where it was looked at, and its caller's where it was not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from traces.errors import InputError
from traces.kernel.claim import ClaimRow
from traces.kernel.difference import How, KernelChange, differences
from traces.model.call import Call
from traces.model.snapshot import Snapshot
from traces.model.trace import Trace
from traces.timeline.claimed import answer_claims, present_claims
from traces.timeline.glyphs import Glyphs
from traces.timeline.identical import Identical
from traces.timeline.kernel_moments import snapshots_around
from traces.timeline.measure import one_line

_CACHED_PAIRS = 1024
_Key = tuple[str, str, str, How]
"""What makes a change the same one: side, kind, name, and what became of it."""
_Looked = tuple[str, tuple[KernelChange, ...], Snapshot]
"""A delegate's plugin, what it changed, and what the kernel had after it."""
NO_SNAPSHOTS = (
    "no snapshots of the kernel were taken in this run: --snapshots all, or pod, takes them "
    "(in the sandbox they are taken unless it is none)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelStep:
    """The kernel around one call."""

    why_unknown: str = "no snapshots here"
    """Why there is nothing to compare: a clause for the user; empty where there is something."""
    before: Snapshot | None = None
    after: Snapshot | None = None
    changes: tuple[KernelChange, ...] = ()
    """The kernel's own doings among them; without what delegates changed that were looked at."""
    delegated: tuple[KernelChange, ...] = ()
    """What those changed."""
    delegates: tuple[str, ...] = ()
    """The plugins that did."""
    is_parted: bool = False
    """Whether delegates were looked at, so that what they changed is not among its own."""
    claims: tuple[ClaimRow, ...] = ()
    """What the answer claims, beside what the kernel had after it."""

    @property
    def own_changes(self) -> tuple[KernelChange, ...]:
        """What did not come by itself."""
        return _by_plugins(self.changes)

    @property
    def delegated_changes(self) -> tuple[KernelChange, ...]:
        """What of the delegates' changes did not come by itself."""
        return _by_plugins(self.delegated)

    @property
    def disputed(self) -> tuple[ClaimRow, ...]:
        """The claims that the kernel does not bear out."""
        return disputed(self.claims)


def disputed(rows: Sequence[ClaimRow]) -> tuple[ClaimRow, ...]:
    """The rows that do not agree."""
    return tuple(row for row in rows if row.agrees is False)


def kernel_step(trace: Trace, call_id: str) -> KernelStep:
    """The kernel around a call of the trace."""
    before, after = snapshots_around(trace, call_id)
    if before is None or after is None:
        return KernelStep(why_unknown=_why_unknown(trace, call_id), before=before, after=after)
    whole, theirs = _changes(Identical(before), Identical(after)), _delegates(trace, call_id)
    step = KernelStep(why_unknown="", before=before, after=after, changes=whole, claims=call_claims(trace, call_id))
    return _parted(step, after, theirs) if theirs else step


def kernel_changes(trace: Trace, call_id: str) -> tuple[KernelChange, ...]:
    """What a call itself changed, without the kernel's own doings; nothing where no snapshots are around it."""
    return kernel_step(trace, call_id).own_changes


def call_claims(trace: Trace, call_id: str) -> tuple[ClaimRow, ...]:
    """What a link's answer to ADD claims, beside what the kernel had after it; nothing where that is not known."""
    after = snapshots_around(trace, call_id)[1]
    return () if after is None else answer_claims(trace, trace.call(call_id), after)


def end_claims(trace: Trace) -> tuple[ClaimRow, ...]:
    """What a trace's result claims, beside what the kernel had in the end: of CHECK, which is given it as prevResult,
    and of an ADD that was looked at once more after its last link.
    """
    last = trace.snapshots[-1] if trace.snapshots else None
    if last is None or not (trace.verb == "CHECK" or (trace.verb == "ADD" and last.when == "end")):
        return ()
    try:
        return present_claims(trace, last.snapshot)
    except InputError:
        return ()


def disputed_mark(trace: Trace, call: Call, marks: Glyphs, *, short: bool = False) -> str:
    """How many claims of an answer the kernel does not bear out: «2 not in kernel», «≠2»; empty where all hold."""
    count = len(disputed(call_claims(trace, call.id)))
    if not count:
        return ""
    return f"{marks.disputed}{count}" if short else f"{count} not in kernel"


def _delegates(trace: Trace, call_id: str) -> tuple[_Looked, ...]:
    """What each delegate of a call changed that was looked at."""
    around = [(call.plugin, *snapshots_around(trace, call.id)) for call in trace.calls if call.parent == call_id]
    return tuple(
        (plugin, _changes(Identical(before), Identical(after)), after)
        for plugin, before, after in around
        if before is not None and after is not None
    )


def _parted(step: KernelStep, after: Snapshot, looked: Sequence[_Looked]) -> KernelStep:
    """The step with its own changes apart from those of the plugins that it called.

    What a delegate made and its caller changed later is told of both: of each what it did.
    """
    made = {_key(change): (plugin, change, then) for plugin, changes, then in looked for change in changes}
    own: list[KernelChange] = []
    delegated: list[KernelChange] = []
    for change in step.changes:
        if _key(change) not in made:
            own.append(change)
            continue
        _, theirs, then = made[_key(change)]
        delegated.append(theirs)
        if theirs != change:
            later = _changes(Identical(then), Identical(after))
            own += [each for each in later if _key(each)[:3] == _key(change)[:3]]
    names = tuple(dict.fromkeys(made[_key(change)][0] for change in delegated))
    return replace(step, changes=tuple(own), delegated=tuple(delegated), delegates=names, is_parted=True)


def comparable_changes(one: KernelStep, other: KernelStep) -> tuple[tuple[KernelChange, ...], tuple[KernelChange, ...]]:
    """The changes of two calls, without the kernel's own doings, to be held to each other.

    Those of delegates count with their callers' unless both callers' were looked at: else they are compared themselves.
    """
    if one.is_parted is other.is_parted:
        return one.own_changes, other.own_changes
    return (*one.own_changes, *one.delegated_changes), (*other.own_changes, *other.delegated_changes)


def _key(change: KernelChange) -> _Key:
    return change.side, change.kind, change.name, change.how


def _by_plugins(changes: Sequence[KernelChange]) -> tuple[KernelChange, ...]:
    return tuple(change for change in changes if not change.by_kernel)


@lru_cache(maxsize=_CACHED_PAIRS)
def _changes(before: Identical[Snapshot], after: Identical[Snapshot]) -> tuple[KernelChange, ...]:
    return differences(before.value, after.value, by_kernel=True)


def _why_unknown(trace: Trace, call_id: str) -> str:
    call = trace.call(call_id)
    if snapshots_around(trace, call_id)[0] is not None and call.ended is None:
        return "it has not ended yet"
    caller = next((other for other in trace.calls if other.id == call.parent), None)
    if caller is not None and call.link is None:
        return f"what {one_line(call.plugin)} changed counts as its caller's: see {one_line(caller.plugin)}"
    if not trace.finished:
        return "the snapshots of a run come when it has ended"
    if not trace.snapshots:
        return NO_SNAPSHOTS
    return "no snapshot was taken around this call"
