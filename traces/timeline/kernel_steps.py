"""What the kernel says of a link's call: what it had before and after, what changed, and which claims hold.

Snapshots are taken between links, so what a delegate changed belongs to the link that called it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from traces.errors import InputError
from traces.kernel.claim import ClaimRow
from traces.kernel.difference import KernelChange, differences
from traces.model.call import Call
from traces.model.snapshot import Snapshot
from traces.model.trace import Trace
from traces.timeline.claimed import answer_claims, present_claims
from traces.timeline.glyphs import Glyphs
from traces.timeline.identical import Identical
from traces.timeline.measure import one_line

_CACHED_PAIRS = 256
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
    """The kernel's own doings among them."""
    claims: tuple[ClaimRow, ...] = ()
    """What the answer claims, beside what the kernel had after it."""

    @property
    def own_changes(self) -> tuple[KernelChange, ...]:
        """What did not come by itself."""
        return tuple(change for change in self.changes if not change.by_kernel)

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
    return KernelStep(
        why_unknown="",
        before=before,
        after=after,
        changes=_changes(Identical(before), Identical(after)),
        claims=call_claims(trace, call_id),
    )


def kernel_changes(trace: Trace, call_id: str) -> tuple[KernelChange, ...]:
    """What a link's call changed, without the kernel's own doings; nothing where no snapshots are around it."""
    return kernel_step(trace, call_id).own_changes


def snapshots_around(trace: Trace, call_id: str) -> tuple[Snapshot | None, Snapshot | None]:
    """The last snapshot before a link's call ended, and the one that was taken when it had."""
    places = (place for place, moment in enumerate(trace.snapshots) if moment.call == call_id)
    place = next((place for place in places if trace.snapshots[place].when == "after"), None)
    if place is None:
        return None, None
    return (trace.snapshots[place - 1].snapshot if place else None), trace.snapshots[place].snapshot


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


@lru_cache(maxsize=_CACHED_PAIRS)
def _changes(before: Identical[Snapshot], after: Identical[Snapshot]) -> tuple[KernelChange, ...]:
    return differences(before.value, after.value, by_kernel=True)


def _why_unknown(trace: Trace, call_id: str) -> str:
    call = trace.call(call_id)
    caller = next((other for other in trace.calls if other.id == call.parent), None)
    if caller is not None and call.link is None:
        return f"what {one_line(call.plugin)} changed counts as its caller's: see {one_line(caller.plugin)}"
    if not trace.finished:
        return "the snapshots of a run come when it has ended"
    if not trace.snapshots:
        return NO_SNAPSHOTS
    return "no snapshot was taken around this call"
