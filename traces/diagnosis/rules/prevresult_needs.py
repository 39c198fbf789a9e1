"""A link that fails because its prevResult lacks interfaces: the fault is of the link that did not give them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traces.cni.anyjson import any_object
from traces.diagnosis.case import Case
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
)
from traces.model.call import Call, Outcome
from traces.model.finding import Finding, Severity
from traces.model.trace import Trace
from traces.timeline.losses import loss_words

_NEEDY = frozenset({"bandwidth", "sbr", "vrf"})
"""Plugins that look for the pod's interface in prevResult (plugins, meta/*/main.go)."""
_SPEAKS_OF_IT = re.compile(r"interface|veth|sandbox|\bdevice\b|prevResult|\blink\b", re.IGNORECASE)
_RATES = ("ingressRate", "egressRate")


def _check(case: Case) -> Iterator[Finding]:
    trace = case.trace
    if trace is None or trace.verb != "ADD":
        return
    victim = broken_call(trace)
    if victim is not None and victim.link is None:
        victim = next((each for each in reversed(trace.calls) if each.link == link_of(trace, victim)), None)
    if victim is None or victim.link is None or victim.outcome is not Outcome.ERROR:
        yield from _will_do_nothing(trace)
        return
    previous = _previous(victim)
    if previous is None or not (victim.plugin in _NEEDY or _SPEAKS_OF_IT.search(said(victim))):
        return
    dropper = _dropper(trace, victim)
    if dropper is not None:
        yield _dropped(trace, dropper, victim)
    elif not previous.get("interfaces") and not _is_flat(previous):
        yield _never_given(trace, victim)


def _is_flat(previous: Mapping[str, Any]) -> bool:
    """Before 0.3.0 results had no interfaces at all."""
    return previous.get("cniVersion") in ("0.1.0", "0.2.0")


def _previous(call: Call) -> Mapping[str, Any] | None:
    previous = any_object(call.stdin).get("prevResult")
    return previous if isinstance(previous, Mapping) else None


def _dropper(trace: Trace, victim: Call) -> Call | None:
    """The last link before it that had interfaces in its prevResult and answered with fewer."""
    before = [each for each in link_calls(trace) if each.link is not None and each.link < (victim.link or 0)]
    return next((each for each in reversed(before) if _lost_interfaces(each)), None)


def _lost_interfaces(call: Call) -> Sequence[str]:
    """The interfaces of its prevResult that are not in its answer, by their names."""
    given = _names(_previous(call) or {})
    kept = _names(any_object(call.stdout))
    return [name for name in given if name not in kept]


def _names(result: Mapping[str, Any]) -> Sequence[str]:
    listed = result.get("interfaces")
    found = listed if isinstance(listed, list) else []
    return [str(each.get("name")) for each in found if isinstance(each, Mapping) and each.get("name")]


def _dropped(trace: Trace, dropper: Call, victim: Call) -> Finding:
    answer = any_object(dropper.stdout)
    lost = loss_words(dropper, any_object(dropper.stdin), answer)
    return Finding(
        kind="prevresult/dropped" if answer.get("interfaces") else "prevresult/no-interfaces",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, dropper)} did not carry over all of its prevResult ({in_short(lost)}), and "
            f"{who(trace, victim)} fails for want of it: «{in_short(said(victim))}»"
        ),
        evidence=(
            member(trace, dropper, "stdin", "prevResult"),
            stream(trace, dropper, "stdout"),
            stream(trace, victim, "stdout"),
        ),
        advice="nobody merges results: each plugin must copy what it was given into what it answers",
        next_step=_rerun(trace, victim),
        specification=RULE.specification,
        call=dropper.id,
        link=dropper.link,
        verb="ADD",
    )


def _never_given(trace: Trace, victim: Call) -> Finding:
    first = link_calls(trace)[0]
    return Finding(
        kind="prevresult/no-interfaces",
        severity=Severity.ERROR,
        cause=(
            f"{who(trace, first)} answers ADD without interfaces, and {who(trace, victim)} needs them to find the "
            f"pod's: «{in_short(said(victim))}»"
        ),
        evidence=(
            member(trace, first, "stdout", "interfaces"),
            member(trace, victim, "stdin", "prevResult"),
            stream(trace, victim, "stdout"),
        ),
        advice="the plugin that makes the interface must list it, on both sides; until then leave the other one out",
        next_step=_rerun(trace, victim),
        specification=RULE.specification,
        call=first.id,
        link=first.link,
        verb="ADD",
    )


def _rerun(trace: Trace, victim: Call) -> str:
    ifname = trace.attachment.ifname
    edit = f'/prevResult/interfaces=[{{"name":"{ifname}","sandbox":"{trace.attachment.netns}"}}]'
    return rerun_command(trace, victim.link or 0, "--set", edit)


def _will_do_nothing(trace: Trace) -> Iterator[Finding]:
    """A shaper that was asked to shape and had nothing to shape, though the chain went well."""
    for call in link_calls(trace):
        stdin = any_object(call.stdin)
        previous, asked = _previous(call), stdin.get("runtimeConfig")
        rates = asked.get("bandwidth") if isinstance(asked, Mapping) else None
        wanted = any(stdin.get(name) or (isinstance(rates, Mapping) and rates.get(name)) for name in _RATES)
        if call.plugin != "bandwidth" or call.failed or not wanted or previous is None or previous.get("interfaces"):
            continue
        first = link_calls(trace)[0]
        yield Finding(
            kind="prevresult/no-interfaces",
            severity=Severity.WARNING,
            cause=f"{who(trace, first)} answers ADD without interfaces, so {who(trace, call)} has nothing to shape",
            evidence=(member(trace, first, "stdout", "interfaces"), member(trace, call, "stdin", "prevResult")),
            advice="the plugin that makes the interface must list it, on both sides",
            next_step=_rerun(trace, call),
            specification=RULE.specification,
            call=first.id,
            link=first.link,
            verb="ADD",
        )


RULE = Rule(
    id="prevresult/no-interfaces",
    looks_at="the prevResult of the link that failed, and the answers of the links before it",
    specification="https://www.cni.dev/docs/spec/#add-success",
    check=_check,
)
