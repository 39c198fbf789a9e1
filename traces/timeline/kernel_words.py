"""What the kernel says, in lines: the changes of a call by side and kind, its claims, and a whole state.

The screen and the printed text both show these lines; all words in them are safe to show.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from traces.kernel.claim import ClaimRow
from traces.kernel.difference import KINDS, How, KernelChange
from traces.kernel.wording import facts_of, in_words, name_of
from traces.model.snapshot import HOST, POD, Snapshot
from traces.timeline.glyphs import UNICODE, Glyphs
from traces.timeline.kernel_steps import KernelStep, disputed
from traces.timeline.measure import count_text, one_line

SIDES = {POD: "in the pod's netns", HOST: "on the host"}
RESERVATION = "reservation"
_LONGEST = 2_000
"""Characters of an entry's name, or of what is said of it: an iptables rule is shorter than that."""


class Tone(StrEnum):
    """What a line is."""

    SIDE = "side"
    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    DISPUTED = "disputed"
    """A claim that the kernel does not bear out."""
    HELD = "held"
    """A claim that is so."""
    ENTRY = "entry"
    BY_KERNEL = "by-kernel"
    """An entry that came by itself."""
    NOTE = "note"
    GAP = "gap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One line, before it is wrapped."""

    tone: Tone
    text: str = ""
    detail: str = ""
    """What is said besides: the facts of an entry; of a claim, what the kernel has."""
    kind: str = ""
    """The entry's kind, on the first line of each: «address»."""


_TONES = {How.ADDED: Tone.ADDED, How.CHANGED: Tone.CHANGED, How.REMOVED: Tone.REMOVED}
GAP = Saying(tone=Tone.GAP)


def call_lines(step: KernelStep, marks: Glyphs = UNICODE) -> tuple[Saying, ...]:
    """Everything about a call: its claims, its changes, how much the kernel did by itself, and what was not read."""
    if step.before is None or step.after is None:
        return (_note(step.why_unknown),)
    told = claim_lines(step.claims)
    unread = unread_lines(step.before, step.after)
    nothing = "it changed nothing itself" if step.delegated_changes else "nothing was changed"
    nothing += ", as far as one can see" if unread else ""
    changes = tuple(change_lines(step.own_changes, marks)) or (_note(nothing),)
    parts = (told, (*changes, *_by_others(step)), (*_by_itself(len(step.changes) - len(step.own_changes)), *unread))
    return tuple(line for part in parts if part for line in (GAP, *part))[1:]


def claim_lines(rows: Sequence[ClaimRow], whose: str = "this answer", *, all_of_them: bool = False) -> list[Saying]:
    """The claims that do not agree, those that nobody knows of, and how many hold: or those too, if all are asked for.

    A line says what is claimed, its detail what the kernel has.
    """
    wrong = [Saying(tone=Tone.DISPUTED, text=claim_text(row), detail=kernel_text(row)) for row in disputed(rows)]
    unknown = [_note(f"not known: {claim_text(row)}: {_safe(row.kernel)}") for row in rows if row.agrees is None]
    good = [row for row in rows if row.agrees]
    held = [Saying(tone=Tone.HELD, text=claim_text(row)) for row in good] if all_of_them else []
    count = count_text(len(good), "claim", "claims")
    sum_up = [_note(f"{count} of {whose} {'holds' if len(good) == 1 else 'hold'}")] if good else []
    return [*wrong, *unknown, *held, *sum_up]


def change_lines(changes: Sequence[KernelChange], marks: Glyphs = UNICODE) -> Iterator[Saying]:
    """The changes below their sides, each kind named once."""
    for side, of_side in groupby(changes, key=lambda change: change.side):
        yield Saying(tone=Tone.SIDE, text=SIDES.get(side, _safe(side)))
        for kind, of_kind in groupby(of_side, key=lambda change: change.kind):
            for place, change in enumerate(of_kind):
                detail = _values(change, marks)
                text = _safe(change.name)
                yield Saying(tone=_TONES[change.how], text=text, detail=detail, kind="" if place else kind)


def state_lines(snapshot: Snapshot) -> tuple[Saying, ...]:
    """The whole state of both sides, and what of it was not read."""
    lines: list[Saying] = []
    for side, title in SIDES.items():
        lines += [Saying(tone=Tone.SIDE, text=title), *_state_of(snapshot, side)]
    return (*lines, *unread_lines(snapshot))


def unread_lines(*snapshots: Snapshot) -> list[Saying]:
    """What could not be read, each said once; and a side that was not looked at."""
    said = [_safe(f"not read: {entry}") for snapshot in snapshots for entry in snapshot.unread]
    blind = [side for side in SIDES if any(snapshot.on(side) is None for snapshot in snapshots)]
    told = {entry.side for snapshot in snapshots for entry in snapshot.unread if entry.part == "netns"}
    words = {POD: "the pod's netns was not looked at", HOST: "the host was not looked at: --snapshots all does"}
    said += [words[side] for side in blind if side not in told]
    return [_note(text) for text in dict.fromkeys(said)]


def claim_text(row: ClaimRow) -> str:
    """What is claimed, as it stands behind «claims»: «address 10.1.0.2/16 on eth0»."""
    claimed, subject = row.claimed.removeprefix("it is "), row.subject
    if row.kind in ("mac", "mtu"):
        return _safe(f"{row.kind} {claimed} of {subject}")
    if row.kind == "peer":
        return _safe(f"{claimed} as the peer of {subject}")
    if row.kind == "gateway":
        return _safe(f"gateway {subject}, {claimed}")
    return _safe(f"{'interface' if row.kind == 'bridge' else row.kind} {subject} {claimed}")


def kernel_text(row: ClaimRow) -> str:
    """What is so instead: «the kernel has 10.1.0.3/16 on eth0»."""
    return f"the kernel has {_safe(row.kernel)}"


def _state_of(snapshot: Snapshot, side: str) -> Iterator[Saying]:
    namespace = snapshot.on(side)
    parts: list[tuple[str, Sequence[Any]]] = []
    if namespace is not None:
        parts += [(kind, getattr(namespace, part)) for part, kind in KINDS.items()]
    if side == HOST:
        parts.append((RESERVATION, snapshot.reservations))
    for kind, entries in parts:
        for place, entry in enumerate(entries):
            tone = Tone.BY_KERNEL if getattr(entry, "by_kernel", False) else Tone.ENTRY
            facts = _safe(in_words(facts_of(entry)))
            yield Saying(tone=tone, text=_safe(name_of(entry)), detail=facts, kind="" if place else kind)


def _values(change: KernelChange, marks: Glyphs) -> str:
    if change.how is not How.CHANGED:
        return _safe(change.before or change.after)
    return f"{_safe(change.before) or 'nothing'} {marks.arrow} {_safe(change.after) or 'nothing'}"


def _by_others(step: KernelStep) -> list[Saying]:
    """How much is told of the plugins that it called."""
    count, plugins = len(step.delegated_changes), _safe(", ".join(step.delegates))
    return [_note(f"{count} more by what it called: see {plugins}")] if count else []


def _by_itself(count: int) -> list[Saying]:
    return [_note(f"{count} more that the kernel does by itself")] if count else []


def _note(text: str) -> Saying:
    return Saying(tone=Tone.NOTE, text=text)


def _safe(text: str) -> str:
    return one_line(text, _LONGEST)
