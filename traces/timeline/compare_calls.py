"""How a call of one trace differs from that of another which stands for it: request, reply, the kernel behind it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from traces.kernel.difference import How, KernelChange
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.call_pairs import Meeting
from traces.timeline.compare_model import Aspect, Difference, at_spot
from traces.timeline.json_diff import document_spots, text_spots
from traces.timeline.kernel_steps import kernel_step
from traces.timeline.masking import Masking
from traces.timeline.words import end_words, reply_label

_BUILT_IN = re.compile(r" :(?:PREROUTING|INPUT|FORWARD|OUTPUT|POSTROUTING) ACCEPT$")
"""As iptables-save prints a chain of the kernel's own with the policy that it has at first."""


def request_differences(
    meeting: Meeting, left: Call, right: Call, masking: Masking, edited: Sequence[str] = ()
) -> Iterator[Difference]:
    """What was executed otherwise, or given something else; ``edited`` are the pointers of a branch's own edits."""
    for aspect, one, other in (
        (Aspect.VERB, left.verb, right.verb),
        (Aspect.PLUGIN, left.plugin, right.plugin),
        (Aspect.PATH, left.path, right.path),
    ):
        if one != other:
            yield _difference(meeting, aspect, before=one, after=other)
    yield from _environment(meeting, left, right, masking)
    for spot in document_spots(left.stdin, right.stdin, masking, edited):
        own = any(_touches(spot.at, place) for place in edited)
        yield replace(at_spot(meeting.label, Aspect.STDIN, spot, link=meeting.link), edited=own)


def reply_differences(meeting: Meeting, left: Call, right: Call, masking: Masking) -> Iterator[Difference]:
    """What ended or was answered otherwise."""
    if (left.exit_code, left.signal, left.outcome) != (right.exit_code, right.signal, right.outcome):
        yield _difference(meeting, Aspect.END, before=_end(left), after=_end(right))
    for spot in document_spots(left.stdout, right.stdout, masking):
        yield at_spot(meeting.label, Aspect.STDOUT, spot, link=meeting.link)
    for spot in text_spots(left.stderr, right.stderr, masking) if left.stderr != right.stderr else ():
        yield at_spot(meeting.label, Aspect.STDERR, spot, link=meeting.link)


def kernel_differences(meeting: Meeting, left: Trace, right: Trace, masking: Masking) -> Iterator[Difference]:
    """What one link changed in the kernel and the other did not; nothing where either has no snapshots around it."""
    if meeting.left is None or meeting.right is None:
        return
    ours, theirs = kernel_step(left, meeting.left.id), kernel_step(right, meeting.right.id)
    if ours.why_unknown or theirs.why_unknown:
        return
    is_built = any(trace.branch_of is not None and trace.branch_of.how == "materialise" for trace in (left, right))
    waiting: dict[tuple[str, str, How, str], list[KernelChange]] = {}
    for change in _telling(theirs.own_changes):
        waiting.setdefault(_kernel_key(change, masking.right_shape(change.name)), []).append(change)
    for change in _telling(ours.own_changes):
        there = waiting.get(_kernel_key(change, masking.left_shape(change.name)), [])
        partner = next((other for other in there if masking.same(_entry(change), _entry(other))), None)
        if partner is None:
            yield _kernel_difference(meeting, change, is_built, before=_told(change))
            continue
        there.remove(partner)
        if not masking.same(_told(change), _told(partner)):
            yield _kernel_difference(meeting, change, is_built, before=_told(change), after=_told(partner))
    for change in (change for changes in waiting.values() for change in changes):
        yield _kernel_difference(meeting, change, is_built, after=_told(change))


def _telling(changes: Sequence[KernelChange]) -> Iterator[KernelChange]:
    """Without the chains that a table of the packet filter begins with: who uses it first brings them."""
    return (change for change in changes if change.kind != "netfilter" or not _BUILT_IN.search(change.name))


def only_one(meeting: Meeting) -> Difference:
    """A call that one of the traces has not got."""
    return _difference(
        meeting,
        Aspect.CALL,
        before="called" if meeting.left else None,
        after="called" if meeting.right else None,
    )


def _environment(meeting: Meeting, left: Call, right: Call, masking: Masking) -> Iterator[Difference]:
    """CNI's own variables first."""
    names = sorted({*left.env, *right.env}, key=lambda name: (not name.startswith("CNI_"), name))
    for name in names:
        one, other = left.env.get(name), right.env.get(name)
        if one is None or other is None or not masking.same(one, other):
            found = _difference(meeting, Aspect.ENV, at=name, before=one, after=other)
            yield replace(found, surrounding=not name.startswith("CNI_"))


def _end(call: Call) -> str:
    """«exit 0, ok»; of a failure what went wrong: «exit 1, error: code 11 chain exists»."""
    ended = f"{end_words(call)}, {call.outcome}"
    return f"{ended}: {reply_label(call)}" if call.failed and call.signal is None else ended


def _touches(pointer: str, edit: str) -> bool:
    return pointer == edit or pointer.startswith(f"{edit}/") or edit.startswith(f"{pointer}/")


def _kernel_key(change: KernelChange, shape: str) -> tuple[str, str, How, str]:
    return change.side, change.kind, change.how, _entry_of(change.kind, shape)


def _entry(change: KernelChange) -> str:
    return _entry_of(change.kind, change.name)


def _entry_of(kind: str, name: str) -> str:
    """A device without its index, which counts what the machine has had before."""
    return name.rpartition(" (")[0] if kind == "link" else name


def _told(change: KernelChange) -> str:
    """«added: mtu 1500»."""
    facts = " -> ".join((change.before or "nothing", change.after or "nothing"))
    said = facts if change.how is How.CHANGED else change.before or change.after
    return f"{change.how}: {said}" if said else str(change.how)


def _kernel_difference(
    meeting: Meeting, change: KernelChange, is_built: bool, before: str | None = None, after: str | None = None
) -> Difference:
    at = f"{change.side}: {change.kind} {_entry(change)}"
    found = _difference(meeting, Aspect.KERNEL, at=at, before=before, after=after)
    return replace(found, surrounding=is_built)


def _difference(
    meeting: Meeting, aspect: Aspect, *, at: str = "", before: str | None = None, after: str | None = None
) -> Difference:
    return Difference(subject=meeting.label, aspect=aspect, at=at, before=before, after=after, link=meeting.link)
