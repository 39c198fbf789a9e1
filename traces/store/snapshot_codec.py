"""The snapshots of a trace: the first is kept whole, the others as what differs from the one before.

{"call": …, "moment": "before", "snapshot": {"pod": …, "host": …, …}}
{"call": …, "moment": "after", "changes": {"members": {"pod": …}}}
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.errors import StoreError
from traces.model.snapshot import Moment, Snapshot
from traces.store.delta import changed, difference
from traces.store.fields import Field, pack_text
from traces.store.values import read_value, value_object

_NOTHING: Mapping[str, Any] = {"members": {}}


def snapshot_of(wire: Any, source: str) -> Snapshot:
    """The snapshot that traces.kernel.snapshot.snapshot_wire answered. Raises StoreError, which names the source."""
    return read_value(Snapshot, Field(wire, source))


def pack_moments(moments: Sequence[Moment]) -> tuple[Mapping[str, Any], ...]:
    """The moments as a trace keeps them."""
    return tuple(_packed(moments))


def unpack_moments(snapshots: Field) -> tuple[Moment, ...]:
    """The moments of a trace, each with its whole snapshot; entries of another form are left out.

    Raises StoreError, which names the source and the place in it.
    """
    try:
        return tuple(_unpacked(snapshots))
    except RecursionError:
        place = f"{snapshots.source}: {snapshots.pointer}"
        raise StoreError(f"{place}: expected snapshots, found values nested too deep") from None


def _packed(moments: Sequence[Moment]) -> Iterator[Mapping[str, Any]]:
    last: Any = None
    for moment in moments:
        place = {"call": None if moment.call is None else pack_text(moment.call), "moment": pack_text(moment.when)}
        tree = value_object(moment.snapshot)
        if last is None:
            yield {**place, "snapshot": tree}
        else:
            yield {**place, "changes": difference(last, tree) or _NOTHING}
        last = tree


def _unpacked(field: Field) -> Iterator[Moment]:
    last: Any = None
    snapshot = Snapshot()
    for entry in field.each(lambda item: item):
        found = entry.mapping()
        if "snapshot" in found:
            place, tree = entry.get("snapshot"), found["snapshot"]
        elif "changes" in found:
            place, tree = entry.get("changes"), changed(last, entry.get("changes"))
        else:
            continue
        if tree != last:
            snapshot, last = read_value(Snapshot, Field(tree, place.source, place.pointer)), tree
        yield Moment(call=entry.get("call", None).maybe(Field.text), when=entry.get("moment").text(), snapshot=snapshot)
