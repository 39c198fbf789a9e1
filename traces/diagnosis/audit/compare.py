"""Nodes held against the most of them: what differs, on which, and which of them are equal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from traces.diagnosis.audit.look import FILE, HASH, PLUGIN, THERE, Key, Look, Seen, may_differ
from traces.diagnosis.audit.settings import ORDER, TEXT, type_of

ABSENT = ""
"""The value of what a node does not have."""
_FEW = 3
"""From so many nodes on a setting that is another on nearly each of them is each one's own, whatever it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """One thing in which a node is not as it should be."""

    of: str
    """file, plugin or node."""
    name: str
    what: str
    pointer: str
    expected: str
    """What the most nodes have, or the file in git; empty: they don't have it."""
    actual: str
    """Empty: this node does not have it."""
    is_expected: bool = False
    """Whether a file in git says so, not the other nodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifted:
    """A drift on one node."""

    drift: Drift
    since: float | None
    """When the file was last written; None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """All nodes."""

    drifted: Mapping[int, tuple[Drifted, ...]]
    """By the place of the node; those that are missing in it are as the most are."""
    own: tuple[Key, ...]
    """What is another on every node, by design."""


def compare(looks: Sequence[Look], expected: Mapping[Key, str] | None = None) -> Compared:
    """Hold the nodes against each other; what is in ``expected`` is held against that instead."""
    wanted = expected or {}
    populations = _populations(looks)
    drifted: dict[int, list[Drifted]] = {}
    own = []
    for key in _keys(looks, wanted):
        for members in populations.of(key):
            values = [_value(looks[each], key) for each in members]
            if key not in wanted and _is_own(key, values, [looks[each].name for each in members]):
                own.append(key)
                continue
            reference = wanted[key] if key in wanted else _most(values)
            for each, value in zip(members, values, strict=True):
                if value != reference:
                    drifted.setdefault(each, []).append(_drifted(looks[each], key, reference, value, key in wanted))
    return Compared(
        drifted={each: tuple(_without_parts(found)) for each, found in sorted(drifted.items())},
        own=tuple(dict.fromkeys(own)),
    )


def _keys(looks: Sequence[Look], wanted: Mapping[Key, str]) -> Sequence[Key]:
    found: dict[Key, None] = dict.fromkeys(wanted)
    for each in looks:
        found |= dict.fromkeys(each.things)
    return list(found)


@dataclass(frozen=True, slots=True)
class _Populations:
    """Which nodes are compared in a thing: all, but of a plugin's hash those of one machine."""

    all: Sequence[Sequence[int]]
    by_machine: Sequence[Sequence[int]]

    def of(self, key: Key) -> Sequence[Sequence[int]]:
        """The nodes that are held against each other, in one or several parts."""
        return self.by_machine if key[0] == PLUGIN and key[2] == HASH else self.all


def _populations(looks: Sequence[Look]) -> _Populations:
    machines: dict[str, list[int]] = {}
    for index, each in enumerate(looks):
        machines.setdefault(each.machine, []).append(index)
    return _Populations((range(len(looks)),), tuple(machines.values()))


def _value(each: Look, key: Key) -> str:
    seen = each.things.get(key)
    return seen.value if seen is not None else ABSENT


def _most(values: Sequence[str]) -> str:
    """What the most have; of two that as many have the one that comes first."""
    return Counter(values).most_common(1)[0][0]


def _is_own(key: Key, values: Sequence[str], names: Sequence[str]) -> bool:
    if key[0] != FILE or key[2] in (THERE, ORDER, TEXT):
        return False
    there = [value for value in values if value != ABSENT]
    distinct = len(set(there))
    if len(there) < len(values) / 2 or distinct < 2:
        return False
    if all(name in value for name, value in zip(names, values, strict=True)):
        return True
    enough = len(values) >= _FEW or may_differ(key[2])
    return enough and distinct > len(there) * (0.5 if may_differ(key[2]) else 0.9)


def _drifted(each: Look, key: Key, reference: str, value: str, is_expected: bool) -> Drifted:
    seen = each.things.get(key)
    pointer = seen.place if seen is not None else _elsewhere(key)
    drift = Drift(
        of=key[0],
        name=key[1],
        what=key[2],
        pointer=pointer,
        expected=reference,
        actual=value,
        is_expected=is_expected,
    )
    return Drifted(drift=drift, since=_changed(each, key, seen))


def _elsewhere(key: Key) -> str:
    """The name of a setting that the node's own file does not have."""
    return key[2] if key[0] == FILE and key[2] not in (THERE, ORDER, TEXT) else ""


def _changed(each: Look, key: Key, seen: Seen | None) -> float | None:
    """When the file was written in which it is, or is not."""
    file = seen or each.things.get((key[0], key[1], THERE))
    return file.changed if file is not None else None


def _without_parts(found: Sequence[Drifted]) -> Iterator[Drifted]:
    """Without the settings of a file, of a link and of a plugin that is itself too much or not there."""
    whole = {(each.drift.of, each.drift.name) for each in found if each.drift.what in (THERE, TEXT)}
    order = {each.drift.name: each.drift for each in found if each.drift.what == ORDER}
    for each in found:
        drift = each.drift
        if drift.what not in (THERE, TEXT) and (drift.of, drift.name) in whole:
            continue
        if drift.what != ORDER and drift.name in order and _is_of_changed_link(drift, order[drift.name]):
            continue
        yield each


def _is_of_changed_link(drift: Drift, order: Drift) -> bool:
    link = type_of(drift.what)
    return bool(link) and (link in order.expected.split(" > ")) != (link in order.actual.split(" > "))
