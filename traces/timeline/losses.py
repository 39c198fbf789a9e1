"""What a link did not carry over from its prevResult, counted: «1 of 2 interfaces: eth0»."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from traces.model.call import Call, Outcome
from traces.timeline.changes import Change, dropped

_NAMED = 3
_KINDS = {
    "interfaces": ("interface", "interfaces"),
    "ips": ("ip", "ips"),
    "routes": ("route", "routes"),
    "dns": ("dns entry", "dns entries"),
}
_DNS_LISTS = ("nameservers", "search", "options")


def loss_words(call: Call, stdin: Mapping[str, Any], stdout: Mapping[str, Any]) -> str:
    """What the call dropped, kind by kind: «1 of 2 interfaces: eth0; the mac of interface lo»; empty where nothing.

    ``stdin`` and ``stdout`` are the call's, read as JSON objects.
    """
    before = stdin.get("prevResult")
    if call.verb != "ADD" or call.outcome is not Outcome.OK or not isinstance(before, Mapping):
        return ""
    if all(value == stdout.get(key) for key, value in before.items()):
        return ""
    told = groupby(sorted(dropped(call), key=_place), key=_kind)
    return "; ".join(_words(kind, list(changes), before) for kind, changes in told)


def _place(change: Change) -> int:
    kind = _kind(change)
    return list(_KINDS).index(kind) if kind else len(_KINDS)


def _kind(change: Change) -> str:
    """The list of the result that a whole entry was in; empty for a field of an entry."""
    match (change.before_at or "").split("/")[1:]:
        case ["dns", *_]:
            return "dns"
        case ["ip4" | "ip6"]:
            return "ips"
        case ["ip4" | "ip6", "routes", _]:
            return "routes"
        case [kind, _] if kind in _KINDS:
            return kind
        case _:
            return ""


def _words(kind: str, changes: Sequence[Change], before: Mapping[str, Any]) -> str:
    if not kind:
        return "; ".join(f"the {change.short}" for change in changes[:_NAMED]) + _more(changes)
    one, many = _KINDS[kind]
    names = ", ".join(change.short.removeprefix(f"{one} ") for change in changes[:_NAMED]) + _more(changes)
    total = max(sum(_totals(kind, before)), len(changes))
    return f"{len(changes)} of {total} {one if total == 1 else many}: {names}"


def _more(changes: Sequence[Change]) -> str:
    return f" and {len(changes) - _NAMED} more" if len(changes) > _NAMED else ""


def _totals(kind: str, before: Mapping[str, Any]) -> Iterator[int]:
    """How many there were of a kind, in each place where a result of any version has them."""
    if kind == "dns":
        dns = before.get("dns")
        dns = dns if isinstance(dns, Mapping) else {}
        yield from (len(found) for name in _DNS_LISTS if isinstance(found := dns.get(name), list))
        yield bool(dns.get("domain"))
        return
    families = [before[name] for name in ("ip4", "ip6") if isinstance(before.get(name), Mapping)]
    yield from (len(found) for holder in (before, *families) if isinstance(found := holder.get(kind), list))
    yield len(families) if kind == "ips" else 0
