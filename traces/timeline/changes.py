"""What a plugin did to the result: how its answer differs from the prevResult that it was given.

Nobody but the plugins merges: a chain's result is the last answer and nothing else, so what a link does not carry over
is gone (libcni, AddNetworkList). Entries are compared by what they mean, never by their place.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from traces.cni.anyjson import ipam_of
from traces.cni.gojson import DecodeError, dumps, load_object
from traces.cni.result_codec import read_result
from traces.cni.result_types import LibcniResult
from traces.model.call import Call, Outcome
from traces.timeline.measure import one_line, size_text
from traces.timeline.result_entries import Entry, entries, field_at

_CACHED_CALLS = 1024
_LARGEST = 512 * 1024
"""Bytes of both together: more is read and compared for seconds, and no chain that works has that much to say."""


class ChangeKind(StrEnum):
    """What happened to an entry of prevResult, or to a field of one."""

    DROPPED = "dropped"
    """It is not in the answer: the plugin did not carry it over."""
    CHANGED = "changed"
    ADDED = "added"
    VERSION = "version"
    """The answer is in another version than prevResult."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between an answer and its prevResult. All words are safe to show."""

    kind: ChangeKind
    what: str
    """«interface lo in the pod», «mac of interface eth0 in the pod»."""
    short: str
    """The same for a list of several: «interface lo», «127.0.0.1/8»."""
    before: str = ""
    """The field's value in prevResult, or what the entry says besides; empty where there is none."""
    after: str = ""
    """The same in the answer."""
    before_at: str | None = None
    """The JSON Pointer into prevResult, where it is there."""
    after_at: str | None = None
    """The JSON Pointer into the answer, where it is there."""


class _IncomparableError(Exception):
    """A call has not got both a prevResult and a result; the text says why."""


@lru_cache(maxsize=_CACHED_CALLS)
def changes(call: Call) -> tuple[Change, ...]:
    """How the call's answer differs from its prevResult: the version, then prevResult's entries, then what is new.

    None where there is nothing to compare: see `why_incomparable`.
    """
    try:
        before, after = _results(call)
    except _IncomparableError:
        return ()
    netns = call.env.get("CNI_NETNS", "")
    found = _differences(entries(before, netns), entries(after, netns))
    return (*_version_change(before, after), *found, *_order_changes(before, after))


@lru_cache(maxsize=_CACHED_CALLS)
def dropped(call: Call) -> tuple[Change, ...]:
    """What the plugin did not carry over from its prevResult."""
    return tuple(change for change in changes(call) if change.kind is ChangeKind.DROPPED)


@lru_cache(maxsize=_CACHED_CALLS)
def why_incomparable(call: Call) -> str:
    """Why there is nothing to compare, in a clause: «it was given no prevResult»; empty where there is."""
    try:
        _results(call)
    except _IncomparableError as error:
        return str(error)
    return ""


def _results(call: Call) -> tuple[LibcniResult, LibcniResult]:
    """The call's prevResult and its answer, as libcni reads them. Raises _IncomparableError."""
    if call.verb != "ADD":
        raise _IncomparableError("only ADD is answered with a result")
    if call.outcome is Outcome.RUNNING:
        raise _IncomparableError("the plugin has not answered yet")
    if call.outcome is not Outcome.OK:
        raise _IncomparableError("the plugin answered no result")
    if call.parent is not None and ipam_of(call.stdin).get("type") == call.plugin:
        raise _IncomparableError("an IPAM plugin answers its caller, not the chain")
    for stream in ("stdin", "stdout"):
        if stream in call.truncated:
            raise _IncomparableError(f"the recorder kept only the beginning of {stream}")
    size = len(call.stdin) + len(call.stdout)
    if size > _LARGEST:
        raise _IncomparableError(f"with {size_text(size)} its prevResult and its answer are too large to be compared")
    return _read_both(_config(call.stdin), call.stdout)


def _config(stdin: bytes) -> dict[str, Any]:
    try:
        config = load_object(stdin)
    except DecodeError:
        raise _IncomparableError("stdin can't be read as JSON") from None
    if config.get("prevResult") is None:
        raise _IncomparableError("the plugin was given no prevResult")
    return config


def _read_both(config: dict[str, Any], stdout: bytes) -> tuple[LibcniResult, LibcniResult]:
    """A result that says no version is of the network's."""
    said = config.get("cniVersion")
    version = said if isinstance(said, str) else ""
    name = "prevResult"
    try:
        before = read_result(dumps(config["prevResult"]), version)
        name = "the answer"
        return before, read_result(stdout, version)
    except DecodeError as error:
        raise _IncomparableError(f"{name} can't be read: {one_line(str(error))}") from None


def _version_change(before: LibcniResult, after: LibcniResult) -> Iterator[Change]:
    if before.cni_version != after.cni_version:
        yield Change(
            kind=ChangeKind.VERSION,
            what="version of the result",
            short="version",
            before=one_line(before.cni_version),
            after=one_line(after.cni_version),
            before_at="/cniVersion",
            after_at="/cniVersion",
        )


def _differences(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[Change]:
    partner = _pair(before, after)
    for place, entry in enumerate(before):
        if place in partner:
            yield from _field_changes(entry, after[partner[place]])
        else:
            yield _gone_or_new(ChangeKind.DROPPED, entry)
    met = set(partner.values())
    yield from (_gone_or_new(ChangeKind.ADDED, entry) for place, entry in enumerate(after) if place not in met)


def _pair(before: Sequence[Entry], after: Sequence[Entry]) -> dict[int, int]:
    """The places of entries that are the same: first those that are equal, then by key, then those that moved."""
    partner: dict[int, int] = {}
    means: tuple[Callable[[Entry], object], ...] = (
        lambda entry: (entry.key, tuple(entry.fields.items())),
        lambda entry: entry.key,
        lambda entry: entry.loose,
    )
    for meaning in means:
        met = set(partner.values())
        free: dict[object, list[int]] = {}
        for place in reversed(range(len(after))):
            if place not in met:
                free.setdefault(meaning(after[place]), []).append(place)
        for place, entry in enumerate(before):
            candidates = free.get(meaning(entry)) if place not in partner else None
            if candidates:
                partner[place] = candidates.pop()
    return partner


def _field_changes(before: Entry, after: Entry) -> Iterator[Change]:
    """The fields that both versions have a place for, where they differ."""
    for name, old in before.fields.items():
        new = after.fields.get(name, old)
        if old == new:
            continue
        kind = ChangeKind.ADDED if not old else ChangeKind.CHANGED if new else ChangeKind.DROPPED
        yield Change(
            kind=kind,
            what=f"{name} of {before.what}",
            short=f"{name} of {before.short}",
            before=one_line(old),
            after=one_line(new),
            before_at=field_at(before, name) if old else None,
            after_at=field_at(after, name) if new else None,
        )


def _gone_or_new(kind: ChangeKind, entry: Entry) -> Change:
    details = ", ".join(f"{name} {value}" for name, value in entry.fields.items() if value and name != "interface")
    gone = kind is ChangeKind.DROPPED
    return Change(
        kind=kind,
        what=entry.what,
        short=entry.short,
        before=one_line(details) if gone else "",
        after="" if gone else one_line(details),
        before_at=entry.at if gone else None,
        after_at=None if gone else entry.at,
    )


def _order_changes(before: LibcniResult, after: LibcniResult) -> Iterator[Change]:
    """Resolvers ask in the order of the lists, so that one alone is a change (resolv.conf(5))."""
    for name, words in (("nameservers", "order of nameservers"), ("search", "order of DNS search domains")):
        old, new = getattr(before.dns, name), getattr(after.dns, name)
        if old != new and sorted(old) == sorted(new):
            yield Change(
                kind=ChangeKind.CHANGED,
                what=words,
                short=words,
                before=one_line(", ".join(old)),
                after=one_line(", ".join(new)),
                before_at=f"/dns/{name}",
                after_at=f"/dns/{name}",
            )
