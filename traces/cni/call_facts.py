"""What a call was about, in a few facts: its place in the tree, how it ended, how much a result has."""

import json
from collections.abc import Mapping
from typing import Any

from traces.model.call import Call, Outcome
from traces.model.call_facts import CallFacts, Span, Timed, outcome_kind
from traces.model.trace import Trace

_MILLISECOND = 1_000_000
_DNS = ("nameservers", "search", "options")


def facts_of(trace: Trace) -> tuple[Timed, ...]:
    """The facts of all calls, in their order, and how long they took."""
    depths = _depths(trace.calls)
    return tuple((_facts(call, depths[call.id], trace.simulated), time_of(call)) for call in trace.calls)


def facts_of_call(call: Call, trace: Trace) -> CallFacts:
    """The facts of one call, which need not be in the trace yet."""
    depths = _depths(trace.calls)
    below = depths.get(call.parent, -1) + 1 if call.parent else 0
    return _facts(call, depths.get(call.id, below), trace.simulated)


def time_of(call: Call) -> Span | None:
    """How many milliseconds it took."""
    return None if call.duration is None else (call.duration / _MILLISECOND, call.duration / _MILLISECOND)


def error_message(call: Call) -> str:
    """What the plugin's error object says, its details included; empty where it gave none."""
    error = _object(call.stdout) if call.failed else {}
    return "; ".join(str(error[key]) for key in ("msg", "details") if error.get(key))


def result_part(call: Call, name: str) -> Any:
    """A part (ips, interfaces, routes, dns) of the result that ADD was answered with; None where there is no result.

    Of a result before 0.3.0 the addresses and routes are in ip4 and ip6.
    """
    return _part(_object(call.stdout), name) if _gives_result(call) else None


def _gives_result(call: Call) -> bool:
    return call.verb == "ADD" and call.outcome is Outcome.OK


def _part(result: Mapping[str, Any], name: str) -> Any:
    families = [result[family] for family in ("ip4", "ip6") if isinstance(result.get(family), dict)]
    if name == "ips" and families:
        return families
    if name == "routes" and families:
        return [route for family in families for route in _list(family.get("routes"))]
    if name == "dns":
        return result["dns"] if isinstance(result.get("dns"), dict) else {}
    return _list(result.get(name))


def _facts(call: Call, depth: int, simulated: tuple[str, ...]) -> CallFacts:
    gives, fails = _gives_result(call), call.outcome is Outcome.ERROR
    answer = _object(call.stdout) if gives or fails else {}
    streams = (("stdin", call.stdin), ("env", call.environment), ("stdout", call.stdout), ("stderr", call.stderr))
    return CallFacts(
        plugin=call.plugin,
        verb=call.verb,
        link=call.link,
        depth=depth,
        exit_code=call.exit_code,
        signal=call.signal,
        code=_code(answer) if fails else None,
        outcome=outcome_kind(call.outcome),
        filled=frozenset(name for name, content in streams if content),
        counts=_counts(answer) if gives else None,
        touched=call.touched,
        simulated=call.plugin in simulated,
    )


def _counts(result: Mapping[str, Any]) -> tuple[int, int, int, int]:
    ips, interfaces, routes = (len(_part(result, name)) for name in ("ips", "interfaces", "routes"))
    dns = _part(result, "dns")
    return ips, interfaces, routes, sum(len(_list(dns.get(name))) for name in _DNS) + bool(dns.get("domain"))


def _code(error: Mapping[str, Any]) -> int | None:
    code = error.get("code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _depths(calls: tuple[Call, ...]) -> Mapping[str, int]:
    """By call id; a call whose parent did not start before it is taken for a root."""
    depths: dict[str, int] = {}
    for call in calls:
        depths[call.id] = depths[call.parent] + 1 if call.parent in depths else 0
    return depths


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _object(text: bytes) -> dict[str, Any]:
    """The JSON object in the bytes; an empty one where there is none, however hostile the text."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
