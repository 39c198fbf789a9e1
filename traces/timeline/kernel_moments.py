"""Which snapshots of a trace stand around a call.

Between links the kernel is looked at once: what stood after a link stands before the next. A delegate that was looked
at has two snapshots of its own, within those of the link that it works for.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from traces.model.snapshot import Moment, Snapshot
from traces.model.trace import Trace
from traces.timeline.identical import Identical

Around = tuple[Snapshot | None, Snapshot | None]
_CACHED_TRACES = 16


def snapshots_around(trace: Trace, call_id: str) -> Around:
    """The last snapshot before a call, and the one that was taken when it had ended; None where there is none."""
    return _around(Identical(trace.snapshots)).get(call_id, (None, None))


@lru_cache(maxsize=_CACHED_TRACES)
def _around(snapshots: Identical[Sequence[Moment]]) -> Mapping[str, Around]:
    own = {moment.call for moment in snapshots.value if moment.call is not None and moment.when == "before"}
    around: dict[str, Around] = {}
    between_links: Snapshot | None = None
    for moment in snapshots.value:
        call, seen = moment.call, moment.snapshot
        if call is None or call not in own:
            if call is not None and moment.when == "after":
                around.setdefault(call, (between_links, seen))
            between_links = seen
        elif moment.when == "before":
            around.setdefault(call, (seen, None))
        else:
            around[call] = (around[call][0], seen) if call in around else (None, seen)
    return around
