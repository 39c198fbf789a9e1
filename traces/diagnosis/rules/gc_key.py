"""GC hands down the attachments to be kept under a name that the specification's text does not have."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import in_short, link_calls, member, names, quoted, who
from traces.model.call import Call
from traces.model.finding import Evidence, Finding, Severity
from traces.model.snapshot import Reservation
from traces.model.trace import Trace

_OF_LIBCNI = "cni.dev/valid-attachments"
_OF_TEXT = "cni.dev/attachments"


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "GC":
        return
    asked = [call for call in link_calls(trace) if len(_keys(call)) != 2]
    gone = _removed_though_valid(trace)
    if gone:
        yield _harm(trace, gone)
    if asked:
        yield _one_key(trace, asked)


def _keys(call: Call) -> Sequence[str]:
    stdin = any_object(call.stdin)
    return [key for key in (_OF_LIBCNI, _OF_TEXT) if key in stdin]


def _valid(trace: Trace) -> set[tuple[str, str]]:
    """The attachments that were to be kept: container and interface."""
    found: set[tuple[str, str]] = set()
    for call in link_calls(trace):
        for key in _keys(call):
            listed: Any = any_object(call.stdin).get(key)
            found |= {_pair(each) for each in (listed if isinstance(listed, list) else []) if isinstance(each, Mapping)}
    return found


def _pair(each: Mapping[str, Any]) -> tuple[str, str]:
    return str(each.get("containerID", "")), str(each.get("ifname", ""))


def _reservations(trace: Trace, place: int) -> set[Reservation]:
    return set(trace.snapshots[place].snapshot.reservations) if trace.snapshots else set()


def _removed_though_valid(trace: Trace) -> Sequence[Reservation]:
    """Reservations of attachments that were to be kept, and are gone."""
    if len(trace.snapshots) < 2 or trace.snapshots[-1].snapshot.lacks("host", "reservations"):
        return ()
    gone = _reservations(trace, 0) - _reservations(trace, -1)
    valid = _valid(trace)
    return sorted((each for each in gone if (each.container_id, each.ifname) in valid), key=lambda each: each.path)


def _one_key(trace: Trace, asked: Sequence[Call]) -> Finding:
    call = asked[0]
    there, other = (_keys(call) or ["neither list"])[0], _OF_TEXT
    if there == _OF_TEXT:
        other = _OF_LIBCNI
    others = names([who(trace, each) for each in asked[:3]])
    kept = sorted(_valid(trace))
    quote = ", ".join("/".join(pair) for pair in kept[:8]) or "(none: everything is stale)"
    return Finding(
        kind="gc/key-mismatch",
        severity=Severity.WARNING,
        cause=(
            f"GC hands {others} the attachments to be kept as «{there}» and not as «{other}»: a plugin that looks for "
            "the other name sees no list, and may take every attachment for stale"
        ),
        evidence=(
            member(trace, call, "stdin", there),
            Evidence(where="attachments that GC is to keep", quote=in_short(quote)),
        ),
        advice="see which name each plugin reads before GC is let loose; later releases of libcni send both",
        next_step=f"grep -aoh 'cni.dev/[a-z-]*attachments' {quoted(call.path)} | sort -u",
        specification=RULE.specification,
        call=call.id,
        link=call.link,
        verb="GC",
    )


def _harm(trace: Trace, gone: Sequence[Reservation]) -> Finding:
    told = names([in_short(each.path) for each in gone[:3]])
    return Finding(
        kind="gc/removed-valid",
        severity=Severity.ERROR,
        cause=f"GC removed what belongs to attachments that it was told to keep: {told}",
        evidence=tuple(
            Evidence(
                where="reservations before GC, gone after it", quote=f"{each.path} {each.container_id} {each.ifname}"
            )
            for each in gone[:4]
        ),
        advice="a plugin looks for the list under another name than it is sent: stop GC until that is mended",
        specification=RULE.specification,
        verb="GC",
    )


RULE = Rule(
    id="gc/key-mismatch",
    looks_at="the list of attachments on the stdin of each GC, and the reservations before and after it",
    specification="https://www.cni.dev/docs/spec/#gc-clean-up-any-stale-resources",
    check=_check,
)
