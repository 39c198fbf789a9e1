"""Members of a plugin's answer that libcni's structures have no room for: they are gone before the next link."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.gojson import DecodeError
from traces.cni.result_codec import read_result
from traces.cni.result_types import encode_result
from traces.diagnosis.case import Case
from traces.diagnosis.documents import is_error
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import in_short, link_calls, member, names, who
from traces.model.call import Call, Outcome
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace

_LARGEST = 64 * 1024
_TOLD = 4
_LISTS = ("interfaces", "ips", "routes")
_IN_ALL = frozenset({"cniVersion", "interfaces", "ips", "routes", "dns"})
"""Members that results of every version since 0.3.0 have; below, those that entries of their lists have."""
_IN_ENTRIES = frozenset({"name", "mac", "sandbox", "version", "address", "gateway", "interface", "dst", "gw"})
_SAID_TWICE = frozenset({"version"})
"""Of an address: what the address itself says."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "ADD":
        return
    for call in link_calls(trace):
        if call.outcome is Outcome.OK and len(call.stdout) <= _LARGEST and "stdout" not in call.truncated:
            lost = _lost(call, trace.network.cni_version)
            if lost:
                yield _finding(trace, call, lost)


def _lost(call: Call, version: str) -> Sequence[str]:
    """The members that are there and are not when libcni has read the answer and written it again."""
    given = any_object(call.stdout)
    if is_error(given) or _is_plain(given):
        return ()
    try:
        kept = any_object(encode_result(read_result(call.stdout, version)))
    except DecodeError:
        return ()
    return list(dict.fromkeys(_missing(given, kept)))


def _is_plain(given: Mapping[str, Any]) -> bool:
    """Whether it has nothing but what every version has: most answers need not be read as libcni does."""
    entries = [entry for name in _LISTS for entry in _objects(given.get(name))]
    return _IN_ALL.issuperset(given) and all(_IN_ENTRIES.issuperset(entry) for entry in entries)


def _missing(given: Mapping[str, Any], kept: Mapping[str, Any]) -> Iterator[str]:
    known = {name.lower() for name in kept}
    yield from (name for name, value in given.items() if name.lower() not in known and not _is_nothing(value))
    for name in _LISTS:
        pairs = zip(_objects(given.get(name)), _objects(kept.get(name)), strict=False)
        for one, other in pairs:
            there = {key.lower() for key in other} | _SAID_TWICE
            yield from (key for key, value in one.items() if key.lower() not in there and not _is_nothing(value))


def _is_nothing(value: Any) -> bool:
    """What «omitempty» leaves out, and what holds nothing else."""
    if isinstance(value, Mapping):
        return all(_is_nothing(each) for each in value.values())
    return not value


def _objects(value: Any) -> Sequence[Mapping[str, Any]]:
    return [each if isinstance(each, Mapping) else {} for each in value] if isinstance(value, list) else []


def _finding(trace: Trace, call: Call, lost: Sequence[str]) -> Finding:
    told = names([f"«{in_short(name)}»" for name in lost[:_TOLD]])
    is_last = call is link_calls(trace)[-1]
    reader = "the runtime and the cache" if is_last else "the next link"
    return Finding(
        kind="output/unknown-fields-lost",
        severity=Severity.WARNING,
        cause=(
            f"{who(trace, call)} answers with {told}, which results of this version do not have: "
            f"libcni drops what it does not know, and {reader} will not see it"
        ),
        evidence=tuple(member(trace, call, "stdout", name) for name in lost[:_TOLD]),
        advice="put it where the specification has room, or raise the network's cniVersion if a later one has it",
        specification=RULE.specification,
        call=call.id,
        link=call.link,
        verb=call.verb,
    )


RULE = Rule(
    id="output/unknown-fields-lost",
    looks_at="the answers of links to ADD, read and written again as libcni does",
    specification="https://www.cni.dev/docs/spec/#add-success",
    check=_check,
)
