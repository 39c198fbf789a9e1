"""An answer in another version than was asked, or in none: the next link gets it as prevResult and may refuse it."""

from collections.abc import Iterator
from typing import Any

from traces.cni.anyjson import any_object
from traces.cni.versions import FLAT, KNOWN, LISTED, MODERN
from traces.diagnosis.case import Case
from traces.diagnosis.documents import is_error
from traces.diagnosis.rule import Rule
from traces.diagnosis.telling import (
    broken_call,
    in_short,
    link_calls,
    link_of,
    member,
    rerun_command,
    said,
    stream,
    who,
    whose,
)
from traces.model.call import Call, Outcome
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace

_FAMILIES = (FLAT, LISTED, MODERN)
_VICTIM = ("prevResult", "CNIVersion", "result version", "cniVersion", "result type", "convert")
"""Words of a link that could not read its prevResult."""


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "ADD":
        return
    calls = link_calls(trace)
    for call, follower in zip(calls, (*calls[1:], None), strict=False):
        if call.outcome is not Outcome.OK or "stdout" in call.truncated:
            continue
        answer = any_object(call.stdout)
        asked = _asked(call)
        version = answer.get("cniVersion", "")
        if answer and not is_error(answer) and asked and _is_wrong(version, asked):
            behind = [link for link in trace.network.links if call.link is not None and link.index > call.link]
            if behind:
                yield _finding(trace, call, follower, version, asked)


def _asked(call: Call) -> str:
    """The version that the link was asked in: libcni writes the network's over each entry's."""
    asked = any_object(call.stdin).get("cniVersion")
    return asked if isinstance(asked, str) else ""


def _is_wrong(version: Any, asked: str) -> bool:
    """Whether plugins of that version would not read it: each reads the versions of one structure only."""
    if version == "":
        return True
    if version not in KNOWN:
        return False
    family = next((each for each in _FAMILIES if asked in each), KNOWN)
    return version not in family


def _finding(trace: Trace, call: Call, follower: Call | None, version: str, asked: str) -> Finding:
    victim = broken_call(trace)
    is_refused = victim is not None and follower is not None and link_of(trace, victim) == follower.link
    words = said(victim) if victim is not None else ""
    is_refused = is_refused and any(word in (words or str(trace.error)) for word in _VICTIM)
    after = whose(trace, (call.link or 0) + 1)
    what = f"in version {in_short(version)}" if version else "without a cniVersion"
    then = (
        f"{after} refuses that as prevResult"
        if is_refused
        else (f"{after} is given that as prevResult, and plugins of another libcni refuse it")
    )
    evidence = [member(trace, call, "stdout", "cniVersion") if version else stream(trace, call, "stdout")]
    evidence.append(member(trace, call, "stdin", "cniVersion"))
    if is_refused and victim is not None:
        evidence.append(stream(trace, victim, "stdout" if victim.stdout.strip() else "stderr"))
    step = rerun_command(trace, (call.link or 0) + 1, "--set", f'/prevResult/cniVersion="{asked}"')
    return Finding(
        kind="version/prevresult-mismatch",
        severity=Severity.ERROR if is_refused else Severity.WARNING,
        cause=f"{who(trace, call)} answers {what} though it was asked in {in_short(asked)}: {then}",
        evidence=tuple(evidence),
        advice="the plugin must answer in the version that it is asked in; a rerun from the next link proves it",
        next_step=step,
        specification=RULE.specification,
        call=call.id,
        link=call.link,
        verb="ADD",
    )


RULE = Rule(
    id="version/prevresult-mismatch",
    looks_at="the version that each link was asked in and answered in, and the link behind it",
    specification="https://www.cni.dev/docs/spec/#add-success",
    check=_check,
)
