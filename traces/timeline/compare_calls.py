"""How a call of one trace differs from that of another which stands for it: request, reply, the kernel behind it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from traces.kernel.difference import How, KernelChange
from traces.model.call import Call
from traces.model.trace import Trace
from traces.timeline.call_pairs import Meeting
from traces.timeline.compare_model import Aspect, Difference, at_spot
from traces.timeline.json_diff import document_spots, text_spots
from traces.timeline.kernel_steps import comparable_changes, kernel_step
from traces.timeline.masking import Masking
from traces.timeline.words import end_words, reply_label

_BUILT_IN = re.compile(r" :(?:PREROUTING|INPUT|FORWARD|OUTPUT|POSTROUTING) ACCEPT$")
"""As iptables-save prints a chain of the kernel's own with the policy that it has at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The JSON Pointers into a call's stdin at which somebody wanted another value: nothing is masked there."""

    edited: tuple[str, ...] = ()
    """By the edit that a branch was made by."""
    by_hand: tuple[str, ...] = ()
    """While the run was stepped."""
    variables: tuple[str, ...] = ()
    """The variables of its environment that the edit changed."""


def places_by_hand(call: Call, exact: Masking) -> tuple[str, ...]:
    """Where the user of a stepped run changed what the plugin was sent; ``exact`` masks nothing."""
    if "stdin" not in call.touched or call.sent_stdin is None:
        return ()
    return tuple(spot.at for spot in document_spots(call.sent_stdin, call.stdin, exact))


def request_differences(
    meeting: Meeting, left: Call, right: Call, masking: Masking, places: Places = Places()
) -> Iterator[Difference]:
    """What was executed otherwise, or given something else."""
    for aspect, one, other in (
        (Aspect.VERB, left.verb, right.verb),
        (Aspect.PLUGIN, left.plugin, right.plugin),
        (Aspect.PATH, left.path, right.path),
    ):
        if one != other:
            yield _difference(meeting, aspect, before=one, after=other)
    yield from _environment(meeting, left, right, masking, places.variables)
    for spot in document_spots(left.stdin, right.stdin, masking, (*places.edited, *places.by_hand)):
        yield replace(
            at_spot(meeting.label, Aspect.STDIN, spot, link=meeting.link),
            edited=_touches(spot.at, places.edited),
            touched=_touches(spot.at, places.by_hand),
        )


def reply_differences(meeting: Meeting, left: Call, right: Call, masking: Masking) -> Iterator[Difference]:
    """What ended or was answered otherwise."""
    by_hand = "answer" in (*left.touched, *right.touched)
    one, other = end_of(left), end_of(right)
    if one != other and (by_hand or _ended(left) != _ended(right)):
        yield replace(_difference(meeting, Aspect.END, before=one, after=other), touched=by_hand)
    for spot in document_spots(left.stdout, right.stdout, masking):
        yield replace(at_spot(meeting.label, Aspect.STDOUT, spot, link=meeting.link), touched=by_hand)
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
    for one, other, is_same in kernel_pairs(*comparable_changes(ours, theirs), masking):
        change = one or other
        if change is not None and not is_same:
            before, after = (None if each is None else told(each) for each in (one, other))
            found = _difference(meeting, Aspect.KERNEL, at=kernel_entry(change), before=before, after=after)
            yield replace(found, surrounding=is_built)


def kernel_pairs(
    left: Sequence[KernelChange], right: Sequence[KernelChange], masking: Masking
) -> Iterator[tuple[KernelChange | None, KernelChange | None, bool]]:
    """Which change is which: in the left order, then those that only the right has; and whether they are the same."""
    waiting: dict[tuple[str, str, How, str], list[KernelChange]] = {}
    for change in _telling(right):
        waiting.setdefault(_kernel_key(change, masking.right_shape(change.name)), []).append(change)
    for change in _telling(left):
        there = waiting.get(_kernel_key(change, masking.left_shape(change.name)), [])
        partner = next((other for other in there if masking.same(_entry(change), _entry(other))), None)
        if partner is None:
            yield change, None, False
            continue
        there.remove(partner)
        yield change, partner, masking.same(told(change), told(partner))
    for change in (change for changes in waiting.values() for change in changes):
        yield None, change, False


def kernel_entry(change: KernelChange) -> str:
    """What a change is about: «pod: route default»."""
    return f"{change.side}: {change.kind} {_entry(change)}"


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


def _environment(
    meeting: Meeting, left: Call, right: Call, masking: Masking, edited: Sequence[str]
) -> Iterator[Difference]:
    by_hand = {*variables_by_hand(left), *variables_by_hand(right)}
    for name in variables(left, right):
        one, other = left.env.get(name), right.env.get(name)
        touched, meant = (name in names and one != other for names in (by_hand, edited))
        if touched or meant or one is None or other is None or not masking.same(one, other):
            found = _difference(meeting, Aspect.ENV, at=name, before=one, after=other)
            by_itself = not touched and not meant and not name.startswith("CNI_")
            yield replace(found, surrounding=by_itself, touched=touched, edited=meant)


def variables(*calls: Call) -> list[str]:
    """The names of all their environments, CNI's own first."""
    return sorted({name for call in calls for name in call.env}, key=lambda name: (not name.startswith("CNI_"), name))


def variables_by_hand(call: Call) -> Iterator[str]:
    """What the user of a stepped run changed of the environment."""
    if "env" not in call.touched or call.sent_environment is None:
        return iter(())
    sent = replace(call, environment=call.sent_environment).env
    return (name for name in {*sent, *call.env} if sent.get(name) != call.env.get(name))


def end_of(call: Call) -> str:
    """«exit 0, ok»; of a failure what went wrong: «exit 1, error: code 11 chain exists»."""
    ended = f"{end_words(call)}, {call.outcome}"
    ended = f"{ended}: {reply_label(call)}" if call.failed and call.signal is None else ended
    return f"{ended}, answered by hand" if "answer" in call.touched else ended


def _ended(call: Call) -> tuple[object, ...]:
    return call.exit_code, call.signal, call.outcome


def _touches(pointer: str, edits: Sequence[str]) -> bool:
    return any(pointer == edit or pointer.startswith(f"{edit}/") or edit.startswith(f"{pointer}/") for edit in edits)


def _kernel_key(change: KernelChange, shape: str) -> tuple[str, str, How, str]:
    return change.side, change.kind, change.how, _entry_of(change.kind, shape)


def _entry(change: KernelChange) -> str:
    return _entry_of(change.kind, change.name)


def _entry_of(kind: str, name: str) -> str:
    """A device without its index, which counts what the machine has had before."""
    return name.rpartition(" (")[0] if kind == "link" else name


def told(change: KernelChange) -> str:
    """«added: mtu 1500»."""
    facts = " -> ".join((change.before or "nothing", change.after or "nothing"))
    said = facts if change.how is How.CHANGED else change.before or change.after
    return f"{change.how}: {said}" if said else str(change.how)


def _difference(
    meeting: Meeting, aspect: Aspect, *, at: str = "", before: str | None = None, after: str | None = None
) -> Difference:
    return Difference(subject=meeting.label, aspect=aspect, at=at, before=before, after=after, link=meeting.link)
